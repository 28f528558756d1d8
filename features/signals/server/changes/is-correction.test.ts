import { expect, it } from 'vitest';
import { isCorrection } from './timeline-events.ts';

type Result = Parameters<typeof isCorrection>[0];
const pending: Result = {
  fillDate: null,
  fillPrice: null,
  exits: [],
  endedOn: null,
  pricesUntil: '2026-11-18',
};
const open: Result = { ...pending, fillDate: '2026-11-19', fillPrice: 10_000, pricesUntil: '2026-11-19' };
const exit = { date: '2026-11-20', price: 10_500, parts: 1, reason: 'target' as const };
const reached: Result = { ...open, exits: [exit], pricesUntil: '2026-11-20' };
const closed: Result = { ...reached, endedOn: '2026-11-20' };

it.each<[string, Result, Result, boolean]>([
  ['an entry on a later day', pending, open, false],
  ['an entry and an exit on later days', pending, closed, false],
  ['an exit on a later day', open, closed, false],
  [
    'another exit on a later day',
    reached,
    { ...reached, exits: [exit, { ...exit, date: '2026-11-23' }] },
    false,
  ],
  ['an expiry without an entry', pending, { ...pending, endedOn: '2026-11-20' }, false],
  ['an entry on a day that was covered', pending, { ...open, fillDate: '2026-11-18' }, true],
  ['another price of the entry', open, { ...closed, fillPrice: 10_100 }, true],
  ['no entry any more', open, { ...pending, pricesUntil: '2026-11-20' }, true],
  [
    'another exit on a day that was covered',
    reached,
    { ...reached, exits: [{ ...exit, price: 9_500 }] },
    true,
  ],
  ['any change after the end', closed, closed, true],
])('judges %s', (_, before, after, expected) => {
  expect(isCorrection(before, after)).toBe(expected);
});
