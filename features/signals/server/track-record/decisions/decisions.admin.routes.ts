import { notFound } from '#core/server/platform/http-error.ts';
import type { RouteDependencies } from '#dependencies.ts';
import { cacheTradingCalendar } from '#features/market/server/market.ts';
import {
  decideOutcome as decideOutcomeEndpoint,
  listSignalDecisions,
  listSignalOutcomes,
  type SignalDecision,
} from '#features/signals/contract/track-record/decisions.ts';
import { changeSignals } from '#features/signals/server/changes/signal-changes.ts';
import { findSignalSubject, lockSignalSubject } from '#features/signals/server/signals.queries.ts';
import {
  type DecisionRow,
  listDecisionsInForce,
  listDecisionsOf,
  listLastOutcomes,
} from '#features/signals/server/track-record/outcomes/outcomes.queries.ts';
import { decideOutcome, readDecisionTerms } from './decide-outcome.ts';

export function adminDecisionRoutes(dependencies: RouteDependencies): void {
  const { handle, database, clock } = dependencies;
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
      results: (await listDecisionsOf(database.db, [params.id])).toReversed().map(presentDecision),
      ...(await readDecisionTerms(database.db, params.id, {
        calendar: await getCalendar(),
        now: clock.now(),
      })),
    };
  });

  handle(decideOutcomeEndpoint, async ({ params, body, ...request }) => {
    return changeSignals(dependencies, request, async (transaction) => {
      const subject = await lockSignalSubject(transaction.tx, params.id);
      if (!subject) throw notFound();
      return presentDecision(await decideOutcome(transaction, subject, body, clock.now()));
    });
  });
}

const presentDecision = (row: DecisionRow): SignalDecision => ({
  kind: row.kind,
  reason: row.reason,
  r_multiple: row.rMultiple,
  decided_at: row.decidedAt.toISOString(),
  decided_by: row.decidedBy,
});
