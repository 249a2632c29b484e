// sites.mjs SITES MODULES RESULTS: opens every kind of page of every site below SITES from a plain file server under /sub/path/, in Chromium: at 390, 820
// and 1440 px, light and dark, with scripts and without. No page may be wider than its window, log an error, ask for what is not there or lies
// elsewhere, or move while it loads; axe-core may find nothing; a page takes no more bytes and requests than it may. What was seen is
// written to RESULTS/sites.json.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve, sep } from 'node:path';
import { serve } from './server.mjs';

const [sites, modules, results] = process.argv.slice(2).map((path) => resolve(path));
const require = createRequire(join(modules, '/'));
const { chromium } = require('playwright-core');
const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
const widths = [390, 820, 1440];
// Bytes as they are sent, and requests: of a home page with its pictures, of a page of words alone, and of one with code or formulas, which need faces
// of their own (pictures, recordings and frames are the author's).
const limits = { home: 120_000, text: 60_000, drawn: 130_000, requests: 8, drawnRequests: 10, script: 6_000 };

// The kinds of page of a site, and the page of each that has the most to say. What lies in media/ is the author's.
function kindsOf(site) {
  const kinds = new Map();
  for (const page of readdirSync(site, { recursive: true }).map(String).filter((f) => f.endsWith('.html') && !f.startsWith('media')).sort()) {
    const html = readFileSync(join(site, page), 'utf8');
    if (/http-equiv="refresh"/.test(html)) continue;
    const parts = page.split(sep);
    const kind = parts.length === 1 ? parts[0].replace('.html', '') : parts.length === 2 ? `${parts[0]}, all` : parts[0];
    if (!kinds.has(kind) || kinds.get(kind).length < html.length) kinds.set(kind, { page, length: html.length });
  }
  return kinds;
}

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
});
let faults = 0;

// A tab that tells what goes wrong in it, and what was asked for since it last set out for a page of the site at `home`.
async function tabOf(context) {
  const tab = await context.newPage();
  const asked = [];
  const reader = { tab, asked, home: '', says: () => {} };
  const own = (url) => url.startsWith(reader.home);
  tab.on('request', (r) => {
    if (own(r.url())) asked.push({ url: r.url(), type: r.resourceType() });
    else if (!r.url().startsWith('data:')) reader.says(`asks for ${r.url()}`);
  });
  tab.on('requestfailed', (r) => own(r.url()) && reader.says(`could not load ${r.url()}: ${r.failure()?.errorText}`));
  tab.on('response', (r) => r.status() >= 400 && !r.url().endsWith('/nowhere/') && reader.says(`${r.status()} for ${r.url()}`));
  tab.on('pageerror', (e) => reader.says(`script error: ${e.message}`));
  // A page that is not there is told in the console as well; its answer is looked at above.
  tab.on('console', (m) => m.type() === 'error' && !/status of 404/.test(m.text()) && reader.says(`console: ${m.text()}`));
  reader.open = (home, url, says) => {
    Object.assign(reader, { home, says });
    asked.length = 0;
    return tab.goto(url, { waitUntil: 'load', timeout: 120_000 });
  };
  return reader;
}

const overflow = (tab) => tab.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
// All pictures are fetched, and have the room that they are given before they come.
const settle = (tab) => tab.evaluate(async () => {
  const images = [...document.images];
  images.forEach((image) => { image.loading = 'eager'; });
  await Promise.all([document.fonts.ready, ...images.map((image) => image.decode().catch(() => {}))]);
  await new Promise((done) => { requestAnimationFrame(() => setTimeout(done)); });
  return { by: window.shifted, loose: images.filter((i) => !i.hasAttribute('width') || !i.hasAttribute('height')).map((i) => i.src) };
});
async function axeFinds(tab) {
  await tab.evaluate(axe);
  const { violations } = await tab.evaluate(() => window.axe.run(document, { resultTypes: ['violations'] }));
  return violations.map((v) => `${v.id}: ${v.help}: ${v.nodes.slice(0, 2).map((n) => n.target.join(' ')).join('; ')}`);
}

// What one page takes of the wire.
function weigh(asked, server) {
  const weight = { requests: 0, total: 0, apart: 0 };
  for (const { url, type } of asked) {
    const name = new URL(url).pathname;
    const part = /\/katex\//.test(name) ? 'formulas' : type === 'font' && /source-code/.test(name) ? 'code' : type;
    weight[part] = (weight[part] ?? 0) + server.size(url);
    weight.total += server.size(url);
    if (/^(image|media)$/.test(part)) weight.apart += server.size(url);
    else if (part !== 'formulas') ++weight.requests;
  }
  return weight;
}
function judge(weight, kind, says) {
  const drawn = weight.formulas || weight.code;
  const allowed = kind === 'index' ? limits.home : drawn ? limits.drawn : limits.text;
  const bytes = kind === 'index' ? weight.total : weight.total - weight.apart;
  if (bytes > allowed) says(`takes ${bytes} bytes, ${allowed} are allowed: ${JSON.stringify(weight)}`);
  if ((weight.script ?? 0) > limits.script) says(`its scripts take ${weight.script} bytes`);
  if (weight.requests > (drawn ? limits.drawnRequests : limits.requests)) says(`makes ${weight.requests} requests beside its pictures and formulas`);
}

// How much a page may move: less than reports of shifts show. The faces of rare signs of a formula come when they are met, and move that formula alone.
const most = ({ weight }) => (weight?.formulas ? 0.01 : 0.001);

