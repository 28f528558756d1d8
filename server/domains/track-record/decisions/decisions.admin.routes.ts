import {
  decideOutcome as decideOutcomeEndpoint,
  listSignalDecisions,
  listSignalOutcomes,
  type SignalDecision,
} from '#contract/track-record/decisions.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { getAdministratorName } from '#server/domains/admin/admin.ts';
import { appendEntries } from '#server/domains/ledger/ledger.ts';
import { findSignalSubject, getSignalTopic, lockSignalSubject } from '#server/domains/signals/signals.ts';
import { toDecisionEntry } from '#server/domains/track-record/ledger/to-entry.ts';
import {
  type DecisionRow,
  listLastOutcomes,
} from '#server/domains/track-record/outcomes/outcomes.queries.ts';
import type { Handle } from '#server/http/endpoints.ts';
import { HttpError, notFound } from '#server/platform/http-error.ts';
import { decideOutcome } from './decide-outcome.ts';
import { listDecisionsAbout, listDecisionsInForce } from './decisions.queries.ts';

export function adminDecisionRoutes(
  handle: Handle,
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
): void {
  handle(listSignalOutcomes, async ({ query }) => {
    const ids = [...new Set(query.ids.toLowerCase().split(','))];
    const outcomes = new Map((await listLastOutcomes(database.db, ids)).map((row) => [row.signalId, row]));
    const decisions = new Map(
      (await listDecisionsInForce(database.db, ids)).map((row) => [row.signalId, row]),
    );
    const results = ids.flatMap((id) => {
      const [outcome, decision] = [outcomes.get(id), decisions.get(id)];
      if (!outcome && !decision) return [];
      return {
        signal_id: id,
        evaluated: outcome
          ? {
              state: outcome.state,
              reason: outcome.reason,
              r_multiple: outcome.rMultiple,
              ended_on: outcome.endedOn,
            }
          : null,
        decision: decision ? presentDecision(decision) : null,
      };
    });
    return { results };
  });

  handle(listSignalDecisions, async ({ params }) => {
    if (!(await findSignalSubject(database.db, params.id))) throw notFound();
    return { results: (await listDecisionsAbout(database.db, params.id)).map(presentDecision) };
  });

  handle(decideOutcomeEndpoint, ({ params, body, caller, events }) =>
    database.transaction(async (tx, announce) => {
      const subject = await lockSignalSubject(tx, params.id);
      if (!subject) throw notFound();
      if (body.kind === 'withdraw' && (await listDecisionsInForce(tx, [subject.id])).length === 0)
        throw noDecision();
      // A decision about a premium signal is public after its release, which a page shows within a minute.
      if (subject.signalType === 'intraday') announce('track-record');
      else announce(getSignalTopic(subject.signalType));
      announce('ledger');
      const { administratorId } = caller;
      const author = { name: await getAdministratorName(tx, administratorId), administratorId };
      const now = clock.now();
      const row = await decideOutcome(tx, subject, body, { author, now });
      await events.record(tx, {
        kind: 'signal_outcome_decided',
        target: { type: 'signal', id: subject.id },
        details: { label: subject.symbol, note: `${row.kind}: ${row.reason}` },
      });
      // Last, because it blocks all other writers of the ledger until the commit.
      await appendEntries(tx, [toDecisionEntry(row, { signalType: subject.signalType, recordedAt: now })]);
      return presentDecision(row);
    }),
  );
}

const presentDecision = (row: DecisionRow): SignalDecision => ({
  kind: row.kind,
  reason: row.reason,
  r_multiple: row.rMultiple,
  decided_at: row.decidedAt.toISOString(),
  decided_by: row.decidedBy,
});

const noDecision = () =>
  new HttpError({
    status: 409,
    code: 'no_decision',
    body: {
      detail: 'No decision about this signal applies, so there is nothing to withdraw.',
      code: 'no_decision',
    },
  });
