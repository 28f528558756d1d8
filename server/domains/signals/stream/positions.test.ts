import { describe, expect, it } from 'vitest';
import { formatPositions, parsePositions } from './positions.ts';

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
