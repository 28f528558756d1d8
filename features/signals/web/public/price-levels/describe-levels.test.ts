import { describe, expect, it } from 'vitest';
import type { Levels } from '#features/signals/contract/levels/levels.ts';
import { describeLevels } from './describe-drawing.ts';
import { describeRatio } from './describe-levels.ts';

const buy: Levels = {
  order_type: 'buy',
  entry_price: '150.00',
  stop_loss: '144.00',
  target_points: ['160.00', '170.00'],
};
describe('describeRatio', () => {
  it('formats the ratio of the last target', () => {
    expect(describeRatio(buy)).toBe('3.33 to 1');
  });

  it('a signal has no ratio without targets', () => {
    expect(describeRatio({ ...buy, target_points: [] })).toBe('–');
  });
});

describe('describeLevels', () => {
  const published =
    'Buy. Stop loss Rs. 144.00 (−4.00% from entry), Entry Rs. 150.00, TP1 Rs. 160.00 (+6.67% from entry), ' +
    'TP2 Rs. 170.00 (+13.33% from entry). Reward to risk from entry: 3.33 to 1.';

  it('describes the levels', () => {
    expect(describeLevels(buy)).toBe(published);
  });

  it('keeps the ratio of the publication when the stop has moved', () => {
    expect(describeLevels(buy, '148.00')).toBe(`At publication: ${published} Stop loss now Rs. 148.00.`);
  });
});
