import { expect, it } from 'vitest';
import { describeResults } from './results-line.tsx';

it.each([
  [23, 14, '0.31', '23 closed, 14 won, +0.31 R on average after costs; last 12 months'],
  [1, 0, '-1.10', '1 closed, 0 won, −1.10 R on average after costs; last 12 months'],
  [2, 1, '0.00', '2 closed, 1 won, 0.00 R on average after costs; last 12 months'],
])('describes %i closed and %i won signals with %s R', (closed, won, average_r, text) => {
  expect(describeResults({ ...SMALL, closed, won, average_r, unmeasurable_rate: '0.0' })).toBe(text);
});

const SMALL = { is_small_sample: true };
const THREE = { ...SMALL, closed: 3, won: 1, average_r: '0.00' };

it('describes the share of signals that cannot be measured, first if it is above 20 %', () => {
  expect(describeResults({ ...THREE, unmeasurable_rate: '20.0' })).toBe(
    '3 closed, 1 won, 0.00 R on average after costs; 20.0 % not measurable; last 12 months',
  );
  expect(describeResults({ ...THREE, unmeasurable_rate: '31.2' })).toBe(
    '31.2 % not measurable; 3 closed, 1 won, 0.00 R on average after costs; last 12 months',
  );
  const none = { ...SMALL, closed: 0, won: 0, average_r: null };
  expect(describeResults({ ...none, unmeasurable_rate: '100.0' })).toBe(
    '100.0 % not measurable; last 12 months',
  );
});
