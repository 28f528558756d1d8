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
])('describes the change from %j to %j', (before, after, expected) => {
  expect(describeChange(before, after)).toEqual(expected);
});
