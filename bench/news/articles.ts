import type { ClientBase, Pool } from 'pg';

/** Returns numbers from 0 to below 1, deterministic by seed (mulberry32). */
export type Random = () => number;

export function createRandom(seed: number): Random {
  let state = Math.imul(seed + 1, 0x9e3779b1);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Generated words that no stemmer changes, by frequency, as the vocabulary of the articles. */
export const WORDS = Array.from({ length: 20_000 }, (_, rank) => {
  const syllables = [
    'ba',
    'de',
    'ki',
    'lo',
    'mu',
    'ra',
    'zo',
    'ta',
    'vo',
    'pu',
    'na',
    'go',
    'shi',
    'fa',
    'ju',
    'we',
  ];
  let word = '';
  for (let rest = rank + 16; rest > 0; rest = Math.floor(rest / 16)) word += syllables[rest % 16];
  return `${word}k`;
});

/** The date of the newest article; the others are older. */
const NEWEST = Date.UTC(2026, 10, 21, 5, 0);
const DAY_MS = 86_400_000;
const ARTICLES_PER_DAY = 150;
const BODY_WORDS = 100;
const TITLE_WORDS = 9;
/** Small enough for a statement's time limit. */
const BATCH_SIZE = 200;

export const SOURCES = Array.from({ length: 12 }, (_, index) => `Publisher ${index + 1}`);
export const SECTORS = [
  'Cement',
  'Commercial Banks',
  'Oil & Gas Exploration Companies',
  'Fertilizer',
  'Power Generation & Distribution',
  'Oil & Gas Marketing Companies',
  'Technology & Communication',
  'Automobile Assembler',
  'Textile Composite',
  'Pharmaceuticals',
  'Refinery',
  'Food & Personal Care Products',
  'Engineering',
  'Chemical',
  'Sugar & Allied Industries',
  'Insurance',
];
export const CATEGORIES = [
  'Markets',
  'Economy',
  'Companies',
  'Energy',
  'Banking & Finance',
  'Commodities',
  'Currency',
  'Politics & Policy',
  'World',
  'General',
];
export const SYMBOLS = [
  'OGDC',
  'LUCK',
  'HBL',
  'ENGROH',
  'PSO',
  'MEBL',
  'FFC',
  'HUBC',
  'SYS',
  'MARI',
  'PPL',
  'UBL',
];

/** Inserts `total` articles, newest first, from a number on. Numbers below 0 are newer than all others. */
export async function addArticles(db: Pool | ClientBase, total: number, first = 0): Promise<void> {
  const sourceIds = await findSources(db);
  for (let next = 0; next < total; next += BATCH_SIZE) {
    const rows = Array.from({ length: Math.min(BATCH_SIZE, total - next) }, (_, index) =>
      generateArticle(first + next + index, sourceIds),
    );
    await db.query(
      `insert into articles
         (source_id, key, title, content, excerpt, link, pub_date, creator, sector, category, symbols, company_names, fetched_at)
       select source_id, key, title, content, excerpt, link, pub_date, creator, sector, category, symbols, company_names, pub_date
       from json_to_recordset($1) as given (source_id int, key text, title text, content text, excerpt text, link text,
         pub_date timestamptz, creator text, sector text, category text, symbols text[], company_names text)`,
      [JSON.stringify(rows)],
    );
  }
}

async function findSources(db: Pool | ClientBase): Promise<number[]> {
  await db.query(
    `insert into news_sources (name, url, is_enabled, created_at, next_fetch_at)
     select name, 'https://publisher.example/' || name, false, now(), now() from unnest($1::text[]) as name
     on conflict do nothing`,
    [SOURCES],
  );
  const { rows } = await db.query<{ id: number }>(
    'select id from news_sources where name = any($1) order by array_position($1, name)',
    [SOURCES],
  );
  return rows.map(({ id }) => id);
}

/** Generates an article deterministically from its number. Higher numbers are older. */
function generateArticle(number: number, sourceIds: number[]) {
  const random = createRandom(number);
  const body = pickWords(random, BODY_WORDS);
  const title = pickWords(random, TITLE_WORDS);
  // A quarter mentions one or two companies; the first in the list more often.
  const symbols =
    random() < 0.25 ? [...new Set([pickSkewed(random, SYMBOLS), pickSkewed(random, SYMBOLS)])] : [];
  return {
    source_id: pickSkewed(random, sourceIds),
    key: String(number),
    title: title.charAt(0).toUpperCase() + title.slice(1),
    content: `<p>${body.slice(0, body.length / 2)}</p><p>${body.slice(body.length / 2)}</p>`,
    excerpt: body.slice(0, 150),
    link: `https://publisher.example/${number}`,
    pub_date: new Date(NEWEST - ((number + random()) * DAY_MS) / ARTICLES_PER_DAY),
    creator: random() < 0.7 ? `Writer ${Math.floor(random() * 200)}` : null,
    sector: random() < 0.6 ? pickSkewed(random, SECTORS) : '',
    category: pickSkewed(random, CATEGORIES),
    symbols,
    company_names: symbols.map((symbol) => `${symbol} Pakistan Limited`).join(', '),
  };
}

/** Picks words by Zipf's law: the frequency of rank r is proportional to 1/r. */
const pickWords = (random: Random, count: number) =>
  Array.from({ length: count }, () => WORDS[Math.floor(WORDS.length ** random()) - 1]).join(' ');

/** Picks a value; the first ones are more frequent. */
const pickSkewed = <T>(random: Random, choices: readonly T[]): T =>
  choices[Math.floor(random() ** 1.5 * choices.length)] as T;
