import { describe, expect, it } from 'vitest';
import { toHolidays } from '#features/market/server/market.ts';
import type { StoredSecond } from '#features/market/server/prices/prices.ts';
import { PUBLISHED_SCHEDULES } from '#tests/support/market/market.ts';
import { createSignalConverter } from './to-evaluated-signal.ts';

const { withIntraday } = createSignalConverter({ holidays: toHolidays([]), schedules: PUBLISHED_SCHEDULES });
/** Its sessions are from 09:17 to 12:00 and from 14:32 to 16:30. */
const FRIDAY = '2026-11-20';
const MONDAY = '2026-11-23';

const toSecond = (date: string, time: string): StoredSecond => [
  Date.parse(`${date}T${time}+05:00`) / 1000,
  ...([100, 100, 100, 100] as const),
];

/** Prices every ten minutes from one time until another. */
function listSeconds(date: string, from: string, until: string): StoredSecond[] {
  const [[start], [end]] = [toSecond(date, from), toSecond(date, until)];
  return Array.from({ length: Math.floor((end - start) / 600) + 1 }, (_, index) => [
    start + index * 600,
    ...([100, 100, 100, 100] as const),
  ]);
}

function countUsed(date: string, seconds: StoredSecond[]): number {
  const bar = { date, open: 100, high: 100, low: 100, close: 100, previousClose: null, volume: 1000 };
  const [used] = withIntraday([bar], new Map([[date, seconds]]));
  return used?.intraday?.length ?? 0;
}

describe('intraday prices', () => {
  const monday = listSeconds(MONDAY, '09:40:00', '15:30:00');

  it('are used if a quarter of an hour is never without one, those after the close excepted', () => {
    expect(countUsed(MONDAY, monday)).toBe(36);
    expect(countUsed(MONDAY, [...monday, toSecond(MONDAY, '15:40:00')])).toBe(36);
  });

  it('may be missing in the break of a Friday', () => {
    const morning = listSeconds(FRIDAY, '09:20:00', '12:00:00');
    const afternoon = listSeconds(FRIDAY, '14:40:00', '16:30:00');
    expect(countUsed(FRIDAY, [...morning, ...afternoon])).toBe(29);
    expect(countUsed(FRIDAY, morning)).toBe(0);
  });

  it.each<[string, StoredSecond[]]>([
    ['two prices', [toSecond(MONDAY, '09:32:00'), toSecond(MONDAY, '15:30:00')]],
    ['a late first price', listSeconds(MONDAY, '09:47:01', '15:30:00')],
    ['no price in the last quarter of an hour', listSeconds(MONDAY, '09:40:00', '15:14:00')],
    ['a gap', monday.filter(([at]) => at !== toSecond(MONDAY, '12:00:00')[0])],
  ])('are not used with %s', (_, seconds) => {
    expect(countUsed(MONDAY, seconds)).toBe(0);
  });
});
