import { beforeAll, expect, it } from 'vitest';
import { evaluateSignals } from '#server/domains/track-record/outcomes/evaluate-signals.ts';
import { signInAdministrator } from '#tests/support/accounts/accounts.ts';
import { makeClosures, makeMeetings } from '#tests/support/corporate-actions.ts';
import { recordStatements } from '#tests/support/database/record-statements.ts';
import { makeArticles, makeSource } from '#tests/support/news/news.ts';
import { publish } from '#tests/support/signals.ts';
import { useTestApp } from '#tests/support/test-app.ts';

/** Of a list or an item, whatever the number of its rows. */
const MAX_QUERIES = 2;
/** Of signals with their outcomes and their position in the stream. */
const MAX_SIGNAL_LIST_QUERIES = 3;
/** Of a signal with its versions, evaluations, decisions and what the ledger shows of it. */
const MAX_SIGNAL_QUERIES = 4;

const test = useTestApp();
let articleId: number;
const signalIds = {} as Record<'intraday' | 'swing', string>;

beforeAll(async () => {
  const source = await makeSource(test.database, 'Dawn');
  const rows = Array.from({ length: 15 }, () => ({}));
  [articleId = 0] = await makeArticles(
    test.database,
    source,
    rows.map(() => ({ symbols: ['LUCK'] })),
  );
  const administrator = await signInAdministrator(test);
  for (const signal_type of ['intraday', 'swing'] as const)
    signalIds[signal_type] = (await publish(test, administrator, { signal_type })).id;
  await evaluateSignals({ ...test, releaseDays: 7 });
  await makeMeetings(test.database, rows);
  await makeClosures(test.database, rows);
  // These requests fill what all others share, such as the trading calendar, the last closes, the numbers of articles and the symbols
  // outside the directory.
  const { id } = await publish(test, administrator, { signal_type: 'intraday' });
  for (const url of [
    'signals/psx-signals/?signal_type=intraday&symbol=LUCK',
    `signals/psx-signals/${id}/`,
    'news/articles/',
    'board-meetings/',
    'book-closures/',
    'market/companies/?search=luck',
  ])
    expect((await test.request(`/api/${url}`)).statusCode).toBe(200);
});

it.each([
  ['the choices of the signal filters', () => '/api/signals/psx-signals/choices/?signal_type=intraday'],
  ['a page of articles', () => '/api/news/articles/?page=2'],
  ['filtered articles', () => '/api/news/articles/?category=Markets'],
  ['found articles', () => '/api/news/articles/?search=market'],
  ['a search of the site', () => '/api/search/?q=market'],
  ['the articles of a company', () => '/api/news/articles/?symbol=LUCK'],
  ['an article', () => `/api/news/articles/${articleId}/`],
  ['board meetings', () => '/api/board-meetings/?from_date=2026-11-01'],
  ['found board meetings', () => '/api/board-meetings/?search=LUCK'],
  ['the board meetings of a company', () => '/api/board-meetings/?symbol=LUCK'],
  ['book closures', () => '/api/book-closures/?from_date=2026-08-01'],
  ['found book closures', () => '/api/book-closures/?symbol=LUCK'],
  ['the next last buying days', () => '/api/book-closures/last-buying-days/'],
])(`reads %s in ${MAX_QUERIES} queries at most`, async (_, getPath) => {
  await expectQueries(getPath(), MAX_QUERIES);
});

it.each([
  ['signals', '?signal_type=intraday'],
  ['filtered signals', '?signal_type=intraday&order_type=buy'],
])(`reads %s in ${MAX_SIGNAL_LIST_QUERIES} queries at most`, async (_, query) => {
  await expectQueries(`/api/signals/psx-signals/${query}`, MAX_SIGNAL_LIST_QUERIES);
});

it.each([
  ['a free signal', 'intraday'],
  ['a premium signal', 'swing'],
] as const)(`reads %s in ${MAX_SIGNAL_QUERIES} queries at most`, async (_, type) => {
  await expectQueries(`/api/signals/psx-signals/${signalIds[type]}/`, MAX_SIGNAL_QUERIES);
});

async function expectQueries(path: string, max: number): Promise<void> {
  const statements = await recordStatements(test.database, async () => {
    expect((await test.request(path)).statusCode).toBe(200);
  });
  const queries = statements.map(({ text }) => text);
  expect(queries.length).toBeGreaterThan(0);
  expect(queries.length, `${queries.length} queries:\n${queries.join('\n')}`).toBeLessThanOrEqual(max);
}
