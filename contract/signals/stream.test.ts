import { describe, expect, it } from 'vitest';
import { advanceId, compareIds, formatPositions, isSetBack, parsePositions } from './stream.ts';

describe('parsePositions', () => {
  it.each([
    ['intraday:0', [['intraday', 0]]],
    [
      'intraday:12,swing:3',
      [
        ['intraday', 12],
        ['swing', 3],
      ],
    ],
    [
      'swing:3,intraday:12,investment:999999999999999',
      [
        ['swing', 3],
        ['intraday', 12],
        ['investment', 999_999_999_999_999],
      ],
    ],
  ] as const)('parses %s', (text, expected) => {
    expect([...(parsePositions(text) ?? [])]).toEqual(expected);
  });

  it.each([
    '',
    '7',
    'intraday',
    'intraday:',
    'intraday:-1',
    'intraday:01',
    'intraday:1e3',
    'intraday:9999999999999999',
    'intraday:1,',
    'intraday:1,intraday:2',
    'intraday:1,swing:2,investment:3,intraday:4',
    'weekly:1',
    'constructor:1',
    ' intraday:1',
    `intraday:1,${'x'.repeat(10_000)}`,
  ])('rejects %j', (text) => {
    expect(parsePositions(text)).toBeNull();
  });
});

it('formats positions in the order of the types', () => {
  expect(
    formatPositions(
      new Map([
        ['swing', 3],
        ['intraday', 12],
      ]),
    ),
  ).toBe('intraday:12,swing:3');
});

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
