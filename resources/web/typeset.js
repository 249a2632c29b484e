// The hidden page of the typesetter: TeX to HTML and MathML, code to spans, Mermaid to SVG. The engines are put into
// the page when the first piece needs them. What is drawn goes back through `bridge` in portions, so that whoever
// waits knows which piece it hangs on.
(() => {
  'use strict';
  // Mermaid asks for it; the web engine of Qt 6.4 is older.
  URL.canParse ||= (url, base) => {
    try {
      return Boolean(new URL(url, base));
    } catch {
      return false;
    }
  };
  const PORTION = 80;  // milliseconds of work before the drawings so far are sent

  // What a formula may not do. Its text is shown all the same, and the author is told what was left out.
  let reduced = new Set();
  const plainly = name => context => {
    reduced.add(name);
    return {tokens: context.consumeArgs(2)[1], numArgs: 0};
  };
  const plain = Object.fromEntries(['\\htmlClass', '\\htmlId', '\\htmlStyle', '\\htmlData']
      .map(name => [name, plainly(name)]));

  // Links of \ref alone: nothing that could load or run.
  function trusted(context) {
    if (context.command !== '\\href' || !context.url.startsWith('#')) reduced.add(context.command);
    return true;
  }

  function withoutLinks(html) {
    const holder = document.createElement('template');
    holder.innerHTML = html;
    for (const link of holder.content.querySelectorAll('[href]:not([href^="#"])')) {
      link.removeAttribute('href');
      if (link.localName !== 'a') continue;
      const words = document.createElement('span');
      words.className = link.className;
      words.append(...link.childNodes);
      link.replaceWith(words);
    }
    for (const picture of holder.content.querySelectorAll('img, mglyph')) {
      const words = document.createElementNS(picture.namespaceURI, picture.localName === 'img' ? 'span' : 'mtext');
      if (picture.localName === 'img') words.className = 'mord text';
      words.textContent = picture.getAttribute('alt') || picture.getAttribute('src');
      picture.replaceWith(words);
    }
    return holder.innerHTML;
  }

  function equation(piece, macros) {
    reduced = new Set();
    let html = katex.renderToString(piece.source, {
      displayMode: piece.display,
      output: 'htmlAndMathml',
      throwOnError: true,
      strict: code => {
        if (code === 'commentAtEnd') reduced.add('%');
        return 'ignore';
      },
      maxSize: 60,
      maxExpand: 1000,
      macros: {...plain, ...macros},
      trust: trusted,
    });
    // An address that KaTeX cannot read is not asked for: the command's name alone is shown.
    if (/\\(href|url|includegraphics)\b/.test(piece.source) && html.includes('color:#cc0000')) reduced.add('\\href');
    if (reduced.size > (reduced.has('%') ? 1 : 0)) html = withoutLinks(html);
    // The part for eyes is hidden from screen readers, so nothing in it may take the keyboard's focus.
    if (piece.source.includes('\\href')) html = html.replace(/<a href=/g, '<a tabindex="-1" href=');
    return reduced.size ? {html, reduced: [...reduced].join(' ')} : html;
  }

  // Names that people write and the engine does not know, with its nearest language.
  const alike = {cuda: 'cpp', cu: 'cpp', hip: 'cpp', opencl: 'c', metal: 'cpp', ispc: 'c', cython: 'python',
    triton: 'python', sage: 'python', ipython: 'python', mojo: 'python', json5: 'json', jsonc: 'json', jsonl: 'json',
    vue: 'xml', svelte: 'xml', csl: 'xml', fish: 'bash', log: 'accesslog', pseudocode: 'plaintext'};

  function code(piece) {
    const language = hljs.getLanguage(piece.language) ? piece.language : alike[piece.language.toLowerCase()];
    if (!language) return null;
    return hljs.highlight(piece.source, {language, ignoreIllegals: true}).value;
  }

  // Colours that stand for variables of the page while Mermaid computes with them.
  const roles = ['paper', 'card', 'wash', 'ink', 'soft', 'line', 'rule', 'red', 'link', 'ok', 'mark'];
  const sentinel = role => '#' + (0x10a0b0 + roles.indexOf(role) * 0x10203).toString(16).padStart(6, '0');
  const variable = role => `var(--diagram-${role})`;

  function themeVariables() {
    const of = {
      card: ['primaryColor', 'mainBkg', 'nodeBkg', 'actorBkg', 'labelBoxBkgColor', 'stateBkg', 'rowOdd',
        'quadrant1Fill', 'quadrant3Fill', 'personBkg'],
      wash: ['secondaryColor', 'tertiaryColor', 'clusterBkg', 'noteBkgColor', 'activationBkgColor', 'sectionBkgColor',
        'altSectionBkgColor', 'sectionBkgColor2', 'taskBkgColor', 'rowEven', 'compositeBackground', 'altBackground',
        'quadrant2Fill', 'quadrant4Fill', 'compositeTitleBackground', 'edgeLabelBackground', 'labelBackground',
        'doneTaskBkgColor', 'tagLabelBackground', 'commitLabelBackground'],
      ink: ['primaryTextColor', 'secondaryTextColor', 'tertiaryTextColor', 'textColor', 'nodeTextColor', 'titleColor',
        'actorTextColor', 'signalTextColor', 'labelTextColor', 'loopTextColor', 'noteTextColor', 'taskTextColor',
        'taskTextDarkColor', 'taskTextLightColor', 'taskTextOutsideColor', 'labelColor', 'stateLabelColor',
        'transitionLabelColor', 'classText', 'pieTitleTextColor', 'pieSectionTextColor', 'pieLegendTextColor',
        'quadrant1TextFill', 'quadrant2TextFill', 'quadrant3TextFill', 'quadrant4TextFill', 'quadrantTitleFill',
        'quadrantPointTextFill', 'quadrantXAxisTextFill', 'quadrantYAxisTextFill', 'tagLabelColor',
        'commitLabelColor', 'branchLabelColor', 'requirementTextColor', 'relationLabelColor', 'taskTextClickableColor'],
      soft: ['lineColor', 'defaultLinkColor', 'arrowheadColor', 'signalColor', 'actorLineColor', 'transitionColor',
        'specialStateColor', 'innerEndBackground', 'relationColor', 'quadrantPointFill',
        'primaryBorderColor', 'secondaryBorderColor', 'tertiaryBorderColor', 'nodeBorder', 'clusterBorder',
        'actorBorder', 'labelBoxBorderColor', 'noteBorderColor', 'activationBorderColor', 'taskBorderColor',
        'stateBorder', 'border1', 'border2', 'compositeBorder', 'gridColor', 'doneTaskBorderColor', 'pieStrokeColor',
        'pieOuterStrokeColor', 'quadrantInternalBorderStrokeFill', 'quadrantExternalBorderStrokeFill',
        'tagLabelBorder', 'requirementBorderColor', 'personBorder'],
      red: ['errorBkgColor', 'critBorderColor', 'todayLineColor'],
      paper: ['background', 'errorTextColor', 'sequenceNumberColor', 'requirementBackground',
        'relationLabelBackground'],
      link: ['activeTaskBorderColor'],
      mark: ['critBkgColor', 'activeTaskBkgColor', 'tagLabelBackground'],
    };
    const values = {};
    for (const [role, names] of Object.entries(of)) for (const name of names) values[name] = sentinel(role);
    const series = ['card', 'wash', 'mark', 'rule', 'line'];
    for (let i = 0; i < 12; ++i) {
      const role = series[i % series.length];
      Object.assign(values, {['cScale' + i]: sentinel(role), ['cScaleLabel' + i]: sentinel('ink'),
        ['cScaleInv' + i]: sentinel('ink'), ['cScalePeer' + i]: sentinel('line'), ['pie' + (i + 1)]: sentinel(role),
        ['git' + i]: sentinel(['link', 'red', 'ok', 'soft'][i % 4]), ['gitInv' + i]: sentinel('paper'),
        ['gitBranchLabel' + i]: sentinel('paper'), ['fillType' + i]: sentinel(role),
        ['venn' + (i + 1)]: sentinel(role)});
    }
    return {...values, fontFamily: 'Diagram', fontSize: '16px', pieOpacity: '1',
      xyChart: {backgroundColor: 'transparent', titleColor: sentinel('ink'), xAxisLabelColor: sentinel('ink'),
        xAxisTitleColor: sentinel('ink'), xAxisTickColor: sentinel('soft'), xAxisLineColor: sentinel('soft'),
        yAxisLabelColor: sentinel('ink'), yAxisTitleColor: sentinel('ink'), yAxisTickColor: sentinel('soft'),
        yAxisLineColor: sentinel('soft'),
        plotColorPalette: ['link', 'red', 'ok', 'soft'].map(sentinel).join(',')}};
  }

  // What Mermaid has mixed itself takes the role that is nearest to it by its lightness.
  const probe = document.createElement('canvas').getContext('2d');
  const known = new Map(roles.map(role => [sentinel(role), variable(role)]));
  function colour(text) {
    probe.fillStyle = '#123456';
    probe.fillStyle = text;
    const value = probe.fillStyle;
    if (known.has(value)) return known.get(value);
    const clear = /^rgba\((\d+), (\d+), (\d+), ([\d.]+)\)$/.exec(value);
    if (clear) {
      const part = number => (+number).toString(16).padStart(2, '0');
      return clear[4] === '0' ? text : colour('#' + part(clear[1]) + part(clear[2]) + part(clear[3]));
    }
    const hex = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/.exec(value);
    if (!hex || (value === '#123456' && text !== value)) return text;
    const [r, g, b] = hex.slice(1).map(part => parseInt(part, 16));
    const light = (0.299 * r + 0.587 * g + 0.114 * b) / 255;
    return variable(light < 0.3 ? 'ink' : light < 0.55 ? 'soft' : light < 0.8 ? 'line' : 'card');
  }
  const literal = /#[0-9a-f]{6}\b|#[0-9a-f]{3}\b|(?:rgb|hsl)a?\([^)]*\)|\b(?:black|white|gr[ae]y|lightgr[ae]y|darkgr[ae]y|red|blue|green|yellow|navy)\b/gi;
  const recolour = text => text.replace(/(^|[:;{\s,])([^:;{}]*)/g, (whole, before, value) =>
    before + value.replace(literal, colour));

  const painted = ['fill', 'stroke', 'stop-color', 'color', 'flood-color', 'style'];
  // Attributes that Mermaid leaves on elements which SVG gives none of that name.
  const sized = /^(svg|rect|image|use|mask|filter|pattern|foreignObject|fe[A-Z].*)$/;
  function isStray(element, name, value) {
    if (value === '' || name === 'name') return true;
    if (name === 'width' || name === 'height') return !sized.test(element);
    return name === 'viewBox' && !/^(svg|symbol|marker|pattern|view)$/.test(element);
  }

  function settle(svg, piece) {
    for (const foreign of svg.querySelectorAll('script, image, iframe, audio, video, link')) foreign.remove();
    for (const style of svg.querySelectorAll('style')) {
      style.textContent = style.textContent
          .replace(/[^{}]*\{[^{}]*\}/g, rule => {
            const at = rule.indexOf('{');
            const selector = rule.slice(0, at);
            // Rules of looks that are not used, of tooltips and of the page.
            if (/data-look="neo"|mermaidTooltip|:root/.test(selector)) return '';
            return selector.replace(/\.([a-z_])/gi, '.m-$1') + recolour(rule.slice(at)).replace('opacity:0.5', 'opacity:1');
          })
          .replace(/@import[^;]*;/g, '').replace(/url\((?!["']?#)[^)]*\)/g, 'none')
          .replace(/font-family:[^;}]*/g, 'font-family:inherit').trim();
    }
    for (const node of [svg, ...svg.querySelectorAll('*')]) {
      for (const name of painted) {
        const value = node.getAttribute(name);
        if (!value || value === 'none') continue;
        node.setAttribute(name, name === 'style' ? recolour(value).replace(/font-family:[^;]*;?/g, '')
                                                 : value.replace(literal, colour));
      }
      // The page's own rules for a class of that name are not meant.
      if (node.classList.length) node.setAttribute('class', [...node.classList].map(name => 'm-' + name).join(' '));
      for (const {name, value} of [...node.attributes]) {
        const link = name === 'href' || name === 'xlink:href';
        const unsafe = name.startsWith('on') || (link && !/^(#|https?:|mailto:)/i.test(value));
        if (unsafe || isStray(node.localName, name, value)) node.removeAttribute(name);
        if (name === 'font-family') node.setAttribute(name, 'inherit');
      }
    }
    const box = svg.viewBox.baseVal;
    if (box && box.width > 0) {
      svg.setAttribute('width', Math.ceil(box.width));
      svg.setAttribute('height', Math.ceil(box.height));
    }
    svg.removeAttribute('style');
    svg.setAttribute('role', 'img');
    if (!svg.hasAttribute('aria-labelledby')) svg.setAttribute('aria-label', piece.title || 'Diagram');
    svg.setAttribute('class', 'drawing');
  }

  let prepared = false;
  async function diagram(piece) {
    if (!prepared) {
      await document.fonts.load('16px Diagram', 'x');
      mermaid.initialize({startOnLoad: false, securityLevel: 'strict', deterministicIds: true, htmlLabels: false,
        suppressErrorRendering: true, theme: 'base', themeVariables: themeVariables(), fontFamily: 'Diagram',
        flowchart: {htmlLabels: false}, class: {htmlLabels: false}, state: {htmlLabels: false}, maxTextSize: 100000});
      prepared = true;
    }
    document.body.replaceChildren();
    const {svg} = await mermaid.render(piece.id, piece.source);
    const holder = document.createElement('div');
    holder.innerHTML = svg;
    const drawn = holder.querySelector('svg');
    if (!drawn) throw new Error('nothing was drawn');
    settle(drawn, piece);
    return new XMLSerializer().serializeToString(drawn);
  }

  // What Mermaid takes away before it reads, in its order: front matter, directives, comments, blanks at the start.
  const takenAway = [/^([^\S\n]*)-{3}\s*\n[^]*?\n\1-{3}\s*\n+/g, /%%\{[^]*?\}%%\s*/g, /^\s*%%(?!\{)[^\n]+\n?/gm, /^\s+/g];

  /// Line of the source that is Mermaid's line `number`.
  function lineInSource(source, number) {
    let text = source;
    let line = 1;
    let lines = Array.from({length: text.length}, (_, i) => text[i] === '\n' ? line++ : line);
    for (const pattern of takenAway) {
      const gone = new Set();
      for (const match of text.matchAll(pattern))
        for (let i = match.index; i < match.index + match[0].length; ++i) gone.add(i);
      text = Array.from({length: text.length}, (_, i) => gone.has(i) ? '' : text[i]).join('');
      lines = lines.filter((_, i) => !gone.has(i));
    }
    let at = 0;
    for (let n = 1; n < number && at >= 0; ++n) at = text.indexOf('\n', at) + 1 || -1;
    return at >= 0 && at < lines.length ? lines[at] : lines.at(-1) ?? 0;
  }

  /// Mermaid's parsers say: "Parse error on line 2:", the text around it, a line that points into it, "Expecting …".
  /// Readers of the page are told the line and the sign; what was expected (all tokens of the grammar) is `detail`.
  function diagramFault(error, piece) {
    const written = String(error && error.message || error).split('\n');
    const rows = written.map(row => row.trim()).filter(Boolean);
    const named = /\bline (\d+)/.exec(rows[0] ?? '');
    const number = named ? +named[1]
        : error?.result?.lexerErrors?.[0]?.line ?? error?.result?.parserErrors?.[0]?.token?.startLine;
    if (!(number > 0)) return {error: rows.join(' ')};
    const line = lineInSource(piece.source, number);
    const pointer = written.findIndex(row => /^-*\^\s*$/.test(row));
    const sign = pointer > 0 ? written[pointer - 1][written[pointer].indexOf('^')]
        : error?.result?.parserErrors?.[0]?.token?.image;
    const place = `line ${line} of the diagram cannot be read`;
    const detail = named ? [rows[0].replace(named[0], `line ${line} of the diagram`),
                            ...rows.filter(row => row.startsWith('Expecting'))] : rows;
    return {error: sign?.trim() ? `${place} at “${sign}”` : place, detail: detail.join(' '), line};
  }

  function draw(piece, macros) {
    if (piece.kind === 'math') return equation(piece, macros);
    if (piece.kind === 'citations') return offprintCite(piece.source);
    return code(piece);
  }

  // Each drawing with a letter for what it is and its length, so that nothing need be escaped on the way.
  const told = (letter, text) => letter + text.length + ':' + text;
  const drawn = result => result === null ? 'u0:' : typeof result === 'string' ? told('h', result)
      : told('r', result.reduced + '\n' + result.html);
  const failed = (error, piece) => {
    const fault = piece.kind === 'diagram' ? diagramFault(error, piece) : {error: String(error && error.message || error)};
    return told('e', (fault.line ?? 0) + '\n' + fault.error + (fault.detail ? '\f' + fault.detail : ''));
  };

  let work = null;

  // Draws for a while and returns what is drawn by then, after a "+" when there is more to draw. A diagram takes turns
  // of the page's loop: it is sent by itself, and what was drawn before it is returned.
  window.typesetMore = () => {
    const since = performance.now();
    let done = '';
    while (work.next < work.pieces.length) {
      const piece = work.pieces[work.next];
      if (piece.kind === 'diagram' && done) break;
      ++work.next;
      if (piece.kind === 'diagram') {
        const batch = work.batch;
        diagram(piece).then(drawn, error => failed(error, piece)).then(
            result => bridge.drawn(batch, work.next < work.pieces.length ? '+' + result : result));
        return '';
      }
      try {
        done += drawn(draw(piece, work.macros));
      } catch (error) {
        done += failed(error, piece);
      }
      if (work.oneByOne || performance.now() - since >= PORTION) break;
    }
    return work.next < work.pieces.length ? '+' + done : done;
  };

  window.typeset = (batch, pieces, macros, oneByOne) => {
    work = {batch, pieces, macros, oneByOne, next: 0};
    return typesetMore();
  };
})();
