import { HttpError, notFound } from '#core/server/platform/http-error.ts';
import type { DecisionBody } from '#features/signals/contract/track-record/decisions.ts';
import {
  type AdministratorChange,
  type NewSignalChange,
  recordSignalChanges,
} from '#features/signals/server/changes/signal-changes.ts';
import { isFreeType } from '#features/signals/server/signal-access.ts';
import { lockSignalSubject, type SignalSubject } from '#features/signals/server/signals.queries.ts';
import { toDecisionEntry } from '#features/signals/server/track-record/ledger/to-entry.ts';
import {
  type DecisionRow,
  listDecisionsInForce,
} from '#features/signals/server/track-record/outcomes/outcomes.queries.ts';
import { signalDecisions } from '#features/signals/server/track-record/track-record.tables.ts';
import { calculateOverride } from './calculate-override.ts';

/**
 * Stores the decision of an administrator about the outcome of a signal, which the transaction has locked, and records the change.
 * Throws `noDecision` if there is none to withdraw, and the errors of `calculateOverride`.
 */
export async function decideOutcome(
  { author, ...transaction }: AdministratorChange,
  subject: SignalSubject,
  body: DecisionBody,
  now: Date,
  replacementId: string | null = null,
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
      replacementId,
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
    entry: toDecisionEntry(after, signalType),
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

/** Voids a signal that a corrected one replaces. Throws `replacedVoid`. */
export async function voidSignal(
  transaction: AdministratorChange,
  { signal_id: id, reason, replacementId }: { signal_id: string; reason: string; replacementId: string },
  now: Date,
): Promise<void> {
  const { tx } = transaction;
  const subject = await lockSignalSubject(tx, id);
  if (!subject) throw notFound();
  const [decision] = await listDecisionsInForce(tx, [id]);
  if (decision?.kind === 'void') throw replacedVoid(decision.decidedBy);
  await decideOutcome(transaction, subject, { kind: 'void', reason }, now, replacementId);
}

/** Also the response to a request that is sent again because its response was lost. */
const replacedVoid = (by: string) =>
  new HttpError({
    status: 409,
    code: 'replaced_void',
    body: {
      detail: `${by} has voided the old signal already. If the corrected signal is not in the list, publish this one as a new signal.`,
      code: 'replaced_void',
    },
  });
