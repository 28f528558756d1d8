import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Levels } from './levels.ts';
import { toPaisa } from './price.ts';
import { type PublishedLevels, validateLevelChange, validateLevels } from './validate-levels.ts';

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

describe('validateLevelChange', () => {
  const published = { call_status: 'in_progress', symbol: 'LUCK' } as const;
  const buy = { ...luckBuy, ...published };
  const sell = { ...psoSell, ...published, symbol: 'PSO' };
  const trailed = { ...buy, stop_loss: '480.00' };
  const onlyToward = (side: string, price: string) => ({
    stop_loss: [`Stop loss can only move toward profit: ${side} Rs. ${price}.`],
  });
  const pastLast = (side: string, price: string) => ({
    stop_loss: [`Stop loss must stay ${side} the last target (Rs. ${price}).`],
  });
  const closed = { stop_loss: ['The stop loss of a closed signal cannot move.'] };
  const fixed = (field: string, name: string) => ({
    [field]: [`The ${name} of a published signal cannot change. Void and republish the signal instead.`],
  });

  it.each<
    [string, typeof buy | typeof sell, Partial<PublishedLevels>, ReturnType<typeof validateLevelChange>]
  >([
    ['accepts the same levels', buy, {}, {}],
    ['accepts the same levels written differently', buy, { entry_price: '471.0', stop_loss: '448' }, {}],
    ['accepts a stop that moves one paisa toward profit', buy, { stop_loss: '448.01' }, {}],
    ['accepts a stop that moves to the entry', buy, { stop_loss: '471.00' }, {}],
    ['accepts a stop that moves past the entry', buy, { stop_loss: '480.00' }, {}],
    ['accepts a stop past the first target', buy, { stop_loss: '500.00' }, {}],
    ['accepts a stop one paisa below the last target', buy, { stop_loss: '539.99' }, {}],
    ['accepts a stop past the entry that moves further', trailed, { stop_loss: '500.00' }, {}],
    [
      'rejects a stop one paisa away from profit',
      buy,
      { stop_loss: '447.99' },
      onlyToward('above', '448.00'),
    ],
    ['rejects a stop far away from profit', buy, { stop_loss: '0.01' }, onlyToward('above', '448.00')],
    ['rejects a stop that moves back', trailed, { stop_loss: '475.00' }, onlyToward('above', '480.00')],
    [
      'rejects a stop back on the losing side',
      trailed,
      { stop_loss: '448.00' },
      onlyToward('above', '480.00'),
    ],
    ['rejects a stop at the last target', buy, { stop_loss: '540.00' }, pastLast('below', '540.00')],
    ['rejects a stop past the last target', buy, { stop_loss: '560.00' }, pastLast('below', '540.00')],
    ['accepts the stop of a sell that moves down', sell, { stop_loss: '417.99' }, {}],
    ['accepts the stop of a sell past the entry', sell, { stop_loss: '405.00' }, {}],
    ['accepts the stop of a sell one paisa above the last target', sell, { stop_loss: '396.01' }, {}],
    [
      'rejects the stop of a sell that moves up',
      sell,
      { stop_loss: '418.01' },
      onlyToward('below', '418.00'),
    ],
    [
      'rejects the stop of a sell at the last target',
      sell,
      { stop_loss: '396.00' },
      pastLast('above', '396.00'),
    ],
    [
      'rejects the stop of a sell past the last target',
      sell,
      { stop_loss: '390.00' },
      pastLast('above', '396.00'),
    ],
    ['accepts closing a signal', buy, { call_status: 'closed' }, {}],
    [
      'rejects closing a signal and moving its stop',
      buy,
      { call_status: 'closed', stop_loss: '450.00' },
      closed,
    ],
    ['rejects another stock', buy, { symbol: 'HUBC' }, fixed('symbol', 'stock')],
    ['rejects another entry price', buy, { entry_price: '470.00' }, fixed('entry_price', 'entry price')],
    ['rejects another order type', buy, { order_type: 'sell' }, fixed('order_type', 'order type')],
    [
      'rejects another target',
      buy,
      { target_points: ['495.00', '518.00', '541.00'] },
      fixed('target_points', 'targets'),
    ],
    [
      'rejects fewer targets',
      buy,
      { target_points: ['495.00', '518.00'] },
      fixed('target_points', 'targets'),
    ],
    [
      'rejects a stop past a last target that moves too',
      buy,
      { stop_loss: '545.00', target_points: ['495.00', '518.00', '600.00'] },
      { ...fixed('target_points', 'targets'), ...pastLast('below', '540.00') },
    ],
  ])('%s', (_, current, changes, errors) => {
    expect(validateLevelChange({ ...current, ...changes }, current)).toEqual(errors);
  });

  it('accepts closing a signal whose stop is past its last target', () => {
    const current = { ...buy, stop_loss: '545.00' };
    expect(validateLevelChange({ ...current, call_status: 'closed' }, current)).toEqual({});
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

  it('returns errors for the same fields of new signals', () => {
    fc.assert(
      fc.property(anyLevels, (levels) => {
        expect(Object.keys(validateLevels(mirror(levels)))).toEqual(Object.keys(validateLevels(levels)));
      }),
    );
  });

  it('returns errors for the same fields of moved stops, and accepts only moves toward profit', () => {
    fc.assert(
      fc.property(anyLevels, price, (levels, stop) => {
        const published = { call_status: 'in_progress', symbol: 'LUCK' } as const;
        const moved = { ...levels, stop_loss: text(stop) };
        const errors = validateLevelChange({ ...moved, ...published }, { ...levels, ...published });
        expect(
          Object.keys(
            validateLevelChange({ ...mirror(moved), ...published }, { ...mirror(levels), ...published }),
          ),
        ).toEqual(Object.keys(errors));
        if (Object.keys(errors).length === 0) expect(stop).toBeGreaterThanOrEqual(toPaisa(levels.stop_loss));
      }),
    );
  });
});
