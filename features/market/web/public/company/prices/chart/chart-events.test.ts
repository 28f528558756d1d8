import { expect, it } from 'vitest';
import type { BoardMeeting } from '#features/corporate-actions/contract/board-meetings.ts';
import type { BookClosure } from '#features/corporate-actions/contract/book-closures.ts';
import type { PriceAdjustment } from '#features/market/contract/prices.ts';
import type { PriceRow } from '#features/market/web/public/company/prices/summarize-bars.ts';
import { type ChartEvent, listChartEvents, mergeSignalEvents } from './chart-events.ts';

const toCandle = (from: string, to: string) => ({ from, to }) as PriceRow;
const candles = ['2026-11-17', '2026-11-18', '2026-11-20'].map((date) => toCandle(date, date));
const makeClosure = (ex_date: string, payout: string, kinds: string[]) =>
  ({
    ex_date,
    payout,
    payouts: kinds.map((kind) => ({ kind })),
    is_ex_date_estimated: true,
  }) as unknown as BookClosure;
const makeMeeting = (meeting_date: string) => ({ meeting_date, subject: 'Accounts' }) as BoardMeeting;
const split = { ex_date: '2026-11-18', kind: 'split', description: 'Split 5:1' } as PriceAdjustment;

it('marks events at the first candle on or after their date, in order', () => {
  const events = listChartEvents(candles, {
    closures: [makeClosure('2026-11-18', '60%(F)10%(B)', ['cash', 'bonus'])],
    meetings: [makeMeeting('2026-11-19')],
    adjustments: [],
  });
  expect(events).toEqual([
    {
      date: '2026-11-18',
      candleDate: '2026-11-18',
      kind: 'ex-date',
      mark: 'XD XB',
      description: 'Ex-date (estimated): 60%(F)10%(B)',
    },
    {
      date: '2026-11-19',
      candleDate: '2026-11-20',
      kind: 'meeting',
      mark: 'M',
      description: 'Board meeting: Accounts',
    },
  ]);
});

it('marks a split once, although its closure has an ex-date too', () => {
  const closures = [makeClosure('2026-11-18', 'Split 5:1', [])];
  const events = listChartEvents(candles, { closures, meetings: [], adjustments: [split] });
  expect(events.map(({ mark }) => mark)).toEqual(['Split']);
});

it('leaves out events before the first and after the last bar', () => {
  const closures = [makeClosure('2026-11-16', 'x', []), makeClosure('2026-11-23', 'x', [])];
  expect(listChartEvents(candles, { closures, meetings: [], adjustments: [] })).toEqual([]);
  expect(listChartEvents([], { closures, meetings: [], adjustments: [split] })).toEqual([]);
});

it('merges the events of a signal on one candle, and no others', () => {
  const makeEvent = (kind: ChartEvent['kind'], date: string, mark: string): ChartEvent => ({
    date,
    candleDate: date,
    kind,
    mark,
    description: mark,
  });
  const merged = mergeSignalEvents([
    makeEvent('signal', '2026-11-17', 'Published'),
    makeEvent('signal', '2026-11-18', 'Entry'),
    makeEvent('meeting', '2026-11-18', 'M'),
    makeEvent('signal', '2026-11-18', 'Stop'),
  ]);
  expect(merged.map(({ mark }) => mark)).toEqual(['Published', '2 events', 'M']);
});
