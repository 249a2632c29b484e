// scholar.mjs write FOLDER: a researcher's library as Markdown: 26 publications of all types, 9 talks, 3 reviews, a CV.
// scholar.mjs check SITE: its site. What Zotero's "Embedded Metadata" reads of every work (title, authors in order, date, venue, PDF) is what
// was written; every JSON-LD of the site holds types and properties that schema.org has, with values of their range; the CV is there as PDF
// and JSON Resume, the talks as calendar.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

// The element that names the venue, by type (Zotero, "Embedded Metadata.js", HIGHWIRE_MAPPINGS).
const venues = {
  article: 'citation_journal_title', inproceedings: 'citation_conference_title', workshop: 'citation_conference_title',
  incollection: 'citation_inbook_title', phdthesis: 'citation_dissertation_institution', techreport: 'citation_technical_report_institution',
};
const types = ['article', 'inproceedings', 'workshop', 'preprint', 'book', 'incollection', 'phdthesis', 'mastersthesis', 'techreport', 'patent',
  'dataset', 'software', 'misc'];
const dates = ['2025-05-27', '2024-11', '2023', '2022-02-01'];
const people = ['Berg, Jo van der', 'Müller, Jürgen', 'Author, Sample', 'O’Neil, Ann'];
const works = Array.from({ length: 26 }, (_, i) => {
  const type = types[i % types.length];
  return { slug: `work-${i + 1}`, type, title: `Work ${i + 1}: caches & kernels, 2 < 3`, date: dates[i % dates.length],
    authors: people.slice(0, 1 + (i % people.length)), venue: `Proceedings of “Systems” & Learning ${i + 1}`, pages: `${i + 1}–${i + 9}`,
    pdf: i % 2 ? '' : `https://example.org/papers/${i + 1}.pdf` };
});

function write(folder) {
  const file = (kind, slug, lines) => {
    mkdirSync(join(folder, kind), { recursive: true });
    const fields = { kind, slug, status: 'published', ...lines };
    const text = Object.entries(fields).map(([key, value]) => `${key}: ${JSON.stringify(value)}\n`).join('');
    writeFileSync(join(folder, kind, `${slug}.md`), `---\n${text}---\n`);
  };
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'offprint.json'), '{"format": "offprint-markdown", "version": 1}\n');
  for (const { slug, title, date, authors, type, venue, pages, pdf } of works) {
    const institution = ['phdthesis', 'mastersthesis', 'techreport'].includes(type);
    file('publication', slug, { title, date, authors: authors.map((name) => name.split(', ').reverse().join(' ')), type, mine: true,
      citationKey: slug, pages, doi: `10.1/${slug}`, abstract: 'What was found.', ...(institution ? { institution: venue } : { venue }),
      ...(pdf ? { pdf } : {}) });
  }
  const answers = ['', 'confirmed', 'cancelled', 'postponed'];
  for (let i = 1; i <= 9; ++i)
    file('talk', `talk-${i}`, { title: `Talk ${i}`, date: `202${i % 6}-0${i}-11`, event: `Symposium ${i}`, place: 'Graz', role: 'talk',
      answer: answers[i % answers.length], presents: [`publication/work-${i}`],
      ...(i % 3 ? {} : { start: `202${i % 6}-0${i}-11T18:00`, timeZone: 'Europe/Vienna', occasions: [{ date: '2031-06', event: 'Another', place: 'Linz' }] }) });
  for (let i = 1; i <= 3; ++i)
    file('review', `review-${i}`, { title: `On work ${i}`, date: `2025-0${i}-01`, work: `publication/work-${i}`, verdict: 'It holds up.' });
  file('cv', 'prize', { title: 'Best paper', type: 'award', organisation: 'Symposium 1', start: '2024-05' });
  file('cv', 'course', { title: 'Systems for learning', type: 'teaching', organisation: 'Sample University', start: '2021', end: 'present',
    highlights: ['Lectures & exercises'] });
}

let faults = 0;
const fail = (where, what) => { ++faults; console.log(`${where}: ${what}`); };
const decoded = (text) => text.replace(/&(#x?[0-9a-f]+|\w+);/gi, (whole, name) => {
  if (name[0] === '#') return String.fromCodePoint(name[1] === 'x' ? parseInt(name.slice(2), 16) : Number(name.slice(1)));
  return { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }[name] ?? whole;
});

function checkWork(site, work) {
  const where = `publications/${work.slug}/index.html`;
  const head = readFileSync(join(site, where), 'utf8').split('</head>')[0];
  const metas = [...head.matchAll(/<meta name="(citation_\w+)" content="([^"]*)">/g)].map(([, name, content]) => [name, decoded(content)]);
  const all = (name) => metas.filter(([own]) => own === name).map(([, content]) => content);
  const same = (name, wanted) => JSON.stringify(all(name)) === JSON.stringify(wanted) || fail(where, `${name} is ${JSON.stringify(all(name))}, not ${JSON.stringify(wanted)}`);
  same('citation_title', [work.title]);
  same('citation_author', work.authors.map((name) => name.replace(/^(\w+), (\w+) van der$/, 'van der $1, $2')));
  same('citation_publication_date', [work.date.replaceAll('-', '/')]);
  same('citation_pdf_url', work.pdf ? [work.pdf] : []);
  if (venues[work.type]) same(venues[work.type], [work.venue]);
}

