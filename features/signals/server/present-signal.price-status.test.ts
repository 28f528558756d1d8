import { describe, expect, it } from 'vitest';
import type { Levels } from '#features/signals/contract/levels/levels.ts';
import { getPriceStatus } from './present-signal.ts';

const buy: Levels = {
  order_type: 'buy',
  entry_price: '100.00',
  stop_loss: '95.00',
  target_points: ['105.00', '110.00'],
};
const sell: Levels = {
  order_type: 'sell',
  entry_price: '100.00',
  stop_loss: '105.00',
  target_points: ['95.00', '90.00'],
};
const trailed: Levels = { ...buy, stop_loss: '107.00' };

const FRIDAY = '2026-11-20';
const MONDAY = '2026-11-23';
const open = (levels: Levels) => ({ levels, levelsSince: FRIDAY, isActive: true });
const last = (close: string, date = FRIDAY) => ({ date, close, adjustedOn: null });

describe('the price status', () => {
  it.each([
    ['a buy at a close between stop and first target', buy, '104.99', null],
    ['a buy at a close at the entry', buy, '100.00', null],
    ['a buy at a close one paisa above the stop', buy, '95.01', null],
    ['a buy at a close at the stop', buy, '95.00', 'stop_passed'],
    ['a buy at a close below the stop', buy, '80.00', 'stop_passed'],
    ['a buy at a close at the first target', buy, '105.00', null],
    ['a buy at a close above the last target', buy, '120.00', null],
    ['a sell at a close between stop and first target', sell, '95.01', null],
    ['a sell at a close one paisa below the stop', sell, '104.99', null],
    ['a sell at a close at the stop', sell, '105.00', 'stop_passed'],
    ['a sell at a close above the stop', sell, '130.00', 'stop_passed'],
    ['a sell at a close at the first target', sell, '95.00', null],
    ['a sell at a close below the last target', sell, '80.00', null],
    [
      'a buy whose trailed stop is past the first target, at a close between them',
      trailed,
      '106.00',
      'stop_passed',
    ],
    ['a buy at a close above its trailed stop', trailed, '107.01', null],
  ] as const)('finds the price status of %s', (_, levels, close, expected) => {
    expect(getPriceStatus(open(levels), last(close))).toBe(expected);
  });

  it('makes no claim from a close before the levels', () => {
    for (const levels of [buy, sell])
      for (const close of ['80.00', '120.00'])
        expect(getPriceStatus({ ...open(levels), levelsSince: MONDAY }, last(close))).toBeNull();
  });

  it('makes no claim about a signal that is closed or has expired', () => {
    expect(getPriceStatus({ ...open(buy), isActive: false }, last('80.00', MONDAY))).toBeNull();
  });

  it('does not compare prices over an ex-date', () => {
    const halved = { date: MONDAY, close: '50.00', adjustedOn: MONDAY };
    expect(getPriceStatus(open(buy), halved)).toBe('not_comparable');
    expect(getPriceStatus({ ...open(buy), isActive: false }, halved)).toBe('not_comparable');
    // The levels were set for the ex-date.
    expect(getPriceStatus({ ...open(buy), levelsSince: MONDAY }, halved)).toBe('stop_passed');
  });
});
