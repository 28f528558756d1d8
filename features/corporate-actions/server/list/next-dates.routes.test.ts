import { beforeAll, expect, it } from 'vitest';
import { listNextDates, type NextDates } from '#features/corporate-actions/contract/next-dates.ts';
import { makeClosures, makeMeetings } from '#tests/support/market/corporate-actions.ts';
import { useTestApp } from '#tests/support/test-app.ts';

const test = useTestApp();

const list = async (symbols: string) => {
  const { results }: { results: NextDates[] } = (await test.call(listNextDates, { query: { symbols } })).body;
  return results.map(({ symbol, ex_date, meeting_date }) => [symbol, ex_date, meeting_date]);
};

beforeAll(async () => {
  await makeClosures(test.database, [
    { symbol: 'MON', bcFrom: '2026-11-25', bcTo: null },
    { symbol: 'MON', bcFrom: '2026-12-10', bcTo: null },
    { symbol: 'PUB', bcFrom: '2026-12-30', bcTo: null, exDate: '2026-11-30' },
    { symbol: 'PUB', bcFrom: '2026-12-20', bcTo: null },
    { symbol: 'OLD', bcFrom: '2026-11-27', bcTo: null, exDate: '2026-11-20' },
  ]);
  await makeMeetings(test.database, [
    { symbol: 'MON', meetingDate: '2026-11-20' },
    { symbol: 'MON', meetingDate: '2026-12-02' },
    { symbol: 'MON', meetingDate: '2026-12-05' },
    { symbol: 'PUB', meetingDate: '2026-11-25', state: 'postponed' },
  ]);
});

it('lists the first ex-date and the first meeting of each company that are ahead', async () => {
  test.clock.set('2026-11-24T05:00:00Z');
  expect(await list('mon,PUB,OLD,NONE')).toEqual([
    ['MON', '2026-11-24', '2026-12-02'],
    ['NONE', null, null],
    ['OLD', null, null],
    ['PUB', '2026-11-30', null],
  ]);
  test.clock.set('2026-12-03T05:00:00Z');
  expect(await list('MON')).toEqual([['MON', '2026-12-09', '2026-12-05']]);
});
