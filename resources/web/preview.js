// The page side of the live preview. Runs in the application's own script world, so that the page's scripts neither
// see nor reach it, and leaves no trace in the page's tree: documentElement.outerHTML is that of the exported file.
//
// A page is its chrome (the bytes before and after the text) and its blocks (the text, one HTML fragment each).
// A patch replaces blocks where they stand; a change of the chrome is merged three-way, so that what the page's
// scripts did to it (an opened menu, a chosen colour mode) stays. Fragments that do not stand for themselves,
// such as raw HTML whose tags do not balance, are handled by parsing the whole page anew and merging that.
globalThis.offprint = ((before) => {
  'use strict';
  const MARK = 'offprint:text';
  const FENCE = 'offprint-fence';
  // Elements that are merged with all that is in them: a template has no children to walk, and morphdom writes
  // attributes of its own into options.
  const WHOLE = new Set(['template', 'select']);
  const inert = document.implementation.createHTMLDocument('');

  let page = null;         // {head, tail, blocks: [html]}
  let container = null;    // element whose children the blocks are
  let follower = null;     // first node of the container after the blocks
  let nodes = null;        // per block its nodes in the live tree; null: blocks are not mapped
  let origins = new WeakMap();  // live element -> what the file says of it
  let bridge = null;
  const listening = new AbortController();
  const end = () => listening.abort();
  if (before) before.end();  // a window may live on from an empty first document into the page

  // ---- parsing

  // A parser without scripts reads what stands in <noscript> as elements; the page's own, which runs them, as words.
  const literal = (text) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;');
  const worded = (html) => (html.includes('<noscript') || html.includes('<NOSCRIPT')
    ? html.replace(/(<noscript\b[^>]*>)([^]*?)(?=<\/noscript)/gi, (_, tag, text) => tag + literal(text)) : html);

  function chromeOf(head, tail) {
    const tree = new DOMParser().parseFromString(`${head}<!--${MARK}-->${tail}`, 'text/html');
    const walker = tree.createTreeWalker(tree, NodeFilter.SHOW_COMMENT);
    let mark = walker.nextNode();
    while (mark && mark.data !== MARK) mark = walker.nextNode();
    return {root: tree.documentElement, mark: mark && mark.parentElement ? mark : null};
  }

  // Nodes of each fragment as they come to stand in `place`, or null when one does not stand for itself: it leaves
  // something open, closes something of the page, or speaks of the page as a whole.
  function fragments(place, htmls) {
    if (htmls.some((html) => /<\/?(?:html|head|body|frameset)[\s>/]/i.test(html))) return null;
    let open = '';
    let depth = 0;
    for (let at = place; at && at.localName !== 'body'; at = at.parentElement, ++depth) open = `<${at.localName}>${open}`;
    const outer = inert.createElement('body');
    outer.innerHTML = open + htmls.map((html) => `${worded(html)}<${FENCE}></${FENCE}>`).join('');
    let inner = outer;
    for (; depth > 0; --depth) {
      if (inner.childNodes.length !== 1) return null;
      inner = inner.firstElementChild;
    }
    const lists = [];
    let list = [];
    for (const node of inner.childNodes) {
      if (node.localName !== FENCE) {
        list.push(node);
        continue;
      }
      if (node.firstChild) return null;
      lists.push(list);
      list = [];
    }
    return lists.length === htmls.length && list.length === 0 && !inner.querySelector(`:scope * ${FENCE}`) ? lists : null;
  }

  // ---- which live node came from where

  // Remembers for every element of `live` the element of `file` that it was made from.
  function pair(live, file, stop) {
    origins.set(live, file);
    if (live === stop) return;
    const mine = live.children;
    const theirs = file.children;
    for (let i = 0; i < theirs.length && mine[i] && mine[i].localName === theirs[i].localName; ++i) pair(mine[i], theirs[i], stop);
  }

  // The live nodes that stand for `expected`, which must be all children of the container, in order. The parser
  // joins neighbouring texts; they are parted again where a block ends.
  function claim(expected) {
    const claimed = [];
    let live = container.firstChild;
    for (const node of expected) {
      if (node.nodeType === Node.TEXT_NODE) {
        if (!live || live.nodeType !== Node.TEXT_NODE || !live.data.startsWith(node.data)) return null;
        if (live.data.length > node.data.length) live.splitText(node.data.length);
      } else if (!live || live.nodeName !== node.nodeName) {
        return null;
      }
      claimed.push(live);
      live = live.nextSibling;
    }
    return live ? null : claimed;
  }

  const wholePage = () =>
      new DOMParser().parseFromString(page.head + worded(page.blocks.join('')) + page.tail, 'text/html').documentElement;

  function map() {
    origins = new WeakMap();
    const {root, mark} = chromeOf(page.head, page.tail);
    nodes = mark && mapBlocks(root, mark);
    if (!nodes) pair(document.documentElement, wholePage(), null);
  }

  function mapBlocks(root, mark) {
    const steps = [];
    for (let at = mark.parentElement; at !== root; at = at.parentElement) steps.unshift([...at.parentElement.children].indexOf(at));
    if (!container || !container.isConnected) {
      container = steps.reduce((at, index) => at && at.children[index], document.documentElement) || null;
      if (container && container.localName !== mark.parentElement.localName) container = null;
    }
    pair(document.documentElement, root, container);
    const lists = container && fragments(container, page.blocks);
    if (!lists) return null;
    const before = [];
    const after = [];
    let side = before;
    for (const node of mark.parentElement.childNodes) {
      if (node === mark) side = after;
      else side.push(node);
    }
    const claimed = claim([...before, ...lists.flat(), ...after]);
    if (!claimed) return null;
    let at = before.length;
    const found = lists.map((list) => claimed.slice(at, (at += list.length)));
    follower = claimed[at] || null;
    return found;
  }

  // ---- merging

  const same = (a, b) => a.isEqualNode(b) && (!a.querySelector('template') || a.outerHTML === b.outerHTML);

  // Carries over to `next` what scripts or the reader changed in `live` since the file said `file`.
  function keepChanges(live, file, next) {
    for (const {name, value} of [...live.attributes]) {
      if (file.getAttribute(name) !== value && next.getAttribute(name) === file.getAttribute(name)) next.setAttribute(name, value);
    }
    for (const {name, value} of [...file.attributes]) {
      if (!live.hasAttribute(name) && next.getAttribute(name) === value) next.removeAttribute(name);
    }
  }

  // Keys hold together what must not be made anew; ids are none, since one typed in a text could pull nodes from
  // elsewhere.
  function merge(live, next, frozen = null, keys = new WeakMap()) {
    morphdom(live, next, {
      getNodeKey: (node) => keys.get(node),
      onBeforeElUpdated(from, to) {
        const file = origins.get(from);
        if (file && same(file, to)) return false;
        if (file) keepChanges(from, file, to);
        if (WHOLE.has(to.localName)) from.innerHTML = to.innerHTML;
        return true;
      },
      onBeforeElChildrenUpdated: (from) => from !== frozen && !WHOLE.has(from.localName),
    });
  }

  // False when the change reaches into the container and has to be made by mergeAll().
  function mergeChrome(was) {
    const around = ({mark}) => mark && [...mark.parentNode.childNodes].map((n) => (n === mark ? MARK : n.outerHTML || n.data)).join('');
    const next = chromeOf(page.head, page.tail);
    if (around(chromeOf(was.head, was.tail)) !== around(next)) return false;
    const file = next.root.cloneNode(true);
    const keys = new WeakMap();
    let mine = container;
    let level = 0;
    for (let theirs = next.mark && next.mark.parentElement; theirs && mine; theirs = theirs.parentElement) {
      keys.set(mine, `level ${++level}`).set(theirs, `level ${level}`);
      mine = mine.parentElement;
    }
    merge(document.documentElement, next.root, container, keys);
    if (container && !container.isConnected) return false;
    pair(document.documentElement, file, container);
    return true;
  }

  function mergeAll() {
    merge(document.documentElement, wholePage());
    map();
  }

  // Two versions of one block: changed in place where they are of one shape, so that an opened <details> or a
  // running demo beside the edited words stays as it is.
  function mergeBlock(live, old, next) {
    if (live.length !== next.length || live.some((node, i) => node.nodeName !== next[i].nodeName)) return false;
    live.forEach((node, i) => {
      if (node.nodeType !== Node.ELEMENT_NODE) {
        node.data = next[i].data;
        return;
      }
      if (old[i]) pair(node, old[i], null);
      merge(node, next[i]);
    });
    return true;
  }

  function replaceBlocks(at, removed, fresh) {
    const gone = nodes.splice(at, removed.length);
    const rest = nodes.slice(at).find((list) => list.length);
    const end = rest ? rest[0] : follower;
    const kept = fragments(container, removed.slice(0, fresh.length)) || [];
    fresh.forEach((list, i) => {
      if (i < gone.length && mergeBlock(gone[i], kept[i] || [], list)) {
        fresh[i] = gone[i];
        return;
      }
      const place = gone.slice(i).flat()[0] || end;
      list.forEach((node) => container.insertBefore(node, place));
      if (i < gone.length) gone[i].forEach((node) => node.remove());
    });
    gone.slice(fresh.length).flat().forEach((node) => node.remove());
    nodes.splice(at, 0, ...fresh);
  }

  // ---- where the text stands on the screen

  const EDGE = 56;  // CSS pixels that the caret's place keeps from the lower edge
  let marked = -1;
  let bars = [];
  let colour = '';

  const elementsOf = (index) => (nodes && nodes[index] ? nodes[index].filter((n) => n.nodeType === Node.ELEMENT_NODE) : []);

  // The thin bar at the block with the caret: an animation, because that changes neither tree nor layout.
  function drawBar() {
    const elements = elementsOf(marked);
    if (bars.length === elements.length && bars.every((bar, i) => bar.effect.target === elements[i])) return;
    bars.forEach((bar) => bar.cancel());
    bars = elements.map((element) => {
      const bar = element.animate(
          [{borderImage: `linear-gradient(to right, ${colour} 3px, transparent 3px) 0 fill / 0 / 0 0 0 12px`}],
          {duration: 1, fill: 'both'});
      bar.finish();
      return bar;
    });
  }

  function rectOf(index) {
    let top = Infinity;
    let bottom = -Infinity;
    for (const element of elementsOf(index)) {
      const box = element.getBoundingClientRect();
      if (!box.height && !box.width) continue;
      top = Math.min(top, box.top);
      bottom = Math.max(bottom, box.bottom);
    }
    return top <= bottom ? {top: top + scrollY, bottom: bottom + scrollY} : null;
  }

  let driven = false;   // the reader scrolls here, not the editor
  let waiting = false;  // a report is due with the next frame

  function place() {
    let previous = null;
    for (let i = 0; nodes && i < nodes.length; ++i) {
      const box = rectOf(i);
      if (!box) continue;
      if (box.top > scrollY + 1) {
        if (!previous) return {index: -1, part: Math.max(0, Math.min(1, scrollY / Math.max(1, box.top)))};
        break;
      }
      previous = {index: i, part: Math.min(1, (scrollY - box.top) / Math.max(1, box.bottom - box.top))};
    }
    return previous || {index: -1, part: 0};
  }

  function reportScroll() {
    if (!driven || waiting || !bridge) return;
    waiting = true;
    requestAnimationFrame(() => {
      waiting = false;
      if (!driven) return;
      const {index, part} = place();
      bridge.scrolledTo(index, part);
    });
  }

  function reportClick(event) {
    if (!bridge || event.button !== 0 || event.ctrlKey || event.metaKey) return;
    if (event.target.closest('a, button, input, select, textarea, summary, label, video, audio, iframe')) return;
    if (!getSelection().isCollapsed) return;
    if (parts.size) return reportPart(event.target);
    if (!nodes) return;
    let node = event.target;
    while (node && node.parentNode !== container) node = node.parentNode;
    const index = node ? nodes.findIndex((list) => list.includes(node)) : -1;
    const box = index >= 0 && rectOf(index);
    if (!box) return;
    bridge.clicked(index, Math.max(0, Math.min(0.999, (event.clientY + scrollY - box.top) / Math.max(1, box.bottom - box.top))));
  }

  // ---- parts of the home page, told apart by their anchors

  let parts = new Set();
  let chosen = '';
  let frame = null;

  function reportPart(target) {
    for (let at = target.closest('[id]'); at; at = at.parentElement && at.parentElement.closest('[id]')) {
      if (parts.has(at.id)) return bridge.picked(at.id);
    }
  }

  // A frame around the chosen part, as an animation for the reason that the bar is one.
  function drawFrame() {
    const element = chosen && document.getElementById(chosen);
    if (frame && frame.effect.target === element) return element;
    if (frame) frame.cancel();
    frame = null;
    if (!element) return null;
    const line = {outline: `2px solid ${colour}`, outlineOffset: '-2px'};
    frame = element.animate([line, line], {duration: 1, fill: 'both'});
    frame.finish();
    return element;
  }

  // With `near` the part is brought into view where it is not.
  function setParts(ids, part, near) {
    parts = new Set(ids);
    chosen = part;
    const element = drawFrame();
    if (!element || !near) return;
    const box = element.getBoundingClientRect();
    if (box.top >= 0 && box.top < innerHeight - EDGE) return;
    driven = false;
    scrollTo(0, Math.max(0, scrollY + box.top - EDGE));
  }

  // ---- light and dark

  // Answers prefers-color-scheme in the page's style sheets: the engine knows only one answer for the whole process.
  const media = new WeakMap();
  let dark = false;
  const sheetMargins = '9.5% 8.6%';  // 20 mm and 18 mm of A4, as the themes' @page has them
  let paper = false;  // style sheets for print hold, those for the screen do not

  function answerMedia(list) {
    if (!list || !list.mediaText) return;
    if (!media.has(list)) media.set(list, list.mediaText);
    const asked = media.get(list);
    if (!asked.includes('prefers-color-scheme') && !(paper && /\b(?:print|screen)\b/.test(asked))) return;
    const answer = (yes) => (yes ? '(min-width: 0)' : '(max-width: 0)');
    const answered = asked.replace(/\(\s*prefers-color-scheme\s*:\s*(\w+)\s*\)/g, (_, which) => answer((which === 'dark') === dark));
    // No page is shown on a teletype.
    list.mediaText = paper ? answered.replace(/\bprint\b/g, 'all').replace(/\bscreen\b/g, 'tty') : answered;
  }

  function answerSheet(sheet) {
    answerMedia(sheet.media);
    let rules = [];
    try {
      rules = sheet.cssRules;
    } catch (error) {
      return;  // a sheet of a sandboxed origin, which is none of ours
    }
    for (const rule of rules) {
      if (rule.styleSheet) answerSheet(rule.styleSheet);
      else if (rule.cssRules) answerSheet({media: rule.media, cssRules: rule.cssRules});
    }
  }

  const answerScheme = () => [...document.styleSheets].forEach(answerSheet);

  // ---- called by the program

  // Before anything of the page exists. `model` is what the file holds.
  function begin(model) {
    page = model;
    dark = model.dark;
    paper = model.paper;
    colour = model.accent;
    const {signal} = listening;
    document.addEventListener('readystatechange', () => {
      if (document.readyState !== 'interactive') return;
      answerScheme();
      if (paper) document.documentElement.style.padding = sheetMargins;
      map();
    }, {signal});
    document.addEventListener('load', (event) => event.target.localName === 'link' && answerScheme(), {signal, capture: true});
    addEventListener('load', () => {
      answerScheme();
      document.fonts.ready.then(() => requestAnimationFrame(() => requestAnimationFrame(() => {
        new QWebChannel(qt.webChannelTransport, (channel) => {
          bridge = channel.objects.bridge;
          bridge.painted(model.load);
        });
      })));
    }, {signal});
    for (const name of ['wheel', 'pointerdown', 'keydown', 'touchstart']) {
      addEventListener(name, () => (driven = true), {signal, capture: true, passive: true});
    }
    addEventListener('scroll', reportScroll, {signal, passive: true});
    addEventListener('click', reportClick, {signal});
  }

  // {at, removed, blocks: [html], and head and tail when the chrome changed}.
  function patch(change) {
    driven = false;
    const was = page;
    const removed = page.blocks.slice(change.at, change.at + change.removed);
    page = {head: change.head ?? page.head, tail: change.tail ?? page.tail, blocks: page.blocks};
    page.blocks.splice(change.at, change.removed, ...change.blocks);
    const fresh = nodes && change.blocks.length + change.removed > 0 ? fragments(container, change.blocks) : [];
    const chrome = change.head !== undefined;
    if ((nodes || !page.blocks.length) && fresh && (!chrome || mergeChrome(was))) {
      if (nodes) replaceBlocks(change.at, removed, fresh);
    } else {
      mergeAll();
    }
    if (marked >= change.at) drawBar();
    if (chosen) drawFrame();
  }

  // The block with the caret, and the part of it that stands before the caret. With `near` that place is brought
  // into view where it is not, or at the lower edge. At the upper one it stands where the text was scrolled to it.
  function mark(index, part, near) {
    if (marked !== index) {
      marked = index;
      drawBar();
    }
    const box = near ? rectOf(index) : null;
    if (!box) return;
    const at = box.top + (box.bottom - box.top) * part;
    const edge = Math.min(EDGE, innerHeight / 6);
    const above = at < scrollY - 1;
    if (!above && at <= scrollY + innerHeight - edge) return;
    driven = false;
    scrollTo(0, at - innerHeight * (above ? 1 / 3 : 2 / 3));
  }

  // Index -1 is what stands above the text.
  function scrollToBlock(index, part) {
    driven = false;
    const first = nodes ? nodes.findIndex((list, i) => rectOf(i)) : -1;
    const box = rectOf(index < 0 ? first : index);
    if (box) scrollTo(0, index < 0 ? box.top * part : box.top + (box.bottom - box.top) * part);
  }

  // The scroll bar is the program's, beside the page.
  function drag(top) {
    driven = true;
    scrollTo(0, top);
  }

  function setDark(on) {
    dark = on && !paper;
    answerScheme();
  }

  function setAccent(value) {
    colour = value;
    bars.splice(0).forEach((bar) => bar.cancel());
    drawBar();
    if (frame) frame.cancel();
    frame = null;
    drawFrame();
  }

  const mapped = () => nodes !== null;

  return {begin, end, patch, mark, setParts, scrollToBlock, drag, setDark, setAccent, mapped};
})(globalThis.offprint);
