import { paths } from '#core/contract/paths.ts';
import { createRandom, WORDS } from '../news/articles.ts';

export type Caller = 'visitor' | 'subscriber' | 'administrator';

/** What requests name of the content of a database. */
export interface Content {
  symbols: readonly string[];
  /** IDs of signals by type, some newest and some older ones. */
  signals: Record<'intraday' | 'swing' | 'investment', readonly string[]>;
  customers: readonly { id: string; email: string; name: string; paddleId: string }[];
  articles: number;
  importIds: readonly number[];
}

export interface GrowthRequest {
  name: string;
  as?: Caller;
  /** Returns the path of the request with that number. */
  path: (content: Content, turn: number) => string;
  /** Measures until the first byte, of a file that is streamed. */
  isStream?: boolean;
}

const pick = <T>(choices: readonly T[], turn: number) => choices[turn % choices.length] as T;
const pickWord = (turn: number, from: number, to: number) =>
  WORDS[from + Math.floor(createRandom(turn)() * (to - from))] ?? '';
const pickArticle = (articles: number, turn: number) => 1 + Math.floor(createRandom(turn)() * articles);

const visitor = (name: string, path: GrowthRequest['path'] | string): GrowthRequest => ({
  name,
  path: typeof path === 'string' ? () => path : path,
});
const subscriber = (name: string, path: GrowthRequest['path'] | string): GrowthRequest => ({
  ...visitor(name, path),
  as: 'subscriber',
});
const administrator = (name: string, path: GrowthRequest['path'] | string): GrowthRequest => ({
  ...visitor(name, path),
  as: 'administrator',
});

