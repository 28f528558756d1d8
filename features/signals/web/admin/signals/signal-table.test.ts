import { expect, it } from 'vitest';
import type { SignalDecision } from '#features/signals/contract/track-record/decisions.ts';
import { describeDecision, describeEvaluated } from './signal-table.tsx';

const decision: SignalDecision = {
  kind: 'override',
  reason: 'The exchange canceled these trades.',
  r_multiple: null,
  decided_at: '2026-11-23T09:00:00.000Z',
  decided_by: 'sana',
};

it.each([
  ['2.0000', 'Overridden, +2.00 R'],
  ['-1.0049', 'Overridden, −1.00 R'],
  ['-0.0040', 'Overridden, 0.00 R'],
  ['0.0000', 'Overridden, 0.00 R'],
])('describes an overridden result of %s R', (r_multiple, text) => {
  expect(describeDecision({ ...decision, r_multiple })).toBe(text);
});

it('describes a void without a result', () => {
  expect(describeDecision({ ...decision, kind: 'void' })).toBe('Void');
});

it.each([
  [{ state: 'closed', reason: 'target', r_multiple: '2.0000' }, 'Target, +2.00 R'],
  [{ state: 'open', reason: null, r_multiple: null }, 'Position open'],
  [{ state: 'expired', reason: 'validity', r_multiple: null }, 'Expired without entry'],
  [{ state: 'expired', reason: 'unproven', r_multiple: null }, 'Unproven'],
] as const)('describes the evaluated outcome %o', (evaluated, text) => {
  expect(describeEvaluated({ ...evaluated, ended_on: null })).toBe(text);
});
