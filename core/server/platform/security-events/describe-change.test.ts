import { expect, it } from 'vitest';
import { describeChange } from './describe-change.ts';

it.each([
  [
    { stop_loss: '95.00', risk_type: 'low', title: null },
    { stop_loss: '96.00', risk_type: 'low', title: 'Breakout' },
    { before: 'stop_loss: 95.00, title: none', after: 'stop_loss: 96.00, title: Breakout' },
  ],
  [{ targets: ['1', '2'] }, { targets: ['1', '3'] }, { before: 'targets: 1 2', after: 'targets: 1 3' }],
  [{}, { name: 'Eid' }, { before: 'name: none', after: 'name: Eid' }],
  [{ name: 'Eid' }, { name: 'Eid' }, {}],
  [
    { note: 'A\nstop_loss: 1' },
    { note: 'B, stop_loss: 2' },
    { before: 'note: "A\\nstop_loss: 1"', after: 'note: "B, stop_loss: 2"' },
  ],
])('describes the change from %j to %j', (before, after, expected) => {
  expect(describeChange(before, after)).toEqual(expected);
});

it('shows of long texts where they differ, however late, and every other field', () => {
  const { before, after } = describeChange(
    { rationale: `${'x'.repeat(1000)}old`, comment: 'y'.repeat(100), risk_type: 'low' },
    { rationale: `${'x'.repeat(1000)}new${'z'.repeat(500)}`, comment: 'y'.repeat(101), risk_type: 'high' },
  );
  const cut = 'y'.repeat(80);
  expect(before).toBe(
    `rationale: …${'x'.repeat(77)}old (1003 characters), comment: …${cut} (100 characters), risk_type: low`,
  );
  expect(after).toBe(
    `rationale: …${'x'.repeat(20)}new${'z'.repeat(57)}… (1503 characters), comment: …${cut} (101 characters), risk_type: high`,
  );
});
