// Colour mode, copy buttons, current heading. Loaded in <head>, so the mode is set before the first paint.
(() => {
  const root = document.documentElement, dark = matchMedia('(prefers-color-scheme: dark)');
  let store = null;
  try { store = localStorage; } catch { /* not allowed: a choice lasts for this page */ }
  const chosen = store && store.getItem('mode');
  // A theme that is set to one scheme has said so already.
  if (chosen && !root.dataset.theme) root.dataset.theme = chosen;
  // On the disk no font can be fetched ahead: what comes after the first paint is taken all the same.
  if (location.protocol === 'file:') document.fonts.forEach((face) => { face.display = 'swap'; });
  root.classList.add('js');
  if (/^http/.test(location.protocol)) {
    const tidy = location.pathname.replace(/\/index\.html$/, '/');
    if (tidy !== location.pathname) history.replaceState(null, '', tidy + location.search + location.hash);
  }
  const all = (selector) => document.querySelectorAll(selector);
  const isDark = () => (root.dataset.theme || (dark.matches ? 'dark' : 'light')) === 'dark';
  const show = () => all('.mode').forEach((button) => button.setAttribute('aria-pressed', isDark()));
  addEventListener('DOMContentLoaded', show);
  // What scrolls by itself is reached with the keyboard; what fits costs no stop.
  addEventListener('load', () => all('.katex-display, .text > figure, .prose .wide').forEach((box) => {
    if (box.scrollWidth > box.clientWidth && getComputedStyle(box).overflowX === 'auto') box.tabIndex = 0;
  }));
  dark.addEventListener('change', show);
  addEventListener('click', ({ target }) => {
    const copy = target.closest('.copy');
    if (target.closest('.mode')) {
      const wanted = isDark() ? 'light' : 'dark', own = dark.matches ? 'dark' : 'light';
      // What the system says anyway is no choice: from then on the page follows the system again.
      if (wanted === own) delete root.dataset.theme; else root.dataset.theme = wanted;
      if (store && wanted === own) store.removeItem('mode'); else if (store) store.setItem('mode', wanted);
      show();
    }
    if (!copy || !navigator.clipboard || copy.textContent === '✓') return;
    const words = copy.parentNode.querySelector('.words'), label = copy.textContent;
    const text = words ? [...words.childNodes].map((n) => (n.localName !== 'i' ? n.data : n.className ? '@' : '.')).join('')
      : copy.closest('figure').querySelector('code').textContent;
    navigator.clipboard.writeText(text).then(() => {
      copy.textContent = '✓';
      setTimeout(() => { copy.textContent = label; }, 1500);
    });
  });
  let waiting = false;
  addEventListener('scroll', () => {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => {
      waiting = false;
      let now = null;
      all('.side .toc a').forEach((a) => {
        const heading = document.getElementById(decodeURIComponent(a.hash.slice(1)));
        if (heading && heading.getBoundingClientRect().top < innerHeight * 0.3) now = a;
      });
      all('.side .toc a').forEach((a) => (a === now ? a.setAttribute('aria-current', 'true') : a.removeAttribute('aria-current')));
    });
  }, { passive: true });
})();
