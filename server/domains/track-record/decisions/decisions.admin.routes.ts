import { decideOutcome as decideOutcomeEndpoint } from '#contract/track-record/decisions.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { getAdministratorName } from '#server/domains/admin/admin.ts';
import { findSignalSubject } from '#server/domains/signals/signals.ts';
import type { Handle } from '#server/http/endpoints.ts';
import { notFound } from '#server/platform/http-error.ts';
import { decideOutcome } from './decide-outcome.ts';

export function adminDecisionRoutes(
  handle: Handle,
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
): void {
  handle(decideOutcomeEndpoint, ({ params, body, caller, events }) =>
    database.transaction(async (tx, announce) => {
      const subject = await findSignalSubject(tx, params.id);
      if (!subject) throw notFound();
      // A decision about a premium signal is public after its release, which a page shows within a minute.
      if (subject.signalType === 'intraday') announce('track-record');
      const { administratorId } = caller;
      const author = { name: await getAdministratorName(tx, administratorId), administratorId };
      const row = await decideOutcome(tx, subject, body, { author, now: clock.now() });
      await events.record(tx, {
        kind: 'signal_outcome_decided',
        target: { type: 'signal', id: subject.id },
        details: { label: subject.symbol, note: `${row.kind}: ${row.reason}` },
      });
      return {
        kind: row.kind,
        reason: row.reason,
        r_multiple: row.rMultiple,
        decided_at: row.decidedAt.toISOString(),
        decided_by: row.decidedBy,
      };
    }),
  );
}
