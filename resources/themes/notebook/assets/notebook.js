// Notebook: colour mode, copy buttons, current heading. Loaded in <head>, so the mode is set before the first paint.
(() => {
  const root = document.documentElement, dark = matchMedia('(prefers-color-scheme: dark)');
  let store = null;
  try { store = localStorage; } catch { /* not allowed: the choice lasts for this page */ }
  const chosen = store && store.getItem('mode');
  if (chosen) root.dataset.theme = chosen;
  if (/^http/.test(location.protocol)) {
    const tidy = location.pathname.replace(/\/index\.html$/, '/');
    if (tidy !== location.pathname) history.replaceState(null, '', tidy + location.search + location.hash);
  }
  addEventListener('DOMContentLoaded', () => {
    const all = (selector) => [...document.querySelectorAll(selector)];
    const isDark = () => (root.dataset.theme || (dark.matches ? 'dark' : 'light')) === 'dark';
    all('.mode').forEach((button) => {
      const show = () => button.setAttribute('aria-pressed', isDark());
      button.hidden = false;
      show();
      dark.addEventListener('change', show);
      button.addEventListener('click', () => {
        root.dataset.theme = isDark() ? 'light' : 'dark';
        show();
        if (store) store.setItem('mode', root.dataset.theme);
      });
    });
    if (navigator.clipboard) all('.copy').forEach((button) => {
      const label = button.textContent;
      button.hidden = false;
      button.addEventListener('click', () => {
        const from = button.closest('figure, details, .copies');
        const words = from.querySelector('.words');
        const text = words ? [...words.childNodes].map((n) => (n.localName !== 'i' ? n.data : n.className ? '@' : '.')).join('')
          : from.querySelector('code').textContent;
        navigator.clipboard.writeText(text).then(() => {
          button.textContent = '✓';
          setTimeout(() => { button.textContent = label; }, 1500);
        });
      });
    });
    const links = new Map(all('.toc a').map((a) => [decodeURIComponent(a.hash.slice(1)), a]));
    const above = new Set();
    const watch = new IntersectionObserver((entries) => {
      entries.forEach((e) => above[e.isIntersecting ? 'add' : 'delete'](e.target.id));
      const now = [...links.keys()].filter((id) => above.has(id)).pop();
      links.forEach((a, id) => (id === now ? a.setAttribute('aria-current', 'true') : a.removeAttribute('aria-current')));
    }, { rootMargin: '99999px 0px -70% 0px' });
    links.forEach((a, id) => { const h = document.getElementById(id); if (h) watch.observe(h); });
  });
})();