// schema.org 28, of the types that a site of this program may name: own properties, on top of those of the type above.
const date = (value) => /^\d{4}(-\d\d(-\d\d(T\d\d:\d\d(:\d\d)?(Z|[+-]\d\d:\d\d)?)?)?)?$/.test(value);
const url = (value) => /^https?:\/\/[^\s]+$/.test(value);
const text = (value) => typeof value === 'string' && value.trim() !== '';
const of = (...names) => (value) => value && typeof value === 'object' && names.some((name) => isA(value['@type'], name));
const status = (value) => /^https:\/\/schema\.org\/Event(Scheduled|Cancelled|Postponed)$/.test(value);
const schema = {
  Thing: ['', { name: text, description: text, url, sameAs: url, image: url }],
  Person: ['Thing', { jobTitle: text }],
  Organization: ['Thing', {}],
  Place: ['Thing', {}],
  Event: ['Thing', { startDate: date, endDate: date, eventStatus: status, performer: of('Person'), location: of('Place'), superEvent: of('Event'), inLanguage: text }],
  CreativeWork: ['Thing', { headline: text, abstract: text, inLanguage: text, author: of('Person', 'Organization'), datePublished: date, dateModified: date,
    keywords: text, isPartOf: of('CreativeWork'), publisher: of('Organization', 'Person'), award: text, encoding: of('MediaObject') }],
  WebSite: ['CreativeWork', {}],
  MediaObject: ['CreativeWork', { contentUrl: url, encodingFormat: text }],
  Article: ['CreativeWork', { pagination: text }],
  BlogPosting: ['Article', {}], TechArticle: ['Article', {}], NewsArticle: ['Article', {}], ScholarlyArticle: ['Article', {}], Report: ['Article', {}],
  Book: ['CreativeWork', { isbn: text }],
  Chapter: ['CreativeWork', { pagination: text }],
  Periodical: ['CreativeWork', { issn: text }],
  Thesis: ['CreativeWork', {}], Dataset: ['CreativeWork', {}], SoftwareSourceCode: ['CreativeWork', {}], SoftwareApplication: ['CreativeWork', {}],
  LearningResource: ['CreativeWork', {}], HowTo: ['CreativeWork', {}],
  Review: ['CreativeWork', { itemReviewed: of('Thing'), reviewBody: text }],
};
const isA = (type, wanted) => Boolean(schema[type]) && (type === wanted || isA(schema[type][0], wanted));
const rangeOf = (type, key) => (schema[type] ? schema[type][1][key] ?? rangeOf(schema[type][0], key) : undefined);

function checkData(where, data) {
  const type = data['@type'];
  if (!schema[type]) return fail(where, `no type ${type}`);
  for (const [key, value] of Object.entries(data)) {
    if (key.startsWith('@')) continue;
    const range = rangeOf(type, key);
    if (!range) fail(where, `${type} has no ${key}`);
    for (const each of Array.isArray(value) ? value : [value]) {
      if (range && !range(each)) fail(where, `${type}.${key} may not be ${JSON.stringify(each)}`);
      if (each && typeof each === 'object') checkData(where, each);
    }
  }
}

function check(site) {
  for (const work of works) checkWork(site, work);
  const pages = readdirSync(site, { recursive: true }).map(String).filter((name) => name.endsWith('.html'));
  let described = 0;
  for (const page of pages) {
    for (const [, json] of readFileSync(join(site, page), 'utf8').matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)) {
      const data = JSON.parse(json);
      if (data['@context'] !== 'https://schema.org') fail(page, 'its JSON-LD is not of schema.org');
      checkData(page, data);
      ++described;
    }
  }
  if (described < 39) fail('site', `only ${described} pages have JSON-LD`);
  const resume = JSON.parse(readFileSync(join(site, 'cv/resume.json'), 'utf8'));
  if (resume.publications.length < 26 || !resume.awards.some((award) => award.title === 'Best paper' && award.date === '2024-05'))
    fail('cv/resume.json', 'holds less than the library');
  const pdf = readFileSync(join(site, 'cv/cv.pdf'));
  if (pdf.subarray(0, 5).toString() !== '%PDF-' || pdf.length < 10000) fail('cv/cv.pdf', 'is no printed page');
  for (const [, address] of pdf.toString('latin1').matchAll(/\/URI \(([^)]*)\)/g))
    if (!/^(https:|mailto:)/.test(address)) fail('cv/cv.pdf', `leads to ${address}`);
  const calendar = readFileSync(join(site, 'talks/talks.ics'), 'utf8');
  if (calendar.split('BEGIN:VEVENT').length - 1 < 9) fail('talks/talks.ics', 'lacks talks');
  console.log(`${works.length} works, ${described} descriptions, ${faults} faults`);
  process.exit(faults ? 1 : 0);
}

const [, , verb, folder] = process.argv;
if (verb === 'write') write(folder);
else check(folder);
