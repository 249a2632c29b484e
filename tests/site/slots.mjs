// slots.mjs SITES MODULES: every numbered slot of the three reference sites (reference-sites.md) is filled on the site of its starter, in the starter's own theme and in
// the other two. A slot is a page, what is looked for on it, and how many there must be.
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const [sites, modules] = process.argv.slice(2).map((path) => resolve(path));
const { chromium } = createRequire(join(modules, '/'))('playwright-core');
const home = 'index.html';

// slot, page, selector, least number, what its text says, the themes that show it (all)
const slots = {
  notebook: [
    ['A1 greeting with the name', home, 'h1', 1, /Sample Author/],
    ['A1 role and employer in a sentence, a metric in prose', home, '.lede p', 1, /engineer at a .* company.*few hundred/],
    ['A1 a paragraph for readers of one piece, and what the site is for', home, '#hello .text p', 1, /article or a review.*This is where/],
    ['A1 portrait', home, '#hello figure img[alt]:not([alt=""])', 1],
    ['A2 several calls at once', home, '#hello .follow a', 3],
    ['A2 feed', home, '#hello .follow a[href$="feed.xml"]', 1],
    ['A2 profiles', home, '#hello .follow a[rel~="me"]', 2],
    ['A3 intro', home, '#start .intro', 1, /\w/],
    ['A3 a card a kind that leads to its index', home, '#start li a[href^="articles/index"], #start li a[href^="concepts/index"], #start li a[href^="reviews/index"]', 3],
    ['A3 a sentence a card', home, '#start li:has(p)', 3, /Long reads.*One idea.*The idea/s],
    ['A3 one pinned item a card', home, '#start a[href*="softmax-in-one-sweep"], #start a[href*="warp-occupancy"], #start a[href*="reviews/flashattention"]', 3],
    ['A4 sub-headed sections with anchors', home, '#what-i-do-now, #why-gpus, #beyond-work', 3],
    ['A5 distinct events', home, '#spoken .venues > li h3', 2],
    ['A5 all talks', home, '#spoken a[href="talks/index.html"]', 1, /^All \d+ talks/],
    ['A6 interests', home, '#interests li', 5],
    ['A7 education, coursework, experience', home, '#path', 1, /Inference lead.*BSc.*Graduate courses/s],
    ['A7 to the résumé and to the map of topics', home, '#path a[href="cv/index.html"], #path a[href="topics/index.html"]', 2],
    ['A8 intro', home, '#endorse .intro', 1, /\w/],
    ['A8 title, author, link out', home, '#endorse .list li:has(a[href^="https://"])', 3, /Drepper|Alammar|He/],
    ['A9 a line and a button for mail', home, '#contact a[href^="mailto:"]', 1],
    ['A article', 'articles/softmax-in-one-sweep/index.html', 'article .prose > p', 3],
    ['A concepts by topic', 'concepts/index.html', '#page-main h2', 2],
    ['A review with a demo', 'reviews/online-normalizer/index.html', 'figure.demo iframe[title]', 1],
    ['A index of talks', 'talks/index.html', '#page-main li a[href*="three-engines"]', 1],
    ['A résumé', 'cv/index.html', '#page-main h2', 3],
    ['A map of topics', 'topics/index.html', '#page-main a[href*="attention"]', 1],
  ],
  platform: [
    ['B1 eyebrow', home, '.eyebrow, .tag', 1, /Platform engineer/],
    ['B1 name with honorific', home, 'h1', 1, /^Dr\. Sample Author/],
    ['B1 tagline of two sentences', home, '#hello .lede', 1, /\. .*\./],
    ['B1 buttons', home, '#hello a.btn', 2],
    ['B1 newest writing with date and minutes', home, '#hello .latest', 1, /20\d\d.*\d min/s],
    ['B2 paragraph', home, '#about .text p', 1, /\w/],
    ['B2 icons of features', home, '#capabilities li img', 6, null, ['platform', 'notebook']],
    ['B2 six features with a title, a sentence', home, '#capabilities li:has(h3):has(p)', 6],
    ['B3 four values as written', home, '#numbers', 1, /10\+.*50\+.*1B\+.*99\.9%/s],
    ['B4 projects with titles and descriptions', home, '#work li:has(h3, .t) p', 3],
    ['B4 ordered chips with spaces and mixed case', home, '#work .stack', 3, /TensorRT[\s,]*Triton Inference Server/],
    ['B5 three kinds in one list', home, '#writings .list > li', 4, /Article|Paper review|Tutorial/],
    ['B5 dates of month precision', home, '#writings time[datetime="2026-01"]', 1, /Jan(uary)? 2026/],
    ['B5 reading time', home, '#writings .list > li', 4, /\d+ min/],
    ['B5 excerpt by hand, and a link to read on', home, '#writings .list > li:has(p):has(a[href*="/index.html"])', 4],
    ['B6 news with badge, title, summary', home, '#news .list > li:has(a):has(p)', 2],
    ['B6 named source', home, '#news', 1, /arXiv/],
    ['B6 tools with a line and a tag', home, '#tools li:has(h3, .t):has(p)', 5],
    ['B6 stars with a date', home, '#tools', 1, /1\.2k.*as of Jan(uary)? 2026/s],
    ['B7 title and pitch', home, '#letter', 1, /One letter a month.*paper/s],
    ['B7 a form without scripts', home, '#letter form[method="post"][action^="https://"] input[type="email"][required]', 1],
    ['B8 paragraph', home, '#contact .intro', 1, /\w/],
    ['B8 four cards with a line and an action', home, '#contact li:has(p, span):has(a)', 4, /View the CV.*Book a call.*Propose it.*Send an email/s],
  ],
  ledger: [
    ['C1 title as the heading', home, 'h1', 1, /Research scientist/],
    ['C1 one paragraph', home, '#hello .lede p', 1, /\w/],
    ['C2 numbered sections', home, '.label .number, .label-number, .number', 4, /0[1-4]/],
    ['C2 their names and intros', home, '#systems, #systems ~ *', 1, /Systems.*Machines.*Applied ML.*Methods.*Upcoming.*Where.*Community.*What/s],
    ['C3 primary focus', home, '#focus', 1, /Primary focus.*trusted after a failure/s],
    ['C3 emphasised standard', home, '#focus strong', 1, /Same seed/],
    ['C3 secondary cards', home, '#focus li:has(h3)', 2],
    ['C4 by year', home, '#publications h3', 3, /2025|2024|forthcoming/i],
    ['C4 full venue', home, '#publications', 1, /Sample Conference on Systems for Learning/],
    ['C4 authors', home, '#publications b', 2, /Sample Author/],
    ['C5 status', home, '#upcoming', 1, /Accepted poster/],
    ['C5 title and event', home, '#upcoming', 1, /One Trace per Token.*Sample Symposium on Serving/s],
    ['C6 service roles', home, '#service', 1, /Reviewer for a journal.*Programme committee/s],
    ['C6 mentoring', home, '#service', 1, /Mentor/],
    ['C6 where I spoke', home, '#venues h3', 2],
    ['C6 writing elsewhere', home, '#elsewhere a[href^="https://"]', 1],
    ['C7 an address in words, copied with a button', home, '#contact .mail', 1, /at.*example.*dot/s],
  ],
};

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking', '--allow-file-access-from-files'],
});
const tab = await browser.newPage();
let missing = 0;
let found = 0;
for (const [starter, table] of Object.entries(slots)) {
  for (const theme of Object.keys(slots)) {
    for (const [slot, page, selector, least, says, themes] of table) {
      if (themes && !themes.includes(theme)) continue;
      const url = pathToFileURL(join(sites, `${starter}-in-${theme}`, page)).href;
      if (tab.url() !== url) await tab.goto(url, { timeout: 120_000 });
      const texts = await tab.evaluate((wanted) => [...document.querySelectorAll(wanted)].map((element) => element.textContent), selector);
      const text = texts.join(' ').replace(/\s+/g, ' ').trim();
      if (texts.length >= least && (!says || says.test(text))) ++found;
      else {
        ++missing;
        console.log(`${starter}-in-${theme}: ${slot}: ${texts.length} of ${least} on ${page} (${selector})${says ? `, "${text.slice(0, 100)}"` : ''}`);
      }
    }
  }
  // The address stands nowhere as it is.
  if (starter === 'ledger' && (await tab.content()).includes('@example.org')) { ++missing; console.log('C7 the address is in the page'); }
}
await browser.close();
console.log(`${found} slots filled, ${missing} not`);
process.exit(missing || !found ? 1 : 0);
