import { beforeAll, expect, it } from 'vitest';
import {
  type LastBuyingDay,
  listLastBuyingDays,
} from '#features/corporate-actions/contract/book-closures.ts';
import { saveMarketHoliday } from '#features/market/contract/holiday-changes.ts';
import { signInAdministrator } from '#tests/support/accounts/accounts.ts';
import { makeClosures } from '#tests/support/market/corporate-actions.ts';
import { useTestApp } from '#tests/support/test-app.ts';

const test = useTestApp();

const list = async (): Promise<LastBuyingDay[]> => (await test.call(listLastBuyingDays, {})).body.results;
const listDays = async (time: string) => {
  test.clock.set(time);
  return (await list()).map(({ last_buying_day, closures }) => [
    last_buying_day,
    closures.map(({ symbol }) => symbol),
  ]);
};

beforeAll(async () => {
  await makeClosures(test.database, [
    { symbol: 'PAST', companyName: 'Past Limited', bcFrom: '2026-11-23', bcTo: null },
    { symbol: 'MON', companyName: 'Monday Limited', bcFrom: '2026-11-25', bcTo: null },
    { symbol: 'NILL', companyName: 'Nil Limited', bcFrom: '2026-11-25', bcTo: null, payout: 'NIL' },
    { symbol: 'FRI', companyName: 'Friday Limited', bcFrom: '2026-12-01', bcTo: null },
    {
      symbol: 'PUB',
      companyName: 'Published Limited',
      bcFrom: '2026-12-30',
      bcTo: null,
      exDate: '2026-11-30',
    },
    ...Array.from({ length: 8 }, (_, index) => ({
      symbol: `S${index}`,
      companyName: `Season ${index} Limited`,
      bcFrom: '2026-12-10',
      bcTo: null,
    })),
    { symbol: 'LATE', companyName: 'Late Limited', bcFrom: '2027-01-05', bcTo: null },
  ]);
});

/** Trades of 1 January, a bank holiday, settle on 5 January. */
const LATE = ['2026-12-31', ['LATE']];
const SEASON = ['2026-12-08', ['S0', 'S1', 'S2', 'S3', 'S4', 'S5']];

it('lists the next three last buying days with their closures that pay something', async () => {
  expect(await listDays('2026-11-22T05:42:00Z')).toEqual([
    ['2026-11-23', ['MON']],
    ['2026-11-27', ['FRI', 'PUB']],
    SEASON,
  ]);
  expect(await list()).toMatchObject([
    {
      ex_date: '2026-11-24',
      trading_ends_at: '2026-11-23T10:30:00.000Z',
      is_ex_date_estimated: true,
      depends_on_tentative_holiday: false,
      count: 1,
      closures: [{ company_name: 'Monday Limited', rupees_per_share: '25.00' }],
    },
    // Trading ends later on Fridays.
    { ex_date: '2026-11-30', trading_ends_at: '2026-11-27T11:30:00.000Z', count: 2 },
    { count: 8 },
  ]);
});

it.each([
  ['before trading ends', '2026-11-23T10:29:59Z', '2026-11-23'],
  ['when trading ends', '2026-11-23T10:30:00Z', '2026-11-27'],
  ['on the evening before', '2026-11-26T18:00:00Z', '2026-11-27'],
  ['on the Friday evening', '2026-11-27T12:00:00Z', '2026-12-08'],
])('starts %s on the next day to buy', async (_, time, expected) => {
  expect((await listDays(time))[0]?.[0]).toBe(expected);
});

it('looks thirty days ahead', async () => {
  expect(await listDays('2026-11-30T11:00:00Z')).toEqual([SEASON]);
  expect(await listDays('2026-12-01T05:00:00Z')).toEqual([SEASON, LATE]);
  expect(await listDays('2027-01-01T12:00:00Z')).toEqual([]);
});

it('follows the holidays and marks dates that depend on a tentative one', async () => {
  const { access: token } = await signInAdministrator(test);
  const body = { date: '2026-11-27', name: 'Moon', is_tentative: true };
  await test.call(saveMarketHoliday, { body }, { token });
  expect(await listDays('2026-11-25T05:42:00Z')).toEqual([['2026-11-26', ['FRI', 'PUB']], SEASON]);
  expect((await list()).map((day) => day.depends_on_tentative_holiday)).toEqual([true, false]);
});

it('the list of last buying days is empty without closures to buy for', async () => {
  test.clock.set('2027-06-01T05:00:00Z');
  expect(await list()).toEqual([]);
});
