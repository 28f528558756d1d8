import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Levels } from './levels.ts';
import { toPaisa } from './price.ts';
import { validateLevels } from './validate-levels.ts';

/** Prices of LUCK and PSO around 20 November 2026. */
const luckBuy: Levels = {
  order_type: 'buy',
  entry_price: '471.00',
  stop_loss: '448.00',
  target_points: ['495.00', '518.00', '540.00'],
};
const psoSell: Levels = {
  order_type: 'sell',
  entry_price: '412.25',
  stop_loss: '418.00',
  target_points: ['406.00', '401.50', '396.00'],
};

const belowEntry = { stop_loss: ['Stop loss must be below the entry price (Rs. 471.00) for a buy order.'] };
const aboveEntry = { stop_loss: ['Stop loss must be above the entry price (Rs. 412.25) for a sell order.'] };
const target = (message: string) => ({ target_points: [message] });

describe('validateLevels for a new signal', () => {
  it.each<[string, Levels, ReturnType<typeof validateLevels>]>([
    ['accepts a buy with its stop below and rising targets', luckBuy, {}],
    ['accepts a sell with its stop above and falling targets', psoSell, {}],
    ['accepts a single target', { ...luckBuy, target_points: ['471.01'] }, {}],
    ['accepts a stop one paisa below the entry', { ...luckBuy, stop_loss: '470.99' }, {}],
    [
      'compares prices as numbers, not as text',
      { ...luckBuy, stop_loss: '99.00', target_points: ['1000.00'] },
      {},
    ],
    ['rejects a buy with its stop above the entry', { ...luckBuy, stop_loss: '480.00' }, belowEntry],
    ['rejects a buy with its stop on the entry', { ...luckBuy, stop_loss: '471.00' }, belowEntry],
    ['rejects a sell with its stop below the entry', { ...psoSell, stop_loss: '400.00' }, aboveEntry],
    ['rejects a sell with its stop on the entry', { ...psoSell, stop_loss: '412.25' }, aboveEntry],
    [
      'rejects a buy with a target on the entry',
      { ...luckBuy, target_points: ['471.00', '518.00'] },
      target('TP1 must be above the entry price (Rs. 471.00) for a buy order.'),
    ],
    [
      'rejects a buy with a target below the entry',
      { ...luckBuy, target_points: ['460.00'] },
      target('TP1 must be above the entry price (Rs. 471.00) for a buy order.'),
    ],
    [
      'rejects a buy with two equal targets',
      { ...luckBuy, target_points: ['495.00', '495.00'] },
      target('TP2 must be above TP1 (Rs. 495.00) for a buy order.'),
    ],
    [
      'rejects a buy whose third target falls back',
      { ...luckBuy, target_points: ['495.00', '518.00', '500.00'] },
      target('TP3 must be above TP2 (Rs. 518.00) for a buy order.'),
    ],
    [
      'rejects a sell with a target above the entry',
      { ...psoSell, target_points: ['420.00'] },
      target('TP1 must be below the entry price (Rs. 412.25) for a sell order.'),
    ],
    [
      'rejects a sell whose second target rises',
      { ...psoSell, target_points: ['406.00', '407.00'] },
      target('TP2 must be below TP1 (Rs. 406.00) for a sell order.'),
    ],
    [
      'rejects a buy that was meant as a sell',
      { ...psoSell, order_type: 'buy' },
      {
        stop_loss: ['Stop loss must be below the entry price (Rs. 412.25) for a buy order.'],
        target_points: ['TP1 must be above the entry price (Rs. 412.25) for a buy order.'],
      },
    ],
  ])('%s', (_, levels, errors) => {
    expect(validateLevels(levels)).toEqual(errors);
  });
});

