import {
  decideOutcome as decideOutcomeEndpoint,
  listSignalDecisions,
  listSignalOutcomes,
  type SignalDecision,
} from '#contract/track-record/decisions.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { cacheTradingCalendar } from '#server/domains/market/market.ts';
import { changeSignals, findSignalSubject, lockSignalSubject } from '#server/domains/signals/signals.ts';
import {
  type DecisionRow,
  listLastOutcomes,
} from '#server/domains/track-record/outcomes/outcomes.queries.ts';
import type { Handle } from '#server/http/endpoints.ts';
import { notFound } from '#server/platform/http-error.ts';
import { readOverrideDates } from './calculate-override.ts';
import { decideOutcome } from './decide-outcome.ts';
import { listDecisionsAbout, listDecisionsInForce } from './decisions.queries.ts';

export function adminDecisionRoutes(
  handle: Handle,
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
): void {
  const getCalendar = cacheTradingCalendar(database);

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
    return {
      results: (await listDecisionsAbout(database.db, params.id)).map(presentDecision),
      override_dates: await readOverrideDates(database.db, params.id, {
        calendar: await getCalendar(),
        now: clock.now(),
      }),
    };
  });

  handle(decideOutcomeEndpoint, async ({ params, body, ...request }) => {
    const row = await changeSignals(database, request, async (transaction) => {
      const subject = await lockSignalSubject(transaction.tx, params.id);
      if (!subject) throw notFound();
      return decideOutcome(transaction, subject, body, clock.now());
    });
    return presentDecision(row);
  });
}

const presentDecision = (row: DecisionRow): SignalDecision => ({
  kind: row.kind,
  reason: row.reason,
  r_multiple: row.rMultiple,
  decided_at: row.decidedAt.toISOString(),
  decided_by: row.decidedBy,
});
