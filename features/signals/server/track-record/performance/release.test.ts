import { expect, it } from 'vitest';
import { getEndedOn } from './release.ts';

const decide = (kind: 'override' | 'void' | 'withdraw', time: string) => ({
  kind,
  decidedAt: new Date(time),
});
const VOID = decide('void', '2026-11-10T06:00:00Z');

it.each([
  ['the end of its evaluation', '2026-11-05', null, '2026-11-05'],
  ['a decision, while its evaluation has not ended', null, VOID, '2026-11-10'],
  ['its evaluation, which a later decision does not postpone', '2026-11-05', VOID, '2026-11-05'],
  ['a decision, which a later end of the evaluation does not postpone', '2026-11-20', VOID, '2026-11-10'],
  ['nothing, when the decision is withdrawn', null, decide('withdraw', '2026-11-12T06:00:00Z'), null],
] as const)('dates the end of a signal by %s', (_, endedOn, decision, date) => {
  expect(getEndedOn({ endedOn }, decision)).toBe(date);
});
