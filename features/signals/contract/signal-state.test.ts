import { expect, it } from 'vitest';
import { describeState, getStateLabel, type SignalState } from './signal-state.ts';

const make = (parts: Partial<SignalState>): SignalState => ({
  kind: 'waiting',
  targets_hit: 0,
  r_multiple: null,
  as_of: null,
  is_old: false,
  reason: null,
  ...parts,
});
const as_of = '2026-11-25';

it.each([
  [{}, 'Waiting for entry', null],
  [{ is_old: true }, 'Waiting for entry', 'No prices since publication'],
  [{ as_of }, 'Waiting for entry', 'By the close of 25 Nov 2026'],
  [{ kind: 'entered', r_multiple: '0.40', as_of }, 'Entered', '+0.40 R at the close of 25 Nov 2026'],
  [
    { kind: 'target_hit', targets_hit: 2, r_multiple: '1.20', as_of, is_old: true },
    'TP2 hit',
    '+1.20 R at the close of 25 Nov 2026; newer prices are missing',
  ],
  [{ kind: 'awaiting_prices', as_of }, 'Awaiting prices', null],
  [
    { kind: 'stopped', targets_hit: 1, r_multiple: '-0.30', as_of },
    'Stopped',
    'after TP1, −0.30 R on 25 Nov 2026',
  ],
  [
    { kind: 'closed_target', targets_hit: 3, r_multiple: '2.10', as_of },
    'Closed at target',
    '+2.10 R on 25 Nov 2026',
  ],
  [{ kind: 'expired', as_of }, 'Expired without entry', 'Ended on 25 Nov 2026'],
  [{ kind: 'voided', reason: 'Wrong stop.' }, 'Voided', null],
] as const)('describes the state %j', (parts, label, text) => {
  const state = make(parts);
  expect([getStateLabel(state), describeState(state)]).toEqual([label, text]);
});
