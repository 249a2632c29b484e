// lighthouse.mjs SITES MODULES RESULTS: home, article, concept, listing and publications of the three starters through Lighthouse, as a phone and as a desktop,
// from a plain server. Accessibility, best practices and search must be at 100, no page may move while it loads, and every audit of loading that counts
// something must pass; those that measure time depend on how busy this computer is, so the performance score is written down (the best of
// two looks) and not asked for. The reports are kept in RESULTS/lighthouse.json.
import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { serve } from './server.mjs';

const [sites, modules, results] = process.argv.slice(2).map((path) => resolve(path));
const require = createRequire(join(modules, '/'));
const { chromium } = require('playwright-core');
const load = async (file) => (await import(pathToFileURL(require.resolve(file)))).default;
const lighthouse = await load('lighthouse');
const desktop = await load('lighthouse/core/config/desktop-config.js');

const pages = {
  notebook: ['', 'articles/softmax-in-one-sweep/', 'concepts/warp-occupancy/', 'articles/', 'publications/'],
  platform: ['', 'articles/queues-before-cards/', 'writing/'],
  ledger: ['', 'articles/keeping-accounts/', 'publications/', 'writing/'],
};
const counted = ['cumulative-layout-shift', 'uses-text-compression', 'total-byte-weight', 'dom-size', 'unsized-images', 'font-display',
  'uses-optimized-images', 'modern-image-formats', 'duplicated-javascript', 'legacy-javascript', 'no-document-write', 'redirects', 'third-party-summary'];

// Lighthouse reaches the browser by a port of its own.
const port = await new Promise((done) => {
  const probe = createServer().listen(0, '127.0.0.1', () => {
    const { port: free } = probe.address();
    probe.close(() => done(free));
  });
});
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync',
    `--remote-debugging-port=${port}`],
});

const reports = {};
let faults = 0;
const looks = 2;
for (const [starter, paths] of Object.entries(pages)) {
  const server = await serve(join(sites, `${starter}-in-${starter}`), '/sub/path/');
  for (const path of paths) {
    for (const [device, config] of [['mobile', undefined], ['desktop', desktop]]) {
      const name = `${starter}/${path} (${device})`;
      let best = null;
      for (let look = 0; look < looks && !(best?.categories.performance.score === 1); ++look) {
        const { lhr } = await lighthouse(server.home + path, { port, logLevel: 'error' }, config);
        if (!best || lhr.categories.performance.score > best.categories.performance.score) best = lhr;
      }
      const fail = (what) => { ++faults; console.log(`${name}: ${what}`); };
      const scores = Object.fromEntries(Object.values(best.categories).map(({ id, score }) => [id, Math.round(100 * score)]));
      reports[name] = { scores, audits: {} };
      for (const { id, score, auditRefs } of Object.values(best.categories)) {
        for (const { id: audit, weight } of auditRefs) {
          const result = best.audits[audit];
          if (result.score !== null && result.score < 1) reports[name].audits[audit] = result.displayValue ?? result.score;
          if (id !== 'performance' && weight && result.score !== null && result.score < 1) fail(`${id}: ${audit}: ${result.title}`);
          if (counted.includes(audit) && result.score !== null && result.score < 1) fail(`${audit}: ${result.displayValue ?? result.title}`);
        }
        if (id !== 'performance' && score !== 1) fail(`${id} is ${Math.round(100 * score)}`);
      }
      if (best.audits['cumulative-layout-shift'].numericValue > 0.001) fail(`moves by ${best.audits['cumulative-layout-shift'].numericValue}`);
      console.log(`${name}: ${Object.entries(scores).map(([id, score]) => `${id} ${score}`).join(', ')}`);
    }
  }
  server.end();
}
await browser.close();
mkdirSync(results, { recursive: true });
writeFileSync(join(results, 'lighthouse.json'), `${JSON.stringify(reports, null, 1)}\n`);
console.log(`${Object.keys(reports).length} reports, ${faults} faults`);
process.exit(faults || !Object.keys(reports).length ? 1 : 0);
