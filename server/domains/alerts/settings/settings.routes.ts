import { changeAlertSettings, readAlertSettings } from '#contract/alerts/endpoints.ts';
import type { RouteDependencies } from '#server/dependencies.ts';
import { filterVerifiedCustomers } from '#server/domains/accounts/accounts.ts';
import { listPushDevices } from '#server/domains/alerts/push/push.routes.ts';
import { normalizeTimeZone } from '#server/domains/alerts/rules/quiet-hours.ts';
import { readTelegramSettings } from '#server/domains/alerts/telegram/telegram.routes.ts';
import { badRequest } from '#server/platform/http-error.ts';
import { changeSettings, presentSettings, readSettings } from './settings.queries.ts';

/** Serves the alert settings of the signed-in customer. */
export function alertSettingsRoutes(
  { handle, database, clock, push }: RouteDependencies,
  readBotName: () => Promise<string | null>,
): void {
  const present = async (userId: string) => {
    const settings = (await readSettings(database.db, [userId]))(userId);
    return {
      ...presentSettings(settings),
      push_paused_at: settings.pushPausedAt?.toISOString() ?? null,
      devices: await listPushDevices(database.db, userId),
      push_key: push?.vapid.publicKey ?? null,
      telegram: await readTelegramSettings(database.db, userId, await readBotName()),
    };
  };

  handle(readAlertSettings, ({ caller }) => present(caller.userId));

  handle(changeAlertSettings, async ({ caller: { userId }, body }) => {
    const { quiet_hours: quiet } = body;
    const timeZone = quiet && normalizeTimeZone(quiet.time_zone);
    if (quiet && !timeZone) throw badRequest('invalid_time_zone', { quiet_hours: ['Choose a time zone.'] });
    const change = quiet && timeZone ? { ...body, quiet_hours: { ...quiet, time_zone: timeZone } } : body;
    if (
      body.email &&
      body.email !== 'off' &&
      !(await filterVerifiedCustomers(database.db, [userId])).has(userId)
    )
      throw badRequest('email_not_verified', {
        email: ['Verify your email address first: the link is on your profile.'],
      });
    await database.transaction((tx) => changeSettings(tx, userId, change, clock.now()));
    return present(userId);
  });
}
