import { beforeAll, expect, it } from 'vitest';
import {
  listPastClosures,
  loadSampleEvents,
  type PastClosure,
} from '#features/corporate-actions/server/corporate-actions.ts';
import { cacheHolidays, getPreviousTradingDay } from '#features/market/server/market.ts';
import { toPaisa } from '#features/signals/contract/levels/price.ts';
import { makeSignalAnchors, sampleSignals } from '#features/signals/sample/sample-signals.ts';
import { useTestApp } from '#tests/support/test-app.ts';
import { listPayoutSteps, makeSampleBars, type PayoutStep } from './sample-bars.ts';

const test = useTestApp();
const DAYS = ['2026-11-20'];
let closures: PastClosure[];

beforeAll(async () => {
  const holidays = await cacheHolidays(test.database)();
  while (DAYS.length < 120) DAYS.push(getPreviousTradingDay(DAYS.at(-1) ?? '', holidays));
  await test.database.transaction((tx, announce) =>
    loadSampleEvents(tx, announce, { now: test.clock.now(), holidays }),
  );
  closures = await listPastClosures(test.database.db, { until: '2026-11-20', holidays });
});

const listSteps = (symbol: string) =>
  listPayoutSteps(
    closures.filter((closure) => closure.symbol === symbol),
    DAYS,
  );

/** The samples of a demo that is started after the session are one trading day older. */
const delay = (steps: readonly PayoutStep[], days: number) =>
  steps.map((step) => ({ ...step, daysAgo: step.daysAgo + days }));

const CLOSED = sampleSignals.filter(({ published }) => published !== null);

/** Follows a signal bar by bar from the day after its publication, or that day if it is also its last. */
function follow(sample: (typeof sampleSignals)[number], steps: readonly PayoutStep[]) {
  const { signal, published, changes } = sample;
  const sign = signal.order_type === 'buy' ? 1 : -1;
  const bars = makeSampleBars(signal.symbol, DAYS, makeSignalAnchors(sample), steps);
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

it.each(
  CLOSED.flatMap((sample) =>
    [0, 1].map((days) => [sample.signal.symbol, sample.outcome, days, sample] as const),
  ),
)(
  'makes bars of %s that contain the entry price and fit the outcome: %s, with payouts %i days earlier',
  (symbol, outcome, days, sample) => {
    const { signal } = sample;
    const steps = delay(listSteps(symbol), days);
    const { publishedDay, endDay, contains, hitsStop, hitsTarget } = follow(sample, steps);
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

it.each([
  ['MEBL', 'XD', 1, 1.75],
  ['SYS', 'XB', 1.2, 0],
  ['PSO', 'XR', 1.5, -12.5],
  ['MLCF', 'XB XD', 1.2, 6],
])(
  'makes the price of %s fall by the payout on its ex-date, which is marked %s',
  (symbol, suffix, factor, amount) => {
    const bars = makeSampleBars(symbol, DAYS, [{ daysAgo: 0, price: 200 }], listSteps(symbol));
    const day = bars.findIndex((bar) => bar.suffix === suffix);
    const [exDay, before] = [bars[day], bars[day + 1]];
    expect(exDay?.previousClose).toBe(exDay?.open);
    expect((before?.close ?? 0) / 100).toBeCloseTo(factor * ((exDay?.open ?? 0) / 100) + amount, 1);
    expect(bars.filter((bar) => bar.suffix !== null)).toHaveLength(1);
  },
);
