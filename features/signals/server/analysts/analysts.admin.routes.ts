import { describeChange } from '#core/server/platform/security-events/describe-change.ts';
import type { RouteDependencies } from '#dependencies.ts';
import {
  type Analyst,
  addAnalyst as addAnalystEndpoint,
  editAnalyst as editAnalystEndpoint,
  listAnalysts as listAnalystsEndpoint,
  removeAnalyst as removeAnalystEndpoint,
} from '#features/signals/contract/publishing/analyst-endpoints.ts';
import { addAnalyst, editAnalyst, listAnalysts, removeAnalyst } from './analysts.ts';
import { createAnalystsCheck } from './analysts-check.ts';

export function adminAnalystsRoutes({ handle, config, database, clock, checks }: RouteDependencies): void {
  checks.register(createAnalystsCheck(database.db, clock, config));

  handle(listAnalystsEndpoint, async () => ({
    results: await listAnalysts(database.db),
    is_disclosure_required: config.isDisclosureRequired,
  }));

  handle(addAnalystEndpoint, ({ body, events }) =>
    database.transaction(async (tx) => {
      const added = await addAnalyst(tx, body, clock.now());
      await events.record(tx, { kind: 'analyst_saved', ...toSubject({}, added) });
      return added;
    }),
  );

  handle(editAnalystEndpoint, ({ params, body, events }) =>
    database.transaction(async (tx) => {
      const { before, after } = await editAnalyst(tx, params.id, body);
      await events.record(tx, { kind: 'analyst_saved', ...toSubject(before, after) });
      return after;
    }),
  );

  handle(removeAnalystEndpoint, ({ params, events }) =>
    database.transaction(async (tx) => {
      const { id, name: label, is_active: _, ...removed } = await removeAnalyst(tx, params.id);
      const after = { registration: null, valid_from: null, valid_until: null } satisfies typeof removed;
      await events.record(tx, {
        kind: 'analyst_removed',
        target: { type: 'analyst', id },
        details: { label, ...describeChange(removed, after) },
      });
    }),
  );
}

const toSubject = (before: Partial<Analyst>, { id, ...after }: Analyst) => ({
  target: { type: 'analyst', id },
  details: { label: after.name, ...describeChange(before, after) },
});
