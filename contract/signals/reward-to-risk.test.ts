import { describe, expect, it } from 'vitest';
import { calculateGain, type Levels, calculateRewardToRisk } from './levels.ts';

const buy: Levels = {
  order_type: 'buy',
  entry_price: '471.00',
  stop_loss: '461.00',
  target_points: ['496.00'],
};
const sell: Levels = {
  order_type: 'sell',
  entry_price: '412.25',
  stop_loss: '418.25',
  target_points: ['400.25'],
};

describe('reward to risk', () => {
  it.each<[string, Levels, string, number | null]>([
    ['a buy that risks 10 to win 25', buy, '496.00', 2.5],
    ['a sell that risks 6 to win 12', sell, '400.25', 2],
    ['as much to win as to lose', buy, '481.00', 1],
    ['prices that floats get wrong', { ...buy, entry_price: '0.30', stop_loss: '0.20' }, '0.60', 3],
    ['the stop on the entry risks nothing', { ...buy, stop_loss: '471.00' }, '496.00', null],
    ['the stop past the entry risks nothing', { ...buy, stop_loss: '480.00' }, '496.00', null],
    ["a sell's stop past the entry risks nothing", { ...sell, stop_loss: '410.00' }, '400.25', null],
  ])('%s', (_, levels, target, ratio) => {
    expect(calculateRewardToRisk(levels, target)).toBe(ratio);
  });
});

describe('the gain at a price', () => {
  it.each<[string, Levels, string, number]>([
    ['of a buy above its entry is positive', buy, '471.50', 50],
    ['of a buy below its entry is negative', buy, '461.00', -1000],
    ['of a sell below its entry is positive', sell, '412.00', 25],
    ['of a sell above its entry is negative', sell, '418.25', -600],
  ])('%s', (_, levels, price, paisa) => {
    expect(calculateGain(levels, price)).toBe(paisa);
  });
});
