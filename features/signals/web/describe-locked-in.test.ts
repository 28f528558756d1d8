import { describe, expect, it } from 'vitest';
import type { Levels } from '#features/signals/contract/levels/levels.ts';
import type { LevelChange } from '#features/signals/contract/signal.ts';
import { describeLockedIn } from './describe-locked-in.ts';

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
