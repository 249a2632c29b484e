// Formats the citations of one text by a CSL style (citeproc). Runs in the typesetter's page.
// request: {style, locales: {tag: xml}, language, items: {id: CSL JSON}, anchors: {id: text},
//           citations: [{mode: "normal" | "composite", items: [{id, locator, label, prefix, suffix, "suppress-author"}]}]}
// answer: {citations: [html], entries: [{anchor, html}], hanging, aligned}; both are JSON texts. Throws.
(() => {
  'use strict';

  const kNoForm = '[NO_PRINTED_FORM]'; // what citeproc says where a style has no such form
  const kOthers = '\uE000'; // an author who stands for those who are not named
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
    if (names.length > 2 || names.includes(kOthers)) return `${escaped(names[0])} ${engine.getTerm('et-al')}`;
    return `${escaped(names[0])} ${engine.getTerm('and')} ${escaped(names[1])}`;
  }

  /**
   * The texts of `entries`, each cited in the form that `change` makes of it. Styles without a rule for later
   * citations of a work ("ibid.") say the same wherever the same is cited: each is then formatted once, as if it
   * were alone, since the engine looks at all citations again for every one.
   */
  function format(engine, entries, change) {
    const citations = entries.map((entry, index) => ({
      citationID: `c${index}`,
      citationItems: change(entry).items,
      properties: {noteIndex: 0, ...(change(entry).mode === 'composite' ? {mode: 'composite'} : {})},
    }));
    if (engine.opt.update_mode === CSL.POSITION)
      return engine.rebuildProcessorState(citations, 'html', []).map((row) => row[2]);
    const made = new Map();
    return citations.map((citation) => {
      const key = JSON.stringify([citation.citationItems, citation.properties]);
      if (!made.has(key)) {
        const answer = engine.processCitationCluster(citation, [], [], CSL.ASSUME_ALL_ITEMS_REGISTERED);
        made.set(key, answer[1].find((row) => row[2] === citation.citationID)[1]);
      }
      return made.get(key);
    });
  }

  /** Texts of all citations; what the style cannot say ("Author [1]") is put together from what it can. */
  function texts(engine, request) {
    engine.setOutputFormat('html');
    engine.updateItems([...new Set(request.citations.flatMap((entry) => entry.items.map((item) => item.id)))]);
    const made = format(engine, request.citations, (entry) => entry);
    const plain = made.flatMap((html, index) => (html.includes(kNoForm) ? [index] : []));
    const again = format(engine, plain.map((index) => request.citations[index]), (entry) =>
      ({mode: 'normal', items: entry.items.map((item) => ({...item, 'suppress-author': false}))}));
    plain.forEach((index, at) => {
      const entry = request.citations[index];
      const named = entry.mode === 'composite' ? authorsInText(engine, request.items[entry.items[0].id]) + ' ' : '';
      made[index] = named + again[at];
    });
    return made;
  }

  /** Without the brackets that the style puts around a whole citation. */
  const core = (html) => html.replace(/^(?:<sup>)?[([\s]*/, '').replace(/[)\].\s]*(?:<\/sup>)?$/, '');
  const quoted = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

  /** Leads from each work in a citation to its entry, as far as the works can be told apart in it. */
  function withLinks(textOf, html, items) {
    if (items.length === 1) return linked(html, items[0].id);
    let out = html;
    for (const item of items) {
      const own = core(textOf(item.id));
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

  /** Puts "et al." where the name of the others came out, with what joined it to the names before. */
  function withOthers(engine) {
    const term = engine.getTerm('et-al');
    const joint = new RegExp(
      `(?:,?\\s*(?:&#38;|&amp;|${quoted(engine.getTerm('and'))})|[,;])?\\s*${kOthers}${term.endsWith('.') ? '\\.?' : ''}`, 'g');
    return (html) => html.replace(joint, ` ${escaped(term)}`);
  }

  window.offprintCite = (source) => {
    const request = JSON.parse(source);
    try {
      const engine = engineFor(request);
      const made = texts(engine, request);
      const list = bibliography(engine);
      const alone = new Map();
      const textOf = (id) => {
        if (!alone.has(id)) alone.set(id, engine.makeCitationCluster([{id}]));
        return alone.get(id);
      };
      const citations = made.map((html, index) => withLinks(textOf, html, request.citations[index].items));
      const whole = withOthers(engine);
      const entries = list.entries.map((entry) => ({...entry, html: whole(entry.html)}));
      return JSON.stringify({...list, entries, citations: citations.map(whole)});
    } catch (error) {
      last = null; // what it was in the middle of must not show in the next text
      throw error;
    }
  };
})();
