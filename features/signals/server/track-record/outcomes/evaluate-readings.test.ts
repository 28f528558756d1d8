import { describe, expect, it } from 'vitest';
import { addDays } from '#core/contract/dates.ts';
import type {
  EvaluatedBar,
  EvaluatedSignal,
} from '#features/signals/server/track-record/evaluation/evaluation.ts';
import {
  BUY,
  FILL,
  LIMIT,
  mirror,
  type Prices,
  SELL,
  STOP,
  summarize,
  toBar,
} from '#tests/support/evaluation/hand-made-bars.ts';
import { evaluateReadings } from './evaluate-readings.ts';

type Adjustment = Parameters<typeof evaluateReadings>[2][number];

const BONUS: Adjustment = { exDate: '2026-11-03', factor: '0.800000000000', isConfirmed: true };
const DIVIDEND: Adjustment = { exDate: '2026-11-03', factor: '1', dividend: '500', isConfirmed: true };

function read(signal: EvaluatedSignal, bars: EvaluatedBar[], adjustments: Adjustment[] = []) {
  const pricesUntil = bars.at(-1)?.date ?? '';
  const { evaluation, applied } = evaluateReadings(signal, bars, adjustments, {
    pricesUntil,
    addTradingDays: addDays,
  });
  return { result: summarize(evaluation), applied: applied.map(({ factor }) => factor), evaluation };
}

/** Bars from 30 October on, each with the close before as its previous close, or another one. */
const toBars = (prices: Prices[], others: Record<number, number | null> = {}) =>
  prices.map((each, index) => {
    const before = prices[index - 1]?.[3];
    const previousClose = before === undefined ? null : Math.round(before * 100);
    return {
      ...toBar(each, index),
      previousClose: others[index] === undefined ? previousClose : others[index],
    };
  });

describe('a payout that is not stored', () => {
  /** A sell at 100 that is filled on 2 November and closes at 99. On 3 November the share is ex bonus, at 79.20. */
  const bonus = toBars([mirror(LIMIT), mirror(FILL), [79, 80, 78, 79], [79, 85, 78, 84]], { 2: 79_20 });

  it('improves no sell: the previous close of the ex-date implies its factor', () => {
    expect(read(SELL, bonus, [BONUS])).toMatchObject({
      result: '100, 2×84 stop, closed stop -1.0000',
      applied: ['0.800000000000'],
    });
    expect(read(SELL, bonus)).toMatchObject({
      result: '100, 2×84 stop, closed stop -1.0000',
      applied: ['0.800000000000'],
    });
  });

  it('delays the end until the signal has ended with and without it', () => {
    // Without the bonus, both targets were hit at the open.
    expect(read(SELL, bonus.slice(0, 3))).toMatchObject({
      result: '100, open',
      applied: ['0.800000000000'],
      evaluation: { endedOn: null },
    });
  });

  it('improves no buy', () => {
    const bars = toBars([LIMIT, FILL, [81, 82, 80, 81], [81, 99, 80, 98]], { 2: 80_80 });
    expect(read(BUY, bars, [BONUS]).result).toBe('100, 1×88 target, 1×96 target, closed target 3.0000');
    expect(read(BUY, bars)).toMatchObject({ result: '100, 2×81 stop, closed stop -3.8000', applied: [] });
  });

  it('improves no sell if it is a cash dividend', () => {
    const signal = { ...SELL, targets: [96_00] };
    const bars = toBars([mirror(LIMIT), mirror(FILL), [96, 96.5, 94, 95], [95, 104, 94, 103]], { 2: 94_00 });
    expect(read(signal, bars, [DIVIDEND])).toMatchObject({
      result: '100, 1×96 target, closed target -0.2000',
      applied: ['1'],
    });
    // 94 / 99.
    expect(read(signal, bars)).toMatchObject({
      result: expect.stringContaining('closed stop'),
      applied: ['0.949494949495'],
    });
  });

  it('decides the kind of the order if its ex-date is the first day', () => {
    const signal = { ...BUY, entry: 82_00, stop: 80_00, targets: [90_00] };
    const bars = toBars([LIMIT, [81, 81.5, 79, 81]], { 1: 83_20 });
    expect(read(signal, bars, [{ ...BONUS, exDate: '2026-11-02' }]).evaluation.orderKind).toBe('limit');
    const lower = toBars([LIMIT, [81, 81.5, 79, 81]], { 1: 80_00 });
    // As a limit order it was filled at 81 and stopped; as a stop order it waits.
    expect(read(signal, lower)).toMatchObject({
      result: '–, pending',
      evaluation: { orderKind: 'stop' },
      applied: ['0.769230769231'],
    });
  });
});

/** It stays open, and the lower a factor, the worse it is. */
const OPEN_SELL: EvaluatedSignal = { ...SELL, stop: 200_00, targets: [30_00] };

