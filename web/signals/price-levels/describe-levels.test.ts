import { describe, expect, it } from 'vitest';
import type { Levels } from '#contract/signals/levels.ts';
import type { LevelChange } from '#contract/signals/signal.ts';
import { describeLevels } from './describe-drawing.ts';
import { describeLockedIn, describeRatio } from './describe-levels.ts';

const buy: Levels = {
  order_type: 'buy',
  entry_price: '150.00',
  stop_loss: '144.00',
  target_points: ['160.00', '170.00'],
};
const sell: Levels = {
  order_type: 'sell',
  entry_price: '412.25',
  stop_loss: '418.00',
  target_points: ['406.00'],
};

const makeChange = (field: string): LevelChange => ({
  changed_at: '2026-11-23T05:42:00.000Z',
  field,
  from: null,
  to: null,
});

describe('describeLockedIn', () => {
  it.each<[string, Levels, string | null]>([
    ['nothing while a buy is at risk', { ...buy, stop_loss: '148.00' }, null],
    [
      'the gain of a buy',
      { ...buy, entry_price: '152.40', stop_loss: '153.00' },
      'Stop above entry: +0.39 % locked in',
    ],
    [
      'a gain that rounds to zero as breakeven',
      { ...buy, entry_price: '400.00', stop_loss: '400.01' },
      'Stop above entry: breakeven, less than 0.01 % locked in',
    ],
    ['a stop at the entry', { ...buy, stop_loss: '150.00' }, 'Stop at entry: no gain or loss locked in'],
    ['nothing while a sell is at risk', sell, null],
    ['the gain of a sell', { ...sell, stop_loss: '408.00' }, 'Stop below entry: +1.03 % locked in'],
  ])('describes %s', (_, levels, text) => {
    expect(describeLockedIn(levels, [makeChange('stop_loss')])).toBe(text);
  });

  it.each(['entry_price', 'order_type', 'symbol'])('states no gain after a change of %s', (field) => {
    // Published at 150.00, then moved to 146.00: those who entered at publication have a loss.
    const levels = { ...buy, entry_price: '146.00', stop_loss: '148.00' };
    expect(describeLockedIn(levels, [makeChange(field), makeChange('stop_loss')])).toBe(
      'Stop above entry: the result depends on the entry price, which has changed',
    );
  });
});

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
    'TP2 Rs. 170.00 (+13.33% from entry). Reward to risk: 3.33 to 1.';

  it('describes the levels', () => {
    expect(describeLevels(buy)).toBe(published);
  });

  it('keeps the ratio of the publication when the stop has moved', () => {
    expect(describeLevels(buy, '148.00')).toBe(`At publication: ${published} Stop loss now Rs. 148.00.`);
  });
});
