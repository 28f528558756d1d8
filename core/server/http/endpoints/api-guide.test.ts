import { expect, it } from 'vitest';
import { readApiGuide } from '#core/contract/api/api-guide.ts';
import { DEVELOPERS_PATH } from '#core/contract/api/api-scopes.ts';
import { useTestApp } from '#tests/support/test-app.ts';

const test = useTestApp();

it('describes every endpoint that accepts API keys from its contract object', async () => {
  const { body } = await test.call(readApiGuide, {});
  expect(body.limit).toEqual({ requests: 120, seconds: 60 });
  const paths = body.endpoints.map(({ scope, path }: { scope: string; path: string }) => `${scope} ${path}`);
  expect(paths).toEqual([
    'signals:read /api/signals/psx-signals/',
    'signals:read /api/signals/psx-signals/choices/',
    'signals:read /api/signals/psx-signals/{id}/',
    'news:read /api/news/articles/',
    'news:read /api/news/articles/{id}/',
    'news:read /api/news/sources/',
    'news:read /api/news/sectors/',
    'news:read /api/news/categories/',
    'dates:read /api/board-meetings/',
    'dates:read /api/book-closures/',
    'dates:read /api/book-closures/last-buying-days/',
    'dates:read /api/market/next-dates/',
    'dates:read /api/market/holidays/',
    'prices:read /api/market/directory/',
    'prices:read /api/market/companies/{symbol}/',
    'prices:read /api/market/screener/',
    'prices:read /api/market/facts/',
    'prices:read /api/market/facts/{symbol}/',
    'prices:read /api/market/overview/',
    'prices:read /api/market/prices/{symbol}/',
    'prices:read /api/market/quotes/',
    'prices:read /api/market/indices/{index}/',
  ]);
  const [signals] = body.endpoints;
  expect(signals).toMatchObject({
    summary: 'List the signals of one type that the caller may read',
    parameters: expect.arrayContaining([
      { name: 'signal_type', place: 'query', is_required: true, type: 'one of intraday, swing, investment' },
      {
        name: 'state',
        place: 'query',
        is_required: false,
        type: expect.stringMatching(/^one of active, ended/),
      },
    ]),
    fields: expect.arrayContaining([
      { name: 'results', type: 'list' },
      { name: 'results[].entry_price', type: 'string' },
      { name: 'results[].changed_at', type: 'timestamp in UTC or null' },
      { name: 'results[].state.targets_hit', type: 'integer' },
    ]),
  });
  expect(signals.example.url).toBe('https://tezi.test/api/signals/psx-signals/?signal_type=intraday');
  expect(JSON.parse(signals.example.response)).toMatchObject({ count: 1, results: [{ order_type: 'buy' }] });
});

it('is a page that needs no script', async () => {
  const { body } = await test.request(DEVELOPERS_PATH);
  for (const text of [
    'API for developers',
    'GET /api/market/quotes/',
    'results[].entry_price',
    '"order_type": "buy"',
  ])
    expect(body.replaceAll('&quot;', '"')).toContain(text);
});
