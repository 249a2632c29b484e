// browser.mjs SITE MODULES [FORMULAS CODES DIAGRAMS]: opens one page of every shape from file:// in Chromium at three widths, light and dark. No page may ask
// for anything outside SITE, log an error, or be wider than the window; axe-core may find nothing; paper is white; formulas, code and diagrams look the
// same with scripts and without, at every width, and ask for nothing outside SITE either way. With numbers, one page must hold at least
// so many drawn formulas, highlighted code blocks and diagrams. Remote pictures that an author's text shows are the author's; the tab is
// offline for them.
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const site = resolve(process.argv[2]);
const require = createRequire(join(resolve(process.argv[3]), '/'));
const { chromium } = require('playwright-core');
const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

// 404.html links from the host's root and is no page to open from disk.
const all = readdirSync(site, { recursive: true }).map(String).filter((f) => f.endsWith('.html') && f !== '404.html').sort();
// One page a folder stands for its shape; redirects are no pages.
const shapes = new Map();
for (const page of all) {
  if (/http-equiv="refresh"/.test(readFileSync(join(site, page), 'utf8'))) continue;
  const parts = page.split(sep);
  const shape = `${parts[0]}/${parts.length}`;
  if (!shapes.has(shape)) shapes.set(shape, page);
}

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
    '--disable-component-update', '--disable-sync', '--allow-file-access-from-files'],
});
let failures = 0;
const fail = (page, what) => {
  failures++;
  console.log(`${page}: ${what}`);
};
const root = pathToFileURL(site).href + '/';
const own = (r) => r.url().startsWith(root);
// What a style sheet may tear from its place: the mark of a proof, and the formula of a title, which stays in its line.
const placed = () => {
  const faults = [];
  const end = (e) => e.getBoundingClientRect().bottom;
  for (const mark of document.querySelectorAll('.statement .qed')) {
    if (end(mark) > end(mark.closest('.statement')) + 1) faults.push('the mark of a proof hangs below it');
  }
  for (const formula of document.querySelectorAll('h1 .katex, h3 .katex, strong .katex')) {
    const { height } = formula.getBoundingClientRect();
    if (height > 2 * parseFloat(getComputedStyle(formula).fontSize)) faults.push('a formula in a title fills several lines');
  }
  return faults;
};
for (const colorScheme of ['light', 'dark']) {
  const context = await browser.newContext({ colorScheme });
  await context.route((url) => url.protocol.startsWith('http'), (route) => route.abort());
  const tab = await context.newPage();
  for (const page of shapes.values()) {
    const listeners = {
      request: (r) => own(r) || r.url().startsWith('data:') || r.resourceType() === 'image' || fail(page, `asks for ${r.url()}`),
      requestfailed: (r) => own(r) && fail(page, `could not load ${r.url()}`),
      pageerror: (e) => fail(page, `script error: ${e.message}`),
    };
    for (const [event, listener] of Object.entries(listeners)) tab.on(event, listener);
    for (const width of [390, 820, 1440]) {
      await tab.setViewportSize({ width, height: 900 });
      if (width === 390) await tab.goto(pathToFileURL(join(site, page)).href, { waitUntil: 'load' });
      const wide = await tab.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      if (wide > 0) fail(page, `${wide} px wider than ${width} px (${colorScheme})`);
    }
    await tab.evaluate(axe);
    const result = await tab.evaluate(() => window.axe.run(document, { resultTypes: ['violations'] }));
    for (const fault of await tab.evaluate(placed)) fail(page, `${fault} (${colorScheme})`);
    await tab.emulateMedia({ media: 'print' });
    const paper = await tab.evaluate(() => getComputedStyle(document.body).backgroundColor);
    if (paper !== 'rgb(255, 255, 255)') fail(page, `printed on ${paper} (${colorScheme})`);
    await tab.emulateMedia({ media: null });
    for (const v of result.violations) fail(page, `axe ${v.id} (${colorScheme}): ${v.help}: ${v.nodes.slice(0, 2).map((n) => n.target.join(' ')).join('; ')}`);
    for (const [event, listener] of Object.entries(listeners)) tab.off(event, listener);
  }
  await context.close();
}
// What was drawn in the export needs no script to be seen.
const drawn = all.filter((page) => /class="(katex|hljs-|diagram")/.test(readFileSync(join(site, page), 'utf8')));
const wanted = process.argv.slice(4).map(Number);
const holds = (page) => [/class="katex"/g, /<pre[^>]*><code[^>]*>(?=[^]*?<\/code>)(?:(?!<\/code>)[^])*?class="hljs-/g, /<figure class="diagram"/g]
  .every((what, i) => (readFileSync(join(site, page), 'utf8').match(what) ?? []).length >= (wanted[i] ?? 0));
if (wanted.length && !drawn.some(holds)) fail('site', `no page holds ${wanted.join(', ')} formulas, code blocks and diagrams that are drawn`);
const text = (page) => readFileSync(join(site, page), 'utf8');
const authors = (page, r) => r.resourceType() === 'image' && text(page).replaceAll('&amp;', '&').includes(r.url());
const reader = async (javaScriptEnabled) => {
  const context = await browser.newContext({ javaScriptEnabled });
  await context.route((url) => url.protocol.startsWith('http'), (route) => route.abort());
  // An optional face is shown or not as it happens to arrive; here it is waited for. Pictures wait for their turn with scripts alone.
  const serve = (contentType, change) => (route) => route.fulfill({ contentType,
    body: change(readFileSync(fileURLToPath(route.request().url().split(/[?#]/)[0]), 'utf8')) });
  await context.route('**/*.css', serve('text/css', (css) => css.replace(/font-display:\s*optional/g, 'font-display: block')));
  await context.route('**/*.html', serve('text/html; charset=utf-8', (html) => html.replaceAll('loading="lazy"', '')));
  return { context, tab: await context.newPage() };
};
const readers = [await reader(false), await reader(true)];
// Buttons that only work with scripts are shown with scripts alone. Faces and tiles of a page may be painted after its first picture.
const style = '.copy, .mode { visibility: hidden !important }';
const settled = async (tab) => {
  let last = await tab.screenshot({ fullPage: true, animations: 'disabled', style });
  for (let look = 0; look < 10; ++look) {
    const now = await tab.screenshot({ fullPage: true, animations: 'disabled', style });
    if (now.equals(last)) return now;
    last = now;
  }
  return last;
};
const shots = async ({ tab }, page) => {
  const outside = (r) => own(r) || r.url().startsWith('data:') || authors(page, r) || fail(page, `asks for ${r.url()}`);
  tab.on('request', outside);
  await tab.goto(pathToFileURL(join(site, page)).href, { waitUntil: 'load' });
  const taken = [];
  for (const width of [390, 820, 1440]) {
    await tab.setViewportSize({ width, height: 900 });
    taken.push(await settled(tab));
  }
  tab.off('request', outside);
  return taken;
};
// A busy machine may take a picture of a page that is not yet as it will be: what differs is looked at again.
for (const page of drawn) {
  let same = false;
  for (let look = 0; look < 4 && !same; ++look) {
    const [without, withScripts] = [await shots(readers[0], page), await shots(readers[1], page)];
    same = without.every((shot, i) => shot.equals(withScripts[i]));
  }
  if (!same) fail(page, 'looks different without scripts');
}
for (const { context } of readers) await context.close();
await browser.close();
console.log(`${shapes.size} shapes of page, ${drawn.length} with something drawn, ${failures} faults`);
process.exit(failures || !shapes.size ? 1 : 0);
