import { describe, expect, it } from 'vitest';
import { collectShapes, toShape } from '#core/web/vite/response-shapes.ts';
import { listPsxSignals } from '#features/signals/contract/endpoints.ts';
import { makeTestList, makeTestSignal } from '#tests/support/signals/shown-signals.ts';
import { hasShape } from './check-response.ts';

const shapes = await collectShapes();
const signals = toShape(listPsxSignals.response);
const LIST = makeTestList([makeTestSignal('LUCK')]);
const withSignal = (changes: object) => ({ ...LIST, results: [{ ...LIST.results[0], ...changes }] });

describe('the shapes of responses', () => {
  it('every JSON response of the contract has one', () => {
    expect(shapes['GET /signals/psx-signals/']).toEqual(signals);
    expect(Object.keys(shapes).length).toBeGreaterThan(90);
  });

  it.each(Object.keys(shapes))('%s rejects what is not an object', (name) => {
    const shape = shapes[name] ?? 'any';
    for (const hostile of [null, [], 'text', 0, undefined]) expect(hasShape(hostile, shape)).toBe(false);
  });

  it.each<[string, unknown]>([
    ['a list of signals', LIST],
    ['an additional field', withSignal({ new_field: 1 })],
    ['a new value of an enumeration', withSignal({ risk_type: 'extreme' })],
    ['null where it is allowed', withSignal({ sector: null, last_close: null })],
  ])('accepts %s', (_, value) => {
    expect(hasShape(value, signals)).toBe(true);
  });

  it.each<[string, unknown]>([
    ['an empty object', {}],
    ['a missing number', withSignal({ leverage: undefined })],
    ['a null date', withSignal({ created_at: null })],
    ['an invalid date', withSignal({ created_at: 'yesterday' })],
    ['a list that is an object', { ...LIST, results: {} }],
    ['an item that is null', { ...LIST, results: [null] }],
    ['a price that is a number', withSignal({ entry_price: 471 })],
    ['a price that is a text', withSignal({ target_points: ['480.00', 'none'] })],
    ['an empty price', withSignal({ stop_loss: '' })],
    ['an incomplete part', withSignal({ last_close: { close: '471.00' } })],
  ])('rejects %s', (_, value) => {
    expect(hasShape(value, signals)).toBe(false);
  });
});
