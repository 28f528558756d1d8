import { expect, it } from 'vitest';
import { describeChange } from './last-close.tsx';

it.each([
  ['468.00', '471.25', { direction: 'up', amount: '+3.25', percent: '+0.69%' }],
  ['471.25', '468.00', { direction: 'down', amount: '−3.25', percent: '−0.69%' }],
  ['0.05', '0.05', { direction: 'none', amount: '0.00', percent: '0.00%' }],
])('describes the change from %s to %s', (from, to, change) => {
  expect(describeChange(from, to)).toEqual(change);
});
