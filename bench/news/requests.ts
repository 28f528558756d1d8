import { CATEGORIES, createRandom, SECTORS, SOURCES, SYMBOLS, WORDS } from './articles.ts';

const PAGE_SIZE = 12;

export interface BenchRequest {
  name: string;
  /** Returns the path of a request, given the number of articles. */
  path: (turn: number, articles: number) => string;
  /** Announces a change before each request. */
  announces?: boolean;
}

const getListPath = (parameters: Record<string, string | number | string[]>) => {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    for (const one of [value].flat()) query.append(name, String(one));
  }
  return `/api/news/articles/?${query}`;
};

const pick = <T>(choices: readonly T[], turn: number): T => choices[turn % choices.length] as T;
const pickWord = (turn: number, from: number, to: number) =>
  WORDS[from + Math.floor(createRandom(turn)() * (to - from))] ?? '';
/** Returns a page from one to five. */
const pickEarlyPage = (turn: number) => 1 + (turn % 5);
/** Returns a random page. */
const pickRandomPage = (turn: number, articles: number) =>
  1 + Math.floor(createRandom(turn)() * ((articles - 1) / PAGE_SIZE));

export const REQUESTS: BenchRequest[] = [
  { name: 'list', path: (turn) => getListPath({ page: pickEarlyPage(turn) }) },
  { name: 'list, excerpts', path: (turn) => getListPath({ page: pickEarlyPage(turn), content: 'excerpt' }) },
  {
    name: 'list just after a change',
    path: (turn) => getListPath({ page: pickEarlyPage(turn) }),
    announces: true,
  },
  { name: 'list, any page', path: (turn, articles) => getListPath({ page: pickRandomPage(turn, articles) }) },
  { name: 'list by title', path: (turn) => getListPath({ page: pickEarlyPage(turn), ordering: 'title' }) },
  {
    name: 'search of the site',
    // A different word for each request, because the server stores the responses.
    path: (turn) => `/api/search/?q=${WORDS[turn % WORDS.length]}`,
  },
  {
    name: 'one source',
    path: (turn) => getListPath({ source: pick(SOURCES, turn), page: pickEarlyPage(turn) }),
  },
  {
    name: 'one source, any page',
    // The smallest source has a twentieth of the articles.
    path: (turn, articles) =>
      getListPath({ source: pick(SOURCES, turn), page: pickRandomPage(turn, articles / 20) }),
  },
  {
    name: 'one sector',
    path: (turn) => getListPath({ sector: pick(SECTORS, turn), page: pickEarlyPage(turn) }),
  },
  {
    name: 'three sectors',
    path: (turn) =>
      getListPath({ sector: [0, 1, 5].map((step) => pick(SECTORS, turn + step)), page: pickEarlyPage(turn) }),
  },
  {
    name: 'one category',
    path: (turn) => getListPath({ category: pick(CATEGORIES, turn), page: pickEarlyPage(turn) }),
  },
  {
    name: 'source and sector',
    path: (turn) =>
      getListPath({ source: pick(SOURCES, turn), sector: pick(SECTORS, turn), page: 1 + (turn % 2) }),
  },
  {
    name: 'search, frequent word',
    path: (turn) => getListPath({ search: pickWord(turn, 0, 60), page: pickEarlyPage(turn) }),
  },
  {
    name: 'search, mid-frequency word',
    path: (turn) => getListPath({ search: pickWord(turn, 100, 1_000), page: pickEarlyPage(turn) }),
  },
  { name: 'search, rare word', path: (turn) => getListPath({ search: pickWord(turn, 8_000, 19_000) }) },
  {
    name: 'search, symbol',
    path: (turn) => getListPath({ search: pick(SYMBOLS, turn), page: pickEarlyPage(turn) }),
  },
  {
    name: 'search, two words',
    path: (turn) => getListPath({ search: `${pickWord(turn, 0, 60)} ${pickWord(turn + 7, 60, 300)}` }),
  },
  {
    name: 'search, word and sector',
    path: (turn) => getListPath({ search: pickWord(turn, 0, 100), sector: pick(SECTORS, turn) }),
  },
  {
    name: 'search, page 60',
    path: (turn) => getListPath({ search: pickWord(turn, 0, 60), page: 60 }),
  },
  {
    name: 'search by title',
    path: (turn) => getListPath({ search: pickWord(turn, 0, 300), ordering: 'title' }),
  },
  {
    name: 'detail',
    path: (turn, articles) => `/api/news/articles/${1 + Math.floor(createRandom(turn)() * articles)}/`,
  },
];
