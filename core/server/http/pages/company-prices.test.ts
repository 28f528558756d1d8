import { beforeAll, beforeEach, expect, it } from 'vitest';
import { getCompanyPath } from '#core/contract/paths.ts';
import { priceAdjustments, priceBars } from '#features/market/server/prices/prices.tables.ts';
import { signInAdministrator } from '#tests/support/accounts/accounts.ts';
import { publish } from '#tests/support/signals/signals.ts';
import { useTestApp } from '#tests/support/test-app.ts';

const test = useTestApp();
const makeBar = (symbol: string, date: string, close: number) => ({
  symbol,
  date,
  open: close - 100,
  high: close + 200,
  low: close - 300,
  close,
  volume: 1_000,
});

beforeEach(async () => {
  await test.database.pool.query('truncate price_bars');
});

async function insert(...bars: ReturnType<typeof makeBar>[]): Promise<void> {
  await test.database.transaction(async (tx, announce) => {
    announce('prices');
    await tx.insert(priceBars).values(bars);
  });
}

/** Returns the text of the company page, with single spaces. */
async function readPage(symbol: string, query = ''): Promise<string> {
  const { body } = await test.request(getCompanyPath(symbol) + query);
  const text = body.replace(/<script[^>]*>[\s\S]*?<\/script>/g, '').replace(/<[^>]+>/g, '');
  return text.replace(/\s+/g, ' ');
}

it('shows new prices immediately, with their change, date and source', async () => {
  expect(await readPage('LUCK')).toContain('There are no prices of LUCK.');
  await insert(makeBar('LUCK', '2026-11-20', 47_000));
  const one = await readPage('LUCK');
  expect(one).toContain('Close of Fri 20 Nov 2026');
  expect(one).toContain('Only one trading day of this range has a price');
  await insert(makeBar('LUCK', '2026-11-19', 47_100));
  const two = await readPage('LUCK');
  expect(two).toContain('Rs. 470.00');
  expect(two).toContain('▼Down −1.00 (−0.21%)');
  expect(two).toContain('previous close Rs. 471.00');
  expect(two).toContain('Source: prices invented for the demo.');
  expect(two).not.toContain('No trades since');
});

it('says that a share is suspended and until when it was traded', async () => {
  await insert(makeBar('LUCK', '2026-11-13', 47_000), makeBar('MARI', '2026-11-20', 60_000));
  expect(await readPage('LUCK')).toContain('No trades since 13 Nov 2026');
  expect(await readPage('MARI')).not.toContain('No trades since');
});

it('adjusts prices for a split and says so in the ranges that contain it', async () => {
  await insert(
    makeBar('PSO', '2026-06-12', 50_000),
    makeBar('PSO', '2026-06-16', 10_100),
    makeBar('PSO', '2026-11-20', 10_000),
  );
  await test.database.transaction(async (tx, announce) => {
    announce('prices');
    await tx.insert(priceAdjustments).values({
      source: 'test:split',
      symbol: 'PSO',
      exDate: '2026-06-15',
      kind: 'split',
      factor: '0.2',
      description: 'Stock split 5:1',
      recordedAt: test.clock.now(),
    });
  });
  const year = await readPage('PSO');
  expect(year).toContain('Adjusted for: Split (Stock split 5:1), ex-date 15 Jun 2026.');
  expect(year).toMatch(/12 Jun 2026\s*99\.80\s*100\.40\s*99\.40\s*100\.00\s*5,000/);
  expect(await readPage('PSO', '?range=1M')).not.toContain('Adjusted for');
});

it('summarizes a long range by months, and ignores other values of the range', async () => {
  await insert(makeBar('LUCK', '2026-10-30', 47_000), makeBar('LUCK', '2026-11-20', 48_000));
  expect(await readPage('LUCK', '?range=5Y')).toContain('LUCK by month, 5 years');
  expect(await readPage('LUCK', '?range=9Y')).toContain('LUCK by week, 1 year');
});

/** Levels that nothing else contains. */
const MARKS = ['487.13', '451.17', '523.19', 'QXPREMIUMQX'];

beforeAll(async () => {
  const admin = await signInAdministrator(test);
  for (const signal_type of ['swing', 'investment'] as const)
    await publish(test, admin, {
      signal_type,
      symbol: 'LUCK',
      title: 'QXPREMIUMQX',
      entry_price: '487.13',
      stop_loss: '451.17',
      target_points: ['523.19'],
    });
});

it.each([
  getCompanyPath('LUCK'),
  `${getCompanyPath('LUCK')}?range=5Y`,
  '/api/market/prices/LUCK/',
  '/api/market/prices/LUCK/?range=5Y&adjusted=false',
  '/api/market/companies/LUCK/',
  '/api/signals/psx-signals/?signal_type=intraday&symbol=LUCK',
  '/sitemap.xml',
])('publishes nothing of premium signals at %s', async (url) => {
  await insert(makeBar('LUCK', '2026-11-19', 47_100), makeBar('LUCK', '2026-11-20', 47_000));
  const { statusCode, body } = await test.request(url);
  expect(statusCode).toBe(200);
  expect(MARKS.filter((mark) => body.includes(mark))).toEqual([]);
});

it('the company page has structured data about the company only', async () => {
  const { body } = await test.request(getCompanyPath('LUCK'));
  const data = JSON.parse(
    /<script[^>]*application\/ld\+json[^>]*>([\s\S]*?)<\/script>/.exec(body)?.[1] ?? '',
  );
  expect(data['@graph'].map((node: { '@type': string }) => node['@type'])).toEqual([
    'Corporation',
    'BreadcrumbList',
  ]);
});
