import { badRequest } from '#core/server/platform/http-error.ts';
import type { RouteDependencies } from '#dependencies.ts';
import { filterVerifiedCustomers } from '#features/accounts/server/accounts.ts';
import type { SentChannel } from '#features/alerts/contract/channels.ts';
import { changeAlertSettings, readAlertSettings } from '#features/alerts/contract/endpoints.ts';
import { arrivalRoutes } from './arrivals/arrival-times.ts';
import { createDeliveryChecks, type ServiceTests } from './delivery/delivery-checks.ts';
import { unsubscribeRoutes } from './email/unsubscribe.routes.ts';
import { inboxRoutes } from './inbox/inbox.routes.ts';
import { listPushDevices, pushRoutes } from './push/push.routes.ts';
import { normalizeTimeZone } from './rules/preferences.ts';
import { changeSettings, presentSettings, readSettings } from './settings/settings.queries.ts';
import { createBotNameReader, readTelegramSettings, telegramRoutes } from './telegram/telegram.routes.ts';
import { testBot } from './telegram/test-bot.ts';
import { webhookRoutes } from './webhooks/webhooks.routes.ts';

/** Registers the inbox, the settings, the devices, the webhooks, the unsubscribe links and the arrival times of alerts. */
export function registerAlerts(routes: RouteDependencies): void {
  const { checks, database, clock, push, telegram, webhooks } = routes;
  inboxRoutes(routes);
  const readBotName = createBotNameReader(telegram);
  alertSettingsRoutes(routes, readBotName);
  pushRoutes(routes);
  telegramRoutes(routes, readBotName);
  webhookRoutes(routes);
  unsubscribeRoutes(routes);
  arrivalRoutes(routes);
  const services: Record<SentChannel, unknown> = { email: true, push, telegram, webhook: webhooks };
  const tests: ServiceTests = {};
  if (telegram) tests.telegram = () => testBot(telegram);
  checks.register(...createDeliveryChecks(database.db, clock, services, tests));
}

/** Serves the alert settings of the signed-in customer. */
function alertSettingsRoutes(
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
