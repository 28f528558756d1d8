import { expect, it } from 'vitest';
import { describeResults } from './results-line.tsx';

it.each([
  [23, 14, '0.31', '23 closed, 14 won, +0.31 R on average after costs; last 12 months'],
  [1, 0, '-1.10', '1 closed, 0 won, −1.10 R on average after costs; last 12 months'],
  [2, 1, '0.00', '2 closed, 1 won, 0.00 R on average after costs; last 12 months'],
])('describes %i closed and %i won signals with %s R', (closed, won, average_r, text) => {
  expect(describeResults({ closed, won, average_r, is_small_sample: true })).toBe(text);
});
