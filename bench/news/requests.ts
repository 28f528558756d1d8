import { CATEGORIES, SECTORS, SOURCES, SYMBOLS } from './articles.ts';
import { createRandom } from './random.ts';
import { WORDS } from './words.ts';

const PAGE_SIZE = 12;

export interface BenchCall {
  name: string;
  /** The address of the call of this turn, among so many articles. */
  path: (turn: number, articles: number) => string;
  /** Whether a change is announced before each call. */
  announces?: boolean;
}

const list = (parameters: Record<string, string | number | string[]>) => {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    for (const one of [value].flat()) query.append(name, String(one));
  }
  return `/api/news/articles/?${query}`;
};

const among = <T>(choices: readonly T[], turn: number): T => choices[turn % choices.length] as T;
const word = (turn: number, from: number, to: number) =>
  WORDS[from + Math.floor(createRandom(turn)() * (to - from))] ?? '';
/** Pages one to five. */
const near = (turn: number) => 1 + (turn % 5);
/** Any page of so many articles. */
const anywhere = (turn: number, articles: number) =>
  1 + Math.floor(createRandom(turn)() * ((articles - 1) / PAGE_SIZE));

export const CALLS: BenchCall[] = [
  { name: 'list', path: (turn) => list({ page: near(turn) }) },
  { name: 'list, excerpts', path: (turn) => list({ page: near(turn), content: 'excerpt' }) },
  { name: 'list just after a change', path: (turn) => list({ page: near(turn) }), announces: true },
  { name: 'list, any page', path: (turn, articles) => list({ page: anywhere(turn, articles) }) },
  { name: 'list by title', path: (turn) => list({ page: near(turn), ordering: 'title' }) },
  { name: 'one source', path: (turn) => list({ source: among(SOURCES, turn), page: near(turn) }) },
  {
    name: 'one source, any page',
    // The rarest source has a twentieth of the articles.
    path: (turn, articles) => list({ source: among(SOURCES, turn), page: anywhere(turn, articles / 20) }),
  },
  { name: 'one sector', path: (turn) => list({ sector: among(SECTORS, turn), page: near(turn) }) },
  {
    name: 'three sectors',
    path: (turn) => list({ sector: [0, 1, 5].map((step) => among(SECTORS, turn + step)), page: near(turn) }),
  },
  { name: 'one category', path: (turn) => list({ category: among(CATEGORIES, turn), page: near(turn) }) },
  {
    name: 'source and sector',
    path: (turn) =>
      list({ source: among(SOURCES, turn), sector: among(SECTORS, turn), page: 1 + (turn % 2) }),
  },
  { name: 'search, frequent word', path: (turn) => list({ search: word(turn, 0, 60), page: near(turn) }) },
  {
    name: 'search, middling word',
    path: (turn) => list({ search: word(turn, 100, 1_000), page: near(turn) }),
  },
  { name: 'search, rare word', path: (turn) => list({ search: word(turn, 8_000, 19_000) }) },
  { name: 'search, symbol', path: (turn) => list({ search: among(SYMBOLS, turn), page: near(turn) }) },
  {
    name: 'search, two words',
    path: (turn) => list({ search: `${word(turn, 0, 60)} ${word(turn + 7, 60, 300)}` }),
  },
  {
    name: 'search, word and sector',
    path: (turn) => list({ search: word(turn, 0, 100), sector: among(SECTORS, turn) }),
  },
  {
    name: 'search, page 60',
    path: (turn) => list({ search: word(turn, 0, 60), page: 60 }),
  },
  { name: 'search by title', path: (turn) => list({ search: word(turn, 0, 300), ordering: 'title' }) },
  {
    name: 'detail',
    path: (turn, articles) => `/api/news/articles/${1 + Math.floor(createRandom(turn)() * articles)}/`,
  },
];
