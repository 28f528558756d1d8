import { describe, expect, it } from 'vitest';
import { calculateGain, calculateRewardToRisk, type Levels } from './levels.ts';

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

describe('calculateRewardToRisk', () => {
  it.each<[string, Levels, string, number | null]>([
    ['returns 2.5 for a buy that risks 10 to win 25', buy, '496.00', 2.5],
    ['returns 2 for a sell that risks 6 to win 12', sell, '400.25', 2],
    ['returns 1 when reward and risk are equal', buy, '481.00', 1],
    ['is exact where floats are not', { ...buy, entry_price: '0.30', stop_loss: '0.20' }, '0.60', 3],
    ['returns null for a stop at the entry', { ...buy, stop_loss: '471.00' }, '496.00', null],
    ['returns null for a stop past the entry', { ...buy, stop_loss: '480.00' }, '496.00', null],
    ['returns null for the stop of a sell past the entry', { ...sell, stop_loss: '410.00' }, '400.25', null],
  ])('%s', (_, levels, target, ratio) => {
    expect(calculateRewardToRisk(levels, target)).toBe(ratio);
  });
});

describe('calculateGain', () => {
  it.each<[string, Levels, string, number]>([
    ['is positive for a buy above its entry', buy, '471.50', 50],
    ['is negative for a buy below its entry', buy, '461.00', -1000],
    ['is positive for a sell below its entry', sell, '412.00', 25],
    ['is negative for a sell above its entry', sell, '418.25', -600],
  ])('%s', (_, levels, price, paisa) => {
    expect(calculateGain(levels, price)).toBe(paisa);
  });
});