async function look({ read, still }, server, kind, page, says) {
  const url = server.home + (kind === '404' ? 'nowhere/' : page.split(sep).join('/').replace(/index\.html$/, ''));
  const seen = { page, shifted: {}, axe: {}, weight: null };
  const fits = async (tab, width, how = '') => {
    await tab.setViewportSize({ width, height: 900 });
    for (const colorScheme of ['dark', 'light']) {
      await tab.emulateMedia({ colorScheme });
      const wide = await overflow(tab);
      if (wide > 0) says(`${wide} px wider than ${width} px (${colorScheme}${how})`);
    }
  };
  for (const width of [390, 1440]) {
    await read.tab.setViewportSize({ width, height: 900 });
    // What moves a page moves it each time; a face that comes while a busy machine still waits for it does not.
    let loose = [];
    for (let load = 0; load < 3 && !(seen.shifted[width] <= most(seen)); ++load) {
      await read.open(server.home, url, says);
      await read.tab.evaluate(() => document.fonts.ready);
      seen.weight = weigh(read.asked, server);
      const settled = await settle(read.tab);
      seen.shifted[width] = Math.min(settled.by, seen.shifted[width] ?? 1);
      loose = settled.loose;
    }
    if (seen.shifted[width] > most(seen)) says(`moves by ${seen.shifted[width]} while it loads at ${width} px`);
    loose.forEach((picture) => says(`keeps no room for ${picture}`));
    if (width === 390) seen.axe.light = await axeFinds(read.tab);
    await fits(read.tab, width);
    if (width === 390) await fits(read.tab, 820);
  }
  await read.tab.emulateMedia({ colorScheme: 'dark' });
  seen.axe.dark = await axeFinds(read.tab);
  await still.open(server.home, url, (what) => says(`${what} (without scripts)`));
  for (const width of widths) await fits(still.tab, width, ', without scripts');
  for (const [scheme, found] of Object.entries(seen.axe)) found.forEach((what) => says(`axe (${scheme}) ${what}`));
  judge(seen.weight, kind, says);
  return seen;
}

// Every link of every page, as a browser reads it below /sub/path/, leads to something there.
async function follow(site, server, says) {
  const answers = new Map();
  for (const page of readdirSync(site, { recursive: true }).map(String).filter((f) => f.endsWith('.html') && f !== '404.html')) {
    const html = readFileSync(join(site, page), 'utf8').replace(/<(pre|code|script)\b[^>]*>[\s\S]*?<\/\1>/g, (m) => m.slice(0, m.indexOf('>') + 1));
    for (const [, target] of html.matchAll(/<[a-z][^>]*?\s(?:href|src)="([^"]*)"/gi)) {
      const url = new URL(target.replaceAll('&amp;', '&'), server.home + page.split(sep).join('/').replace(/index\.html$/, ''));
      if (url.host !== new URL(server.home).host) continue;
      url.hash = '';
      if (!answers.has(url.href)) answers.set(url.href, (await fetch(url, { method: 'HEAD' })).status);
      if (answers.get(url.href) !== 200) says(`${page}: "${target}" is answered with ${answers.get(url.href)}`);
    }
  }
  return answers.size;
}

// Each kind of page once in a theme, from the starter that fills it most; all home pages.
const seen = {};
const servers = [];
const chosen = new Map();
for (const site of readdirSync(sites).filter((name) => name.includes('-in-')).sort()) {
  const server = await serve(join(sites, site), '/sub/path/');
  servers.push(server);
  const says = (what) => { ++faults; console.log(`${site}: ${what}`); };
  seen[site] = { links: await follow(join(sites, site), server, says), pages: {} };
  for (const [kind, { page, length }] of kindsOf(join(sites, site))) {
    const name = kind === 'index' ? site : `${site.split('-in-')[1]} ${kind}`;
    if (!chosen.has(name) || chosen.get(name).length < length) chosen.set(name, { site, server, kind, page, length });
  }
}
const jobs = [...chosen.values()];
const pages = jobs.length;
const worker = async () => {
  // Colours change at once, so that none is judged on its way.
  const context = await browser.newContext({ reducedMotion: 'reduce' });
  await context.addInitScript(() => {
    window.shifted = 0;
    new PerformanceObserver((list) => list.getEntries().forEach((e) => { window.shifted += e.hadRecentInput ? 0 : e.value; }))
      .observe({ type: 'layout-shift', buffered: true });
  });
  const tabs = { read: await tabOf(context), still: await tabOf(await browser.newContext({ javaScriptEnabled: false })) };
  for (let job = jobs.shift(); job; job = jobs.shift()) {
    const faultsOf = new Set();
    seen[job.site].pages[job.kind] = await look(tabs, job.server, job.kind, job.page, (what) => faultsOf.add(what));
    seen[job.site].pages[job.kind].faults = [...faultsOf];
    faultsOf.forEach((what) => { ++faults; console.log(`${job.site}/${job.page}: ${what}`); });
  }
};
await Promise.all([worker(), worker()]);
await browser.close();
servers.forEach((server) => server.end());
mkdirSync(results, { recursive: true });
writeFileSync(join(results, 'sites.json'), `${JSON.stringify(seen, null, 1)}\n`);
console.log(`${Object.keys(seen).length} sites, ${pages} kinds of page, ${faults} faults`);
process.exit(faults || !pages ? 1 : 0);
