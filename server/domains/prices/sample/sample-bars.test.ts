import { expect, it } from 'vitest';
import { addDays } from '#contract/dates.ts';
import { toPaisa } from '#contract/signals/price.ts';
import { sampleSignals } from '#db/sample/signals/sample-signals.ts';
import { makeSampleBars } from './sample-bars.ts';
import { makeSignalAnchors } from './signal-anchors.ts';

const DAYS = Array.from({ length: 120 }, (_, index) => addDays('2026-11-20', -index));
const CLOSED = sampleSignals.filter(({ published }) => published !== null);

/** Follows a signal bar by bar from the day after its publication, or that day if it is also its last. */
function follow(sample: (typeof sampleSignals)[number]) {
  const { signal, published, changes } = sample;
  const sign = signal.order_type === 'buy' ? 1 : -1;
  const bars = makeSampleBars(signal.symbol, DAYS, makeSignalAnchors(sample));
  const publishedDay = Math.ceil(published ?? 0) - 1;
  const endDay =
    signal.call_status === 'closed' || changes.length > 0
      ? Math.max(0, Math.ceil(changes.at(-1)?.daysAgo ?? 0) - 1)
      : 0;
  const isReached = (level: string, direction: number, from: number, to: number) =>
    bars
      .slice(to, from + 1)
      .some(({ high, low }) => (direction > 0 ? high >= toPaisa(level) : low <= toPaisa(level)));
  return {
    bars,
    publishedDay,
    endDay,
    contains: (price: string, day: number) =>
      (bars[day]?.low ?? 0) <= toPaisa(price) && toPaisa(price) <= (bars[day]?.high ?? 0),
    hitsStop: (from: number, to: number) => isReached(signal.stop_loss, -sign, from, to),
    hitsTarget: (index: number, from: number, to: number) =>
      isReached(signal.target_points.at(index) ?? '0', sign, from, to),
  };
}

it.each(CLOSED.map((sample) => [sample.signal.symbol, sample.outcome, sample] as const))(
  'makes bars of %s that contain the entry price and fit the outcome: %s',
  (_, outcome, sample) => {
    const { signal } = sample;
    const { publishedDay, endDay, contains, hitsStop, hitsTarget } = follow(sample);
    expect(contains(signal.entry_price, publishedDay)).toBe(true);
    expect(hitsTarget(-1, publishedDay, endDay)).toBe(outcome === 'last target');
    expect(hitsStop(publishedDay, endDay)).toBe(outcome === 'stop');
    if (outcome === 'trailed stop') {
      expect(hitsTarget(0, publishedDay, endDay)).toBe(true);
      expect(contains(signal.target_points[0] ?? '', endDay)).toBe(true);
    }
  },
);

it('determines prices by the symbol and the date, with a high and a low around each price', () => {
  const anchors = [{ daysAgo: 0, price: 100 }];
  const bars = makeSampleBars('LUCK', DAYS, anchors);
  expect(makeSampleBars('LUCK', DAYS, anchors)).toEqual(bars);
  expect(makeSampleBars('MARI', DAYS, anchors)).not.toEqual(bars);
  expect(
    bars.every(({ open, high, low, close }) => low <= Math.min(open, close) && Math.max(open, close) <= high),
  ).toBe(true);
});
