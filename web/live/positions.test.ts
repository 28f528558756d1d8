import { describe, expect, it } from 'vitest';
import { advanceId, compareIds, isSetBack } from './positions.ts';

describe('compareIds', () => {
  it.each([
    ['the first event', null, 'intraday:7', 'intraday', 'next'],
    ['the next event', 'intraday:7', 'intraday:8', 'intraday', 'next'],
    ['the same event', 'intraday:7', 'intraday:7', 'intraday', 'seen'],
    ['an earlier event', 'intraday:7', 'intraday:3', 'intraday', 'seen'],
    ['an event after missing ones', 'intraday:7', 'intraday:9', 'intraday', 'gap'],
    ['the next event of one of several types', 'intraday:7,swing:2', 'intraday:7,swing:3', 'swing', 'next'],
    [
      'a repeated event of one of several types',
      'intraday:9,swing:2',
      'intraday:8,swing:3',
      'intraday',
      'seen',
    ],
    ['a type that was not streamed before', 'intraday:7', 'intraday:7,swing:31', 'swing', 'next'],
    ['an ID without positions', 'intraday:7', '', 'intraday', 'next'],
  ] as const)('recognizes %s', (_what, last, id, type, expected) => {
    expect(compareIds(last, id, type)).toBe(expected);
  });
});

it('an ID advances to the later position of each type that the next one names', () => {
  expect(advanceId(null, 'intraday:3')).toBe('intraday:3');
  expect(advanceId('intraday:5,swing:1', 'intraday:3,swing:2')).toBe('intraday:5,swing:2');
  expect(advanceId('intraday:5,swing:1', 'intraday:6')).toBe('intraday:6');
});

it('an ID is set back if a type has an earlier position', () => {
  expect(isSetBack('intraday:5,swing:1', 'intraday:5,swing:0')).toBe(true);
  expect(isSetBack('intraday:5,swing:1', 'intraday:6')).toBe(false);
  expect(isSetBack(null, 'intraday:6')).toBe(false);
});