describe('validateLevels for an edited signal', () => {
  const trailed: Levels = { ...luckBuy, stop_loss: '480.00' };
  const pastLast = (side: string, price: string) => ({
    stop_loss: [`Stop loss must stay ${side} the last target (Rs. ${price}).`],
  });

  it.each<[string, Levels, Levels, ReturnType<typeof validateLevels>]>([
    ['accepts a stop that moves to the entry', luckBuy, { ...luckBuy, stop_loss: '471.00' }, {}],
    ['accepts a stop that moves past the entry toward profit', luckBuy, trailed, {}],
    [
      'accepts a trailing stop that moves further toward profit',
      trailed,
      { ...trailed, stop_loss: '500.00' },
      {},
    ],
    ['accepts a trailing stop that does not change', trailed, trailed, {}],
    [
      'accepts the stop of a sell that moves past the entry toward profit',
      psoSell,
      { ...psoSell, stop_loss: '405.00' },
      {},
    ],
    ['accepts a stop that moves away on the losing side', luckBuy, { ...luckBuy, stop_loss: '440.00' }, {}],
    ['accepts a trailing stop that moves back to the losing side', trailed, luckBuy, {}],
    [
      'rejects a trailing stop that moves back toward the entry',
      trailed,
      { ...trailed, stop_loss: '475.00' },
      {
        stop_loss: [
          'Stop loss must be below the entry price (Rs. 471.00) for a buy order, or move further toward profit from Rs. 480.00.',
        ],
      },
    ],
    [
      'rejects a stop at the last target',
      luckBuy,
      { ...luckBuy, stop_loss: '540.00' },
      pastLast('below', '540.00'),
    ],
    [
      'rejects a stop past the last target',
      luckBuy,
      { ...luckBuy, stop_loss: '560.00' },
      pastLast('below', '540.00'),
    ],
    [
      'rejects the stop of a sell past the last target',
      psoSell,
      { ...psoSell, stop_loss: '390.00' },
      pastLast('above', '396.00'),
    ],
    [
      'rejects a stop past the entry when the entry changes too',
      luckBuy,
      { ...luckBuy, entry_price: '470.00', stop_loss: '480.00' },
      { stop_loss: ['Stop loss must be below the entry price (Rs. 470.00) for a buy order.'] },
    ],
    [
      'rejects a stop past the entry when the order type changes',
      psoSell,
      { ...psoSell, order_type: 'buy', target_points: ['430.00'] },
      { stop_loss: ['Stop loss must be below the entry price (Rs. 412.25) for a buy order.'] },
    ],
  ])('%s', (_, published, edited, errors) => {
    expect(validateLevels(edited, published)).toEqual(errors);
  });
});

describe('validateLevels for a buy and its mirror sell', () => {
  const price = fc.integer({ min: 1, max: 2000 });
  const AXIS = 2001;
  const text = (paisa: number) => `${Math.trunc(paisa / 100)}.${String(paisa % 100).padStart(2, '0')}`;
  const mirror = (levels: Levels): Levels => ({
    order_type: levels.order_type === 'buy' ? 'sell' : 'buy',
    entry_price: text(AXIS - toPaisa(levels.entry_price)),
    stop_loss: text(AXIS - toPaisa(levels.stop_loss)),
    target_points: levels.target_points.map((point) => text(AXIS - toPaisa(point))),
  });
  const anyLevels = fc
    .record({ entry: price, stop: price, targets: fc.array(price, { minLength: 1, maxLength: 6 }) })
    .map(
      ({ entry, stop, targets }): Levels => ({
        order_type: 'buy',
        entry_price: text(entry),
        stop_loss: text(stop),
        target_points: targets.map(text),
      }),
    );

  it('returns errors for the same fields, for new and for edited signals', () => {
    fc.assert(
      fc.property(anyLevels, anyLevels, fc.boolean(), (levels, other, keepsEntry) => {
        const published = keepsEntry ? { ...other, entry_price: levels.entry_price } : other;
        expect(Object.keys(validateLevels(mirror(levels)))).toEqual(Object.keys(validateLevels(levels)));
        expect(Object.keys(validateLevels(mirror(levels), mirror(published)))).toEqual(
          Object.keys(validateLevels(levels, published)),
        );
      }),
    );
  });
});
