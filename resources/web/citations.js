// Formats the citations of one text by a CSL style (citeproc). Runs in the typesetter's page.
// request: {style, locales: {tag: xml}, language, items: {id: CSL JSON}, anchors: {id: text},
//           citations: [{mode: "normal" | "composite", items: [{id, locator, label, prefix, suffix, "suppress-author"}]}]}
// answer: {citations: [html], entries: [{anchor, html}], hanging, aligned}; both are JSON texts. Throws.
(() => {
  'use strict';

  const kNoForm = '[NO_PRINTED_FORM]'; // what citeproc says where a style has no such form
  const escaped = (text) => text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);
  const linked = (html, key) => `<a href="#${escaped(anchors[key])}" role="doc-biblioref">${html}</a>`;

  // Reading a style takes longer than using it: texts of one site follow each other with the same one.
  let items = {};
  let anchors = {};
  let last = null;
  function engineFor(request) {
    items = request.items;
    anchors = request.anchors;
    if (last && last.style === request.style && last.language === request.language) {
      last.engine.restoreProcessorState([]);
      return last.engine;
    }
    const system = {
      retrieveLocale: (tag) => request.locales[tag] || request.locales['en-US'],
      retrieveItem: (key) => items[key],
    };
    const engine = new CSL.Engine(system, request.style, request.language, true);
    engine.opt.development_extensions.wrap_url_and_doi = true;
    last = {style: request.style, language: request.language, engine};
    return engine;
  }

  /** "Goodfellow and Bengio", "Vaswani et al.", for styles that have no form for the authors alone. */
  function authorsInText(engine, item) {
    const names = (item.author || item.editor || []).map((name) =>
      name.literal || [name['non-dropping-particle'], name.family].filter(Boolean).join(' '));
    if (names.length === 0) return escaped(item.title || '');
    if (names.length === 1) return escaped(names[0]);
    if (names.length > 2) return `${escaped(names[0])} ${engine.getTerm('et-al')}`;
    return `${escaped(names[0])} ${engine.getTerm('and')} ${escaped(names[1])}`;
  }

  function run(engine, request, plain) {
    const citations = request.citations.map((entry, index) => ({
      citationID: `c${index}`,
      citationItems: entry.items.map((item) => (plain.has(index) ? {...item, 'suppress-author': false} : item)),
      properties: {noteIndex: 0, ...(entry.mode === 'composite' && !plain.has(index) ? {mode: 'composite'} : {})},
    }));
    return engine.rebuildProcessorState(citations, 'html', []).map((row) => row[2]);
  }

  /** Texts of all citations; what the style cannot say ("Author [1]") is put together from what it can. */
  function texts(engine, request) {
    const plain = new Set();
    const first = run(engine, request, plain);
    first.forEach((html, index) => {
      if (html.includes(kNoForm)) plain.add(index);
    });
    if (plain.size === 0) return first;
    return run(engine, request, plain).map((html, index) => {
      const entry = request.citations[index];
      if (!plain.has(index) || entry.mode !== 'composite') return html;
      return `${authorsInText(engine, request.items[entry.items[0].id])} ${html}`;
    });
  }

  /** Without the brackets that the style puts around a whole citation. */
  const core = (html) => html.replace(/^(?:<sup>)?[([\s]*/, '').replace(/[)\].\s]*(?:<\/sup>)?$/, '');
  const quoted = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

  /** Leads from each work in a citation to its entry, as far as the works can be told apart in it. */
  function withLinks(engine, html, items) {
    if (items.length === 1) return linked(html, items[0].id);
    let out = html;
    for (const item of items) {
      const own = core(engine.makeCitationCluster([{id: item.id}]));
      if (!own) continue;
      const place = new RegExp(`(?<!\\w)${quoted(own)}(?!\\w)`);
      // Not inside the links that stand already.
      const parts = out.split(/(<a [^]*?<\/a>)/);
      const at = parts.findIndex((part, index) => index % 2 === 0 && place.test(part));
      if (at >= 0) parts[at] = parts[at].replace(place, (text) => linked(text, item.id));
      out = parts.join('');
    }
    return out;
  }

  function bibliography(engine) {
    const made = engine.makeBibliography();
    if (!made) return {entries: [], hanging: false, aligned: false};
    const [layout, entries] = made;
    return {
      entries: entries.map((html, index) => {
        const key = String(layout.entry_ids[index][0]);
        const inner = html.trim().replace(/^<div class="csl-entry">/, '').replace(/<\/div>$/, '').trim();
        return {anchor: anchors[key], html: inner};
      }),
      hanging: Boolean(layout.hangingindent),
      aligned: Boolean(layout['second-field-align']),
    };
  }

  window.offprintCite = (source) => {
    const request = JSON.parse(source);
    try {
      const engine = engineFor(request);
      const made = texts(engine, request);
      const list = bibliography(engine);
      const citations = made.map((html, index) => withLinks(engine, html, request.citations[index].items));
      return JSON.stringify({citations, ...list});
    } catch (error) {
      last = null; // what it was in the middle of must not show in the next text
      throw error;
    }
  };
})();
