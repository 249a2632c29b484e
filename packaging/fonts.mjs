// fonts.mjs TABLE MODULES THEME ASSETS: cuts the faces that TABLE (resources/fonts.txt) names for THEME out of the variable fonts in MODULES and writes
// ASSETS/fonts/<file>-<set>.woff2 and ASSETS/faces.css, which declares them. A variable font of all Latin letters takes 30 to 120 kB; a page
// in English needs a face of 5 to 13 kB.
import { readFileSync, writeFileSync, mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';

const [table, modules, theme, assets] = process.argv.slice(2);
const subset = createRequire(join(resolve(modules), '/'))('subset-font');

// Which characters lie in which file, and which file of the package has them. Browsers fetch what a page's text needs; signs that words are
// hardly ever written with are no part of the first file, unless the face is that of code.
const words = 'U+0020-005B, U+005D, U+0061-007A, U+00A0, U+00A9, U+00B7, U+00D7, U+2009-2014, U+2018-2019, U+201C-201D, U+2026, U+202F, U+2212';
const code = 'U+0020-007E, U+00A0, U+00A9, U+00B7, U+00D7, U+2009-2014, U+2018-2019, U+201C-201D, U+2026, U+202F, U+2212';
const others = 'U+00A1-00A8, U+00AA-00B6, U+00B8-00D6, U+00D8-00FF, U+0131, U+0152-0153, U+02BB-02BC, U+02C6, U+02DA, U+02DC, U+2015, '
  + 'U+201A, U+201E, U+2020-2022, U+2030-2033, U+2039-203A, U+2044, U+20AC, U+2122, U+2191, U+2193';
const ext = 'U+0100-0130, U+0132-0151, U+0154-024F, U+1E00-1E9F, U+1EF2-1EFF, U+20A0-20AB, U+20AD-20C0, U+2113';
const setsOf = (file) => [
  { name: 'basic', source: 'latin', range: /code|mono/.test(file) ? code : words },
  { name: 'latin', source: 'latin', range: /code|mono/.test(file) ? others : `U+005C, U+005E-0060, U+007B-007E, ${others}` },
  { name: 'ext', source: 'latin-ext', range: ext },
];
// Of what a font can do, pages use kerning, ligatures, figures of one width, and forms that a language asks for.
const keepFeatures = ['kern', 'liga', 'ccmp', 'locl', 'lnum', 'tnum'];
// What only matters to programs for print, old screens and variable fonts.
const dropTables = ['BASE', 'STAT', 'MVAR', 'gasp'];

const characters = (range) => range.split(', ').map((part) => {
  const [from, to = from] = part.replace('U+', '').split('-').map((digits) => parseInt(digits, 16));
  return Array.from({ length: to - from + 1 }, (_, i) => String.fromCodePoint(from + i)).join('');
}).join('');

mkdirSync(join(assets, 'fonts'), { recursive: true });
let css = '';
for (const line of readFileSync(table, 'utf8').split('\n').filter((row) => row.startsWith(`${theme} `))) {
  const [, file, axes, source, ...descriptors] = line.split(' ');
  const variationAxes = Object.fromEntries(axes.split(',').map((axis) => axis.split('=')).map(([axis, value]) => [axis, Number(value)]));
  for (const set of setsOf(file)) {
    const font = readFileSync(join(modules, source.replace('*', set.source)));
    const cut = await subset(font, characters(set.range), { targetFormat: 'woff2', keepFeatures, dropTables, noHinting: true, variationAxes });
    writeFileSync(join(assets, 'fonts', `${file}-${set.name}.woff2`), cut);
    css += `@font-face { ${descriptors.join(' ')}; src: url(fonts/${file}-${set.name}.woff2) format("woff2"); font-display: optional; unicode-range: ${set.range} }\n`;
  }
}
writeFileSync(join(assets, 'faces.css'), css);
