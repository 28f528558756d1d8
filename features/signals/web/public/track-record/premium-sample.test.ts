import { expect, it } from 'vitest';
import { describeResult } from './premium-sample.tsx';

it.each([
  ['closed', '1.90', '+1.90 R after costs'],
  ['closed', '-1.10', '−1.10 R after costs'],
  ['overridden', '0.00', '0.00 R after costs, entered by an administrator'],
  ['not_filled', null, 'Entry not filled'],
  ['not_measurable', null, 'Not measurable'],
] as const)('describes a result that is %s with %s R', (outcome, r_multiple, text) => {
  expect(describeResult({ outcome, r_multiple })).toBe(text);
});