/** Every list and page whose content grows. */
export const REQUESTS: Record<string, GrowthRequest[]> = {
  'Pages of visitors': [
    visitor('home', paths.home),
    visitor('signals', paths.signals),
    visitor('intraday signals', paths.intradaySignals),
    visitor('swing signals', paths.swingSignals),
    visitor('investment signals', paths.investmentSignals),
    visitor('signal, intraday', ({ signals }, turn) => `${paths.signals}/${pick(signals.intraday, turn)}`),
    visitor('signal, swing', ({ signals }, turn) => `${paths.signals}/${pick(signals.swing, turn)}`),
    visitor('board meetings', paths.boardMeetings),
    visitor('book closures', paths.bookClosure),
    visitor('news', paths.news),
    visitor(
      'article',
      ({ articles }, turn) => `${paths.newsDetails}?news_article=${pickArticle(articles, turn)}`,
    ),
    visitor('companies', paths.companies),
    visitor('company', ({ symbols }, turn) => `${paths.companies}/${pick(symbols, turn)}`),
    visitor('charting', paths.charting),
    visitor('search', (_, turn) => `${paths.search}?q=${pickWord(turn, 0, 300)}`),
    visitor('record', paths.record),
    visitor('performance', paths.performance),
    visitor('performance, 1 year', `${paths.performance}?period=1Y`),
    visitor('past signals', paths.pastSignals),
    visitor('pricing', paths.pricing),
    visitor('sitemap', '/sitemap.xml'),
  ],
  'Lists of visitors': [
    visitor('news', (_, turn) => `/api/news/articles/?page=${1 + turn}`),
    visitor(
      'news, any page',
      ({ articles }, turn) => `/api/news/articles/?page=${Math.ceil(pickArticle(articles, turn) / 12)}`,
    ),
    visitor('news by title', (_, turn) => `/api/news/articles/?ordering=title&page=${1 + turn}`),
    visitor('news of a source', (_, turn) => `/api/news/articles/?source=Publisher+${1 + turn}`),
    visitor('news of a sector', (_, turn) => `/api/news/articles/?sector=Cement&page=${1 + turn}`),
    visitor('news of a category', (_, turn) => `/api/news/articles/?category=Markets&page=${1 + turn}`),
    visitor(
      'news of a company',
      ({ symbols }, turn) => `/api/news/articles/?symbol=${pick(['LUCK', 'HBL', 'OGDC', ...symbols], turn)}`,
    ),
    visitor('news, frequent word', (_, turn) => `/api/news/articles/?search=${pickWord(turn, 0, 60)}`),
    visitor('news, rare word', (_, turn) => `/api/news/articles/?search=${pickWord(turn, 8_000, 19_000)}`),
    visitor(
      'news, two words',
      (_, turn) => `/api/news/articles/?search=${pickWord(turn, 0, 60)}+${pickWord(turn + 7, 60, 300)}`,
    ),
    visitor(
      'news, word of old articles',
      // Only the articles of a copy contain it: see `COPY_ARTICLES`.
      ({ articles }, turn) => `/api/news/articles/?search=copy${articles / 20_000 - 1 - turn}`,
    ),
    visitor('article', ({ articles }, turn) => `/api/news/articles/${pickArticle(articles, turn)}/`),
    visitor('news feed', '/api/news/feed.atom'),
    visitor('search of the site', (_, turn) => `/api/search/?q=${pickWord(turn, 0, 300)}`),
    visitor('intraday signals', '/api/signals/psx-signals/?signal_type=intraday'),
    visitor('choices of signals', '/api/signals/psx-signals/choices/?signal_type=intraday'),
    visitor(
      'signal, intraday',
      ({ signals }, turn) => `/api/signals/psx-signals/${pick(signals.intraday, turn)}/`,
    ),
    visitor('board meetings', (_, turn) => `/api/board-meetings/?page=${1 + turn}`),
    visitor(
      'board meetings, search',
      ({ symbols }, turn) => `/api/board-meetings/?search=${pick(symbols, turn)}`,
    ),
    visitor('book closures', (_, turn) => `/api/book-closures/?page=${1 + turn}`),
    visitor(
      'book closures, search',
      ({ symbols }, turn) => `/api/book-closures/?search=${pick(symbols, turn)}`,
    ),
    visitor('prices', ({ symbols }, turn) => `/api/market/prices/${pick(symbols, turn)}/?range=5Y`),
    visitor('index', '/api/market/indices/KSE100/?range=5Y'),
    visitor('performance, all', '/api/performance/?period=all'),
    visitor('performance, 1 year', '/api/performance/?period=1Y'),
    visitor('performance, 3 months', '/api/performance/?period=3M'),
    visitor('recent results', '/api/performance/recent/?signal_type=swing'),
    visitor('past signals', '/api/performance/signals/'),
    visitor('past signals, lost', '/api/performance/signals/?result=lost&page=middle'),
    visitor('most traded companies', '/api/market/most-traded/'),
    visitor('record', '/api/record/'),
  ],
  'Files, first byte': [
    { ...visitor('results, CSV', '/api/performance/export.csv?period=all'), isStream: true },
    { ...visitor('record, JSON lines', '/record/entries.jsonl'), isStream: true },
    { ...visitor('board meetings, CSV', '/api/board-meetings/export.csv'), isStream: true },
    { ...visitor('book closures, CSV', '/api/book-closures/export.csv'), isStream: true },
  ],
  'Lists of subscribers': [
    subscriber('swing signals', '/api/signals/psx-signals/?signal_type=swing'),
    subscriber('investment signals', '/api/signals/psx-signals/?signal_type=investment'),
    subscriber(
      'swing, by symbol',
      ({ symbols }, turn) => `/api/signals/psx-signals/?signal_type=swing&symbol=${pick(symbols, turn)}`,
    ),
    subscriber('choices of signals', '/api/signals/psx-signals/choices/?signal_type=swing'),
    subscriber(
      'signal, swing',
      ({ signals }, turn) => `/api/signals/psx-signals/${pick(signals.swing, turn)}/`,
    ),
    subscriber('profile', '/api/customers/profile/'),
    subscriber('subscriptions', '/api/subscriptions/'),
    subscriber('my subscription', '/api/customers/my-subscription/'),
    subscriber('sessions', '/api/customers/sessions/'),
  ],
  'Lists of administrators': [
    administrator('signals', '/api/admin/signals/'),
    administrator('signals, middle page', '/api/admin/signals/?page=middle'),
    administrator('signals, last page', '/api/admin/signals/?page=last'),
    administrator('signals of a type', (_, turn) => `/api/admin/signals/?signal_type=swing&page=${1 + turn}`),
    administrator('signals in progress', '/api/admin/signals/?call_status=in_progress'),
    administrator(
      'signals, search',
      ({ symbols }, turn) => `/api/admin/signals/?search=${pick(symbols, turn)}`,
    ),
    administrator(
      'signals, title',
      (_, turn) => `/api/admin/signals/?search=break${['out', 'o', 'ou'][turn % 3]}`,
    ),
    administrator('signals, nothing found', (_, turn) => `/api/admin/signals/?search=qqxx${turn}`),
    administrator('signal', ({ signals }, turn) => `/api/admin/signals/${pick(signals.swing, turn)}/`),
    administrator('outcomes', ({ signals }) => `/api/admin/signal-outcomes/?ids=${signals.swing.join(',')}`),
    administrator('drafts', '/api/admin/signal-drafts/'),
    administrator('customers', '/api/admin/billing/customers/'),
    administrator('customers, middle page', '/api/admin/billing/customers/?page=middle'),
    administrator('customers, last page', '/api/admin/billing/customers/?page=last'),
    administrator(
      'customers, by email',
      ({ customers }, turn) =>
        `/api/admin/billing/customers/?search=${encodeURIComponent(pick(customers, turn).email)}`,
    ),
    administrator(
      'customers, by name',
      ({ customers }, turn) =>
        `/api/admin/billing/customers/?search=${encodeURIComponent(pick(customers, turn).name)}`,
    ),
    administrator(
      'customers, by Paddle ID',
      ({ customers }, turn) => `/api/admin/billing/customers/?search=${pick(customers, turn).paddleId}`,
    ),
    administrator(
      'customers, frequent',
      (_, turn) =>
        `/api/admin/billing/customers/?search=${pick(['khan', 'ali', 'example', 'a', 'sh'], turn)}`,
    ),
    administrator(
      'customers, nothing found',
      (_, turn) => `/api/admin/billing/customers/?search=qqxx${turn}`,
    ),
    administrator(
      'customer',
      ({ customers }, turn) => `/api/admin/billing/customers/${pick(customers, turn).id}/`,
    ),
    administrator('billing problems', '/api/admin/billing/problems/'),
    administrator('price coverage', '/api/admin/prices/coverage/'),
    administrator('imports', '/api/admin/imports/'),
    administrator('import', ({ importIds }, turn) => `/api/admin/imports/${pick(importIds, turn)}/`),
    administrator('security log', '/api/admin/security-events/'),
    administrator('security log, a kind', '/api/admin/security-events/?kind=sign_in_succeeded'),
    administrator('audit log', '/api/admin/audit-log/'),
    administrator('system', '/api/admin/system/'),
    administrator('news sources', '/api/admin/news/sources/'),
    administrator('filings', '/api/admin/corporate-actions/filings/'),
    administrator(
      'signal checks',
      ({ symbols }, turn) => `/api/admin/signal-checks/?symbol=${pick(symbols, turn)}`,
    ),
  ],
};
