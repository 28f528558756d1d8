import { lockSignalSubject, type VoidSignal } from '#server/domains/signals/signals.ts';
import { HttpError, notFound } from '#server/platform/http-error.ts';
import { decideOutcome } from './decide-outcome.ts';
import { listDecisionsInForce } from './decisions.queries.ts';

/** Voids a signal that a corrected one replaces. Throws `replacedVoid`. */
export const voidSignal: VoidSignal = async (transaction, { signal_id: id, reason }, now) => {
  const { tx } = transaction;
  const subject = await lockSignalSubject(tx, id);
  if (!subject) throw notFound();
  const [decision] = await listDecisionsInForce(tx, [id]);
  if (decision?.kind === 'void') throw replacedVoid(decision.decidedBy);
  await decideOutcome(transaction, subject, { kind: 'void', reason }, now);
};

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
