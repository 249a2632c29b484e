// server.mjs: a plain file server for a site's folder under a path of its own, on this computer alone. It compresses as hosts do and says nothing
// of caching, sends a folder's index.html for the folder, and answers what is missing with 404.html.
import { createServer } from 'node:http';
import { readFileSync, statSync, existsSync } from 'node:fs';
import { join, extname } from 'node:path';
import { gzipSync } from 'node:zlib';

const types = {
  html: 'text/html; charset=utf-8', css: 'text/css', js: 'text/javascript', json: 'application/json', xml: 'application/xml', svg: 'image/svg+xml',
  txt: 'text/plain; charset=utf-8', ics: 'text/calendar', bib: 'text/plain; charset=utf-8', woff2: 'font/woff2', webp: 'image/webp', avif: 'image/avif',
  png: 'image/png', jpg: 'image/jpeg', pdf: 'application/pdf',
};
const packed = new Set(['html', 'css', 'js', 'json', 'xml', 'svg', 'txt', 'ics', 'bib']);

// Serves FOLDER below ROOT ("/sub/path/"). Gives the address of its home page, the size of what it sends for an address, and an end.
export async function serve(folder, root = '/') {
  const bodies = new Map();
  const body = (file) => {
    const type = extname(file).slice(1);
    if (!bodies.has(file)) bodies.set(file, packed.has(type) ? gzipSync(readFileSync(file), { level: 6 }) : readFileSync(file));
    return { type: types[type] ?? 'application/octet-stream', bytes: bodies.get(file), packed: packed.has(type) };
  };
  const find = (url) => {
    const path = decodeURIComponent(new URL(url, 'http://localhost').pathname);
    if (!path.startsWith(root)) return null;
    const file = join(folder, path.slice(root.length));
    if (!existsSync(file)) return null;
    if (!statSync(file).isDirectory()) return file;
    return path.endsWith('/') && existsSync(join(file, 'index.html')) ? join(file, 'index.html') : null;
  };
  const server = createServer((request, response) => {
    const file = find(request.url) ?? join(folder, '404.html');
    const { type, bytes, packed: small } = body(file);
    response.writeHead(find(request.url) ? 200 : 404, {
      'content-type': type, 'content-length': bytes.length, 'cache-control': 'no-store', ...(small ? { 'content-encoding': 'gzip' } : {}),
    });
    response.end(request.method === 'HEAD' ? undefined : bytes);
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  return {
    home: `http://127.0.0.1:${server.address().port}${root}`,
    size: (url) => body(find(url) ?? join(folder, '404.html')).bytes.length,
    end: () => { server.closeAllConnections(); server.close(); },
  };
}
