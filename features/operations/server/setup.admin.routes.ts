import { listMissing } from '#core/server/platform/checks/checks.ts';
import { conflict, notFound } from '#core/server/platform/http-error.ts';
import { generateVapidKey } from '#core/server/platform/push/vapid.ts';
import type { RouteDependencies } from '#dependencies.ts';
import { makePushKey, readSetup, testSetup } from '#features/operations/contract/system.ts';
import { getTestRecipient } from './task-emails.ts';

/** Shows what the site needs, and tries it for real. */
export function setupRoutes({ handle, config, database, checks }: RouteDependencies): void {
  handle(readSetup, async () => {
    const results = await checks.readSetup();
    return {
      items: results.map(({ id, title, state, cause, action, path, setup }) => ({
        id,
        group: setup.group,
        title,
        purpose: setup.purpose,
        settings: [...(setup.settings ?? [])],
        is_essential: setup.isEssential ?? false,
        has_test: setup.test !== undefined,
        state,
        cause,
        action,
        path,
      })),
      missing: listMissing(results).length,
    };
  });

  handle(testSetup, async ({ caller: { administratorId }, params: { id }, events }) => {
    const recipient = await getTestRecipient(database.db, administratorId, config.contact);
    const finding = await checks.test(id, recipient);
    if (finding === null) throw notFound();
    await events.record(database.db, { kind: 'setup_tested', target: { type: 'setup_item', id } });
    return { state: finding.state, cause: finding.cause, action: finding.action };
  });

  handle(makePushKey, async ({ events }) => {
    if (config.push.key !== null)
      throw conflict(
        'push_key_exists',
        'This site has a key: with another one every device must turn its alerts on again.',
      );
    await events.record(database.db, { kind: 'push_key_made' });
    return { setting: 'PUSH_VAPID_PRIVATE_KEY', value: generateVapidKey() };
  });
}
