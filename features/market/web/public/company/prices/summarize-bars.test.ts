import { expect, it } from 'vitest';
import { addDays } from '#core/contract/dates.ts';
import type { PriceBar } from '#features/market/contract/prices.ts';
import { formatPeriod, type Period, summarizeBars, toCandles } from './summarize-bars.ts';

const makeBar = (date: string, [open, high, low, close]: number[], volume: number | null = 100): PriceBar => {
  const format = (price: number | undefined) => (price === undefined ? null : price.toFixed(2));
  return {
    date,
    open: format(open),
    high: format(high),
    low: format(low),
    close: format(close) ?? '',
    volume,
    suffix: null,
    is_close_only: high === undefined,
  };
};

const BARS = [
  makeBar('2026-10-30', [98, 101, 97, 100]),
  makeBar('2026-11-02', [100, 104, 99, 103]),
  makeBar('2026-11-06', [103, 110.5, 98.25, 109], null),
  makeBar('2026-11-09', [109, 112, 108, 111]),
];

it('summarizes weeks from Monday, the latest first', () => {
  const rows = summarizeBars(BARS, 'week');
  expect(rows.map((row) => formatPeriod(row, 'week'))).toEqual(['9 Nov 2026', '2–6 Nov 2026', '30 Oct 2026']);
  expect(rows[1]).toEqual({
    from: '2026-11-02',
    to: '2026-11-06',
    open: '100.00',
    high: '110.50',
    low: '98.25',
    close: '109.00',
    volume: 100,
  });
});

it.each<[Period, string[]]>([
  ['day', ['9 Nov 2026', '6 Nov 2026', '2 Nov 2026', '30 Oct 2026']],
  ['month', ['Nov 2026', 'Oct 2026']],
])('summarizes by %s', (period, names) => {
  expect(summarizeBars(BARS, period).map((row) => formatPeriod(row, period))).toEqual(names);
});

it('states no high and low of a period with a close-only bar', () => {
  const closeOnly = { ...makeBar('2026-11-10', []), close: '112.00', is_close_only: true };
  const [row] = summarizeBars([...BARS, closeOnly], 'month');
  expect(row).toMatchObject({ open: '100.00', high: null, low: null, close: '112.00', volume: 300 });
});

it.each([
  ['2026-09-28', '2026-10-02', '28 Sep – 2 Oct 2026'],
  ['2025-12-29', '2026-01-02', '29 Dec 2025 – 2 Jan 2026'],
])('formats a week from %s to %s', (from, to, text) => {
  const [row] = summarizeBars([makeBar(from, [1, 1, 1, 1]), makeBar(to, [1, 1, 1, 1])], 'week');
  expect(row && formatPeriod(row, 'week')).toBe(text);
});

it('the table of prices has no rows without bars', () => {
  expect(summarizeBars([], 'week')).toEqual([]);
});

it.each<[number, Period, number]>([
  [2, 'day', 2],
  [260, 'day', 260],
  [261, 'week', 38],
])('makes of %i bars candles by %s', (days, period, count) => {
  const bars = Array.from({ length: days }, (_, day) => makeBar(addDays('2024-01-01', day), [1, 3, 1, 2]));
  const result = toCandles(bars);
  expect(result.period).toBe(period);
  expect(result.candles).toHaveLength(count);
  expect(result.candles.at(0)?.from).toBe('2024-01-01');
  expect(result.candles.at(-1)?.to).toBe(bars.at(-1)?.date);
});

it('makes weekly candles in ranges longer than a year, whatever the number of bars', () => {
  const bars = Array.from({ length: 20 }, (_, day) => makeBar(addDays('2024-01-01', day), [1, 3, 1, 2]));
  expect(toCandles(bars, '1Y').period).toBe('day');
  expect(toCandles(bars, '3Y')).toMatchObject({ period: 'week', candles: { length: 3 } });
  expect(toCandles(bars, '5Y').period).toBe('week');
});
