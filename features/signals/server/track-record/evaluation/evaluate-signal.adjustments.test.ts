import { describe, expect, it } from 'vitest';
import {
  BUY,
  evaluate,
  FILL,
  LIMIT,
  mirror,
  type Prices,
  SELL,
  summarize,
  toBars,
} from '#tests/support/evaluation/hand-made-bars.ts';

describe('adjustments', () => {
  const bonus = { exDate: '2026-11-03', factor: '0.800000000000' };

  it('scale all levels on the ex-date, so that the ex-price hits no stop', () => {
    const bars = toBars([LIMIT, FILL, [81, 82, 77, 80], [80, 89, 79, 87], [87, 97, 86, 95]]);
    const evaluation = evaluate(BUY, bars, { adjustments: [bonus] });
    expect(summarize(evaluation)).toBe('100, 1×88 target, 1×96 target, closed target 3.0000');
    expect(evaluation.steps).toContainEqual({
      code: 'adjusted',
      date: '2026-11-03',
      factor: '0.800000000000',
      entry: 80_00,
      stop: 76_00,
      targets: [88_00, 96_00],
    });
  });

  it('scale a pending entry, and compare a moved stop in the new prices', () => {
    const bars = toBars([LIMIT, LIMIT, [82, 83, 79, 81], [81, 82, 78, 79]]);
    const signal = { ...BUY, stopMoves: [{ appliesFrom: '2026-11-04', stop: 78_00 }] };
    expect(summarize(evaluate(signal, bars, { adjustments: [bonus] }))).toBe(
      '80, 2×78 stop, closed stop -0.5000',
    );
  });

  it('apply to the reference close only on the first day', () => {
    const onFirstDay = { ...bonus, exDate: '2026-11-02' };
    const evaluation = evaluate(BUY, toBars([LIMIT, [99, 101, 98, 100]]), { adjustments: [onFirstDay] });
    expect(evaluation).toMatchObject({ referenceClose: 83_20, orderKind: 'stop', fill: { price: 100_00 } });
  });

  it('round to paisa: a third of Rs. 100 is 33.33', () => {
    const third = { exDate: '2026-11-03', factor: '0.333333333333' };
    const bars = toBars([LIMIT, FILL, [33, 34, 31.67, 32]]);
    expect(evaluate(BUY, bars, { adjustments: [third] }).exits).toMatchObject([{ price: 31_67 }]);
  });
});

describe('a cash dividend', () => {
  const dividend = { exDate: '2026-11-04', factor: '1', dividend: '250.0000' };
  const prices: Prices[] = [LIMIT, FILL, [101, 103, 98, 102], [101, 103, 98, 101], [100, 101, 94, 95]];

  it('a cash dividend is paid by an open sell, and is no part of the result of a buy', () => {
    const { rMultiple } = evaluate(BUY, toBars(prices), { adjustments: [dividend] });
    expect(rMultiple).toBe('-1.0000');
    const sell = evaluate(SELL, toBars(prices, mirror), { adjustments: [dividend] });
    expect(sell).toMatchObject({ rMultiple: '-1.5000', percent: '-7.50' });
    expect(sell.steps).toContainEqual({ code: 'dividend_paid', date: '2026-11-04', amount: '250.0000' });
  });

  it('a cash dividend of a share before a bonus on the same date is paid before it', () => {
    const bonus = { exDate: '2026-11-04', factor: '0.500000000000' };
    const after = prices.map(
      (each, index): Prices => (index < 3 ? each : (mirror(each).map((p) => p / 2) as Prices)),
    );
    const bars = toBars(after.map((each, index) => (index < 3 ? mirror(each) : each)));
    const { rMultiple } = evaluate(SELL, bars, { adjustments: [bonus, dividend] });
    expect(rMultiple).toBe('-1.5000');
  });

  it('a cash dividend before the fill or after the exit is not paid', () => {
    const early = { ...dividend, exDate: '2026-11-02' };
    const late = { ...dividend, exDate: '2026-11-06' };
    const { rMultiple } = evaluate(SELL, toBars(prices, mirror), { adjustments: [early, late] });
    expect(rMultiple).toBe('-1.0000');
  });
});
