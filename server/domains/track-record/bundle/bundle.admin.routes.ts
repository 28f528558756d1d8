import { exportRecordBundle } from '#contract/record/bundle.ts';
import type { RouteDependencies } from '#server/dependencies.ts';
import { confirmAdministrator } from '#server/domains/admin/admin.ts';
import { createBundle } from './write-bundle.ts';

export function adminBundleRoutes(dependencies: RouteDependencies): void {
  const { handle, database, clock } = dependencies;
  handle(exportRecordBundle, async ({ caller, body, events }) => {
    await confirmAdministrator(dependencies, caller, { password: body.password, events });
    const period = { from: body.from_date, until: body.to_date };
    const details = { label: `${period.from} to ${period.until}` };
    await events.record(database.db, { kind: 'record_bundle_exported', details });
    return createBundle(database.db, period, clock.now());
  });
}
