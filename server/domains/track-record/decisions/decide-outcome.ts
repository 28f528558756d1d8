import type { DecisionBody } from '#contract/track-record/decisions.ts';
import {
  type AdministratorChange,
  isFreeType,
  type NewSignalChange,
  recordSignalChanges,
  type SignalSubject,
} from '#server/domains/signals/signals.ts';
import { toDecisionEntry } from '#server/domains/track-record/ledger/to-entry.ts';
import type { DecisionRow } from '#server/domains/track-record/outcomes/outcomes.queries.ts';
import { signalDecisions } from '#server/domains/track-record/track-record.tables.ts';
import { HttpError } from '#server/platform/http-error.ts';
import { calculateOverride } from './calculate-override.ts';
import { listDecisionsInForce } from './decisions.queries.ts';

/**
 * Stores the decision of an administrator about the outcome of a signal, which the transaction has locked, and records the change.
 * Throws `noDecision` if there is none to withdraw, and the errors of `calculateOverride`.
 */
export async function decideOutcome(
  { author, ...transaction }: AdministratorChange,
  subject: SignalSubject,
  body: DecisionBody,
  now: Date,
): Promise<DecisionRow> {
  const { tx } = transaction;
  const [before = null] = await listDecisionsInForce(tx, [subject.id]);
  if (body.kind === 'withdraw' && before === null) throw noDecision();
  const [row] = await tx
    .insert(signalDecisions)
    .values({
      signalId: subject.id,
      kind: body.kind,
      reason: body.reason,
      ...(body.kind === 'override' ? await calculateOverride(tx, subject.id, body, now) : {}),
      decidedAt: now,
      decidedBy: author.name,
      administratorId: author.administratorId,
    })
    .returning();
  const after = row as DecisionRow;
  const { id, symbol, signalType } = subject;
  const change: NewSignalChange = {
    kind: 'decided',
    signalId: id,
    symbol,
    signalType,
    // One about a premium signal is public after its release, which a page shows within a minute.
    audience: isFreeType(signalType) ? 'everyone' : 'subscribers',
    before,
    after,
    changedAt: now,
    entry: toDecisionEntry(after, { signalType, recordedAt: now }),
  };
  await recordSignalChanges([change], transaction);
  return after;
}

const noDecision = () =>
  new HttpError({
    status: 409,
    code: 'no_decision',
    body: {
      detail: 'No decision about this signal applies, so there is nothing to withdraw.',
      code: 'no_decision',
    },
  });
