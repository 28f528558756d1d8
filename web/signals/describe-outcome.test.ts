import { expect, it } from 'vitest';
import type { ShownOutcome } from '#contract/signals/signal-outcome.ts';
import { describeOutcome } from './describe-outcome.ts';

it.each<[ShownOutcome['kind'], number, string | null, string]>([
  ['target', 2, '2.10', 'Target 2 hit · +2.10 R'],
  ['stop', 0, '-1.00', 'Stopped · −1.00 R'],
  ['stop', 1, '0.50', 'Target 1 hit, then stopped · +0.50 R'],
  ['breakeven', 0, '0.00', 'Stopped at the entry price · 0.00 R'],
  ['session_end', 0, '0.20', 'Session end · +0.20 R'],
  ['time', 1, '-0.04', 'Target 1 hit, then time limit · −0.04 R'],
  ['manual', 0, '0.60', 'Closed early · +0.60 R'],
  ['expired', 0, null, 'Expired without entry'],
  ['canceled', 0, null, 'Canceled without entry'],
  ['unproven', 0, null, 'Not proven by end-of-day prices'],
  ['no_prices', 0, null, 'No prices to evaluate it'],
  ['voided', 0, null, 'Voided'],
  ['overridden', 1, '1.00', 'Overridden by an administrator · +1.00 R'],
])('describes %s after %i targets with %s R', (kind, targets_hit, r_multiple, text) => {
  expect(describeOutcome({ kind, targets_hit, r_multiple })).toBe(text);
});