describe('a previous close', () => {
  const prices: Prices[] = [LIMIT, FILL, [101, 104, 98, 102], [102, 104, 99, 101]];
  const impliedBy = (previousClose: number | null, adjustments: Adjustment[] = []) => {
    const bars = toBars(prices.map(mirror), { 2: previousClose });
    return read(OPEN_SELL, bars, adjustments).applied;
  };

  it.each<[string, number | null, Adjustment[], string[]]>([
    ['the last close', 99_00, [], []],
    ['the last close to within a paisa', 98_99, [], []],
    ['two paisa below the last close', 98_98, [], ['0.999797979798']],
    ['not given', null, [], []],
    ['the last close less a dividend', 94_00, [DIVIDEND], ['1']],
    ['the last close although there is a dividend', 99_00, [DIVIDEND], ['1']],
    ['that of a bonus of which only a dividend is stored', 75_20, [DIVIDEND], ['1', '0.800000000000']],
    ['that of a stored bonus', 79_20, [BONUS], ['0.800000000000']],
    ['another one, but an administrator has confirmed the bonus', 70_00, [BONUS], ['0.800000000000']],
  ])('implies an adjustment unless it is explained: %s', (_, previousClose, adjustments, applied) => {
    expect(impliedBy(previousClose, adjustments)).toEqual(applied);
  });

  it('is read instead of a stored adjustment that it does not confirm', () => {
    const unconfirmed = { ...BONUS, isConfirmed: false };
    // With neither, the stored or the implied factor; never with both.
    expect(impliedBy(89_10, [unconfirmed])).toEqual(['0.800000000000']);
    expect(impliedBy(69_30, [unconfirmed])).toEqual(['0.700000000000']);
  });

  it('implies only the first three adjustments, from the first day on', () => {
    const bars = Array.from({ length: 16 }, (_, index) => ({
      ...toBar([99, 101, 98, 99], 0),
      date: addDays('2026-10-26', index),
      previousClose: 98_01,
    }));
    const { applied } = evaluateReadings(OPEN_SELL, bars, [], {
      pricesUntil: '2026-11-10',
      addTradingDays: addDays,
    });
    // That of the first day, 2 November, is one of them, but changes nothing.
    expect(applied.map(({ exDate, factor }) => [exDate, factor])).toEqual([
      ['2026-11-03', '0.990000000000'],
      ['2026-11-04', '0.990000000000'],
    ]);
  });

  it('that contradicts a day without a bar makes the signal wait, whatever it implies', () => {
    const [before, first, , last] = toBars(prices, { 3: 90_00 }) as EvaluatedBar[];
    expect(read(BUY, [before, first, last] as EvaluatedBar[])).toMatchObject({
      result: '100, open prices_missing',
      applied: [],
    });
  });
});

describe('readings of which one cannot be measured', () => {
  /** An entry that may have been filled on 2 November is on the 3rd, unless the bonus of that day applies. */
  const signal: EvaluatedSignal = {
    ...BUY,
    targets: [110_00],
    isPublishedInSession: true,
    lastEntryDate: '2026-11-03',
  };
  const follow = (prices: Prices) => {
    const day: Prices = [104, 104, 99, 104];
    // Without the previous close of the ex-date, nothing refutes the bonus.
    const bars = toBars([STOP, day, day, prices], { 2: null });
    return read(signal, bars, [{ ...BONUS, isConfirmed: false }]).result;
  };

  it('make no gain of it, and hide no loss', () => {
    expect(follow([104, 111, 103, 110])).toBe('–, not_measurable');
    expect(follow([96, 97, 94, 95])).toBe('100, 1×95 stop, closed stop -1.0000');
  });
});

describe('an adjustment that is not confirmed', () => {
  const unconfirmed = { ...BONUS, isConfirmed: false };
  const signal = { ...BUY, targets: [200_00] };
  /** The stop loss is hit on 3 November, unless the bonus of that day applies. */
  const prices: Prices[] = [LIMIT, FILL, [98, 99, 94, 96]];
  const [STOPPED, OPEN] = ['100, 1×95 stop, closed stop -1.0000', '100, open'];

  it.each<[string, number | null, Adjustment[], string]>([
    ['the last close', 101_00, [unconfirmed], STOPPED],
    ['the last close to within a paisa', 100_99, [unconfirmed], STOPPED],
    ['two paisa below the last close', 100_98, [unconfirmed], OPEN],
    ['not given', null, [unconfirmed], OPEN],
    ['the last close less a dividend, which may be invented too', 96_00, [unconfirmed, DIVIDEND], OPEN],
    [
      'that of a confirmed split alone',
      50_50,
      [{ ...BONUS, factor: '0.5' }, unconfirmed],
      '100, 1×47.5 stop, closed stop -1.0000',
    ],
  ])('applies in no reading if the previous close of its ex-date is the last close: %s', (...row) => {
    const [, previousClose, adjustments, expected] = row;
    const isSplit = adjustments.some(({ factor }) => factor === '0.5');
    const day: Prices = isSplit ? [49, 49.5, 47, 48] : [98, 99, 94, 96];
    const bars = toBars([LIMIT, FILL, day], { 2: previousClose });
    expect(read(signal, bars, adjustments).result).toBe(expected);
  });

  it('is refuted by the next bar if its ex-date is no trading day', () => {
    const addWeekdays = (date: string, days: number) => {
      let result = date;
      for (let left = days; left > 0; ) {
        result = addDays(result, 1);
        if (![0, 6].includes(new Date(result).getUTCDay())) left -= 1;
      }
      return result;
    };
    const bars = toBars([FILL, [98, 99, 94, 96]]);
    const earlier = { ...signal, firstDate: '2026-10-30' };
    const { evaluation } = evaluateReadings(earlier, bars, [{ ...unconfirmed, exDate: '2026-11-01' }], {
      pricesUntil: '2026-11-02',
      addTradingDays: addWeekdays,
    });
    expect(evaluation).toMatchObject({ state: 'closed', reason: 'stop' });
  });

  it('may apply after a day without a bar, because the previous close could be the adjusted one of that day', () => {
    const [before, first, , later] = toBars([...prices, [98, 99, 94, 96]], { 3: 101_00 }) as EvaluatedBar[];
    const bars = [before, first, later] as EvaluatedBar[];
    expect(read(signal, bars, [{ ...unconfirmed, exDate: '2026-11-04' }])).toMatchObject({
      result: '100, open prices_missing',
    });
  });
});
