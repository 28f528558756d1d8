import { expect, it } from 'vitest';
import { Indicator } from '#features/billing/contract/chart-tools.ts';
import { changeParameter, describeIndicator, INDICATOR_KINDS } from './indicator-sets.tsx';

const { macd, bollinger, sma } = INDICATOR_KINDS;

it('the initial indicators are valid, and named with their parameters', () => {
  for (const { initial } of Object.values(INDICATOR_KINDS)) expect(Indicator.parse(initial)).toEqual(initial);
  expect(Object.values(INDICATOR_KINDS).map(({ initial }) => describeIndicator(initial))).toEqual([
    'SMA 50',
    'EMA 20',
    'Bollinger 20, 2',
    'RSI 14',
    'MACD 12, 26, 9',
    'Volume average 20',
  ]);
});

it.each([
  [sma, 0, '200', { kind: 'sma', period: 200 }],
  [sma, 0, '201', 'Enter a whole number from 2 to 200.'],
  [sma, 0, '1', 'Enter a whole number from 2 to 200.'],
  [sma, 0, '10.5', 'Enter a whole number from 2 to 200.'],
  [sma, 0, '', 'Enter a whole number from 2 to 200.'],
  [sma, 0, 'x', 'Enter a whole number from 2 to 200.'],
  [bollinger, 1, '2.5', { kind: 'bollinger', period: 20, deviations: 2.5 }],
  [bollinger, 1, '0.4', 'Enter a number from 0.5 to 5.'],
  [macd, 0, '25', { kind: 'macd', fast: 25, slow: 26, signal: 9 }],
  [macd, 0, '26', 'The fast period must be shorter than the slow one.'],
  [macd, 1, '12', 'The fast period must be shorter than the slow one.'],
])('changes the parameters of %j at %i to %j', ({ initial, parameters }, index, typed, expected) => {
  const parameter = parameters[index];
  if (!parameter) throw new Error('no such parameter');
  const result = changeParameter(initial, parameter, typed);
  expect('changed' in result ? result.changed : result.error).toEqual(expected);
  if ('changed' in result) expect(Indicator.safeParse(result.changed).success).toBe(true);
});
