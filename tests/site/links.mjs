// links.mjs SITE [ROOT]: every relative link, image, style, script and anchor of every page must lead to a file of SITE (and to an id of it).
import { readFileSync, readdirSync, statSync, existsSync } from 'node:fs';
import { join, dirname, relative, resolve } from 'node:path';

// 404.html answers at any depth, so its links begin with ROOT, the site's place on its host.
const site = resolve(process.argv[2]);
const root = process.argv[3] ?? '/';
const pages = readdirSync(site, { recursive: true }).map(String).filter((f) => f.endsWith('.html'));
const text = new Map(pages.map((p) => [join(site, p), readFileSync(join(site, p), 'utf8')]));
const decode = (s) => s.replace(/&#x([0-9a-f]+);/gi, (_, n) => String.fromCodePoint(parseInt(n, 16)))
  .replace(/&#(\d+);/g, (_, n) => String.fromCodePoint(n)).replace(/&quot;/g, '"').replace(/&#39;/g, "'").replace(/&lt;/g, '<').replace(/&gt;/g, '>').replace(/&amp;/g, '&');
const ids = new Map();
const idsOf = (file) => {
  if (!ids.has(file)) ids.set(file, new Set([...text.get(file).matchAll(/\s(?:id|name)="([^"]*)"/g)].map((m) => decode(m[1]))));
  return ids.get(file);
};

let dead = 0;
let seen = 0;
for (const [file, html] of text) {
  const markup = html.replace(/<!--[\s\S]*?-->/g, '').replace(/<(script|style)\b[^>]*>[\s\S]*?<\/\1>/g, (m) => m.slice(0, m.indexOf('>') + 1))
    .replace(/<(pre|code)\b[^>]*>[\s\S]*?<\/\1>/g, '');
  const targets = [...markup.matchAll(/<[a-z][^>]*?\s(?:href|src|poster|data)="([^"]*)"/gi)].map((m) => decode(m[1]));
  for (const set of markup.matchAll(/\ssrcset="([^"]*)"/gi)) targets.push(...decode(set[1]).split(',').map((s) => s.trim().split(/\s+/)[0]));
  for (const target of targets) {
    if (/^[a-z][a-z0-9+.-]*:/i.test(target)) continue;
    seen++;
    const [path, anchor] = target.split('#');
    const anywhere = relative(site, file) === '404.html' && path.startsWith(root);
    if (path.startsWith('/') && !anywhere) {
      dead++;
      console.log(`${relative(site, file)}: "${target}" is not relative`);
      continue;
    }
    let to = path === '' ? file : join(anywhere ? site : dirname(file), decodeURIComponent((anywhere ? path.slice(root.length) : path).split('?')[0]));
    if (path !== '' && (!existsSync(to) || statSync(to).isDirectory())) {
      dead++;
      console.log(`${relative(site, file)}: "${target}" leads to no file`);
      continue;
    }
    if (anchor && text.has(to) && !idsOf(to).has(decodeURIComponent(anchor)) && anchor !== 'top') {
      dead++;
      console.log(`${relative(site, file)}: "${target}" leads to no place on its page`);
    }
  }
}
console.log(`${seen} links of ${pages.length} pages, ${dead} dead`);
process.exit(dead || !pages.length ? 1 : 0);
