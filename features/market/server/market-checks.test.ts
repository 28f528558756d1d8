import { beforeEach, describe, expect, it } from 'vitest';
import { marketHolidays } from '#features/market/server/market.tables.ts';
import { indexValues } from '#features/market/server/prices/prices.tables.ts';
import { useTestApp } from '#tests/support/test-app.ts';
import { createMarketChecks } from './market-checks.ts';

const test = useTestApp();
let lastPrices: string | null;

beforeEach(async () => {
  // A Friday, whose second session ends at 16:30.
  test.clock.set('2026-11-27T12:31:00.000Z');
  lastPrices = null;
  await test.database.db.delete(indexValues);
});

const run = (id: string) =>
  createMarketChecks(test.database.db, test.clock, async () => lastPrices)
    .find((check) => check.id === id)
    ?.run();

describe('the check of prices', () => {
  it('is off without any', async () => {
    expect(await run('prices')).toMatchObject({ state: 'off', cause: 'No prices are stored.' });
  });

  it.each([
    ['2026-11-27T12:29:00.000Z', '2026-11-26', 'ok', 'Prices are stored until 26 Nov 2026.'],
    [
      '2026-11-27T12:31:00.000Z',
      '2026-11-26',
      'warning',
      'Prices of 27 Nov 2026 are missing since 17:30 PKT.',
    ],
    ['2026-11-27T12:31:00.000Z', '2026-11-27', 'ok', 'Prices are stored until 27 Nov 2026.'],
    // Over the weekend, one day is missing.
    [
      '2026-11-29T12:31:00.000Z',
      '2026-11-26',
      'warning',
      'Prices of 27 Nov 2026 are missing since 17:30 PKT.',
    ],
    ['2026-11-30T12:31:00.000Z', '2026-11-26', 'failing', 'Prices are missing since 27 Nov 2026.'],
  ])('at %s with prices until %s is %s', async (now, last, state, cause) => {
    test.clock.set(now);
    lastPrices = last;
    expect(await run('prices')).toMatchObject({ state, cause });
  });
});

it('warns of missing values of the KSE-100, whatever other indices have', async () => {
  expect(await run('index-values')).toMatchObject({ state: 'off' });
  await test.database.db.insert(indexValues).values([
    { symbol: 'KSE100', date: '2026-11-26', value: 15_800_040 },
    { symbol: 'KSE30', date: '2026-11-27', value: 4_800_040 },
  ]);
  expect(await run('index-values')).toMatchObject({
    state: 'warning',
    cause: 'Values of the KSE-100 of 27 Nov 2026 are missing since 17:30 PKT.',
  });
});

describe('the check of holidays', () => {
  beforeEach(async () => {
    await test.database.db.delete(marketHolidays);
    await test.database.db.insert(marketHolidays).values([
      { date: '2026-12-25', name: 'Quaid-e-Azam Day' },
      { date: '2027-03-10', name: 'Eid-ul-Fitr', isTentative: true },
      { date: '2027-03-23', name: 'Pakistan Day', isTentative: true },
    ]);
  });

  it.each([
    ['2026-11-27', 'ok', '1 holiday of 2026.'],
    ['2027-01-20', 'ok', '2 holidays of 2027.'],
    ['2027-02-10', 'warning', 'Eid-ul-Fitr is expected on 10 Mar 2027, but not announced.'],
    ['2027-03-24', 'ok', '2 holidays of 2027.'],
    [
      '2027-02-20',
      'warning',
      'Eid-ul-Fitr is expected on 10 Mar 2027, but not announced. Pakistan Day is expected on 23 Mar 2027, but not announced.',
    ],
    ['2027-12-16', 'warning', 'No holiday of 2028 is entered.'],
    ['2028-01-03', 'off', 'No holiday of 2028 is entered.'],
  ])('on %s is %s', async (date, state, cause) => {
    test.clock.set(`${date}T06:00:00.000Z`);
    expect(await run('holidays')).toMatchObject({ state, cause });
  });
});
