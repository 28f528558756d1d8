import type { RouteDependencies } from '#server/dependencies.ts';
import { arrivalRoutes } from './arrivals/arrival-times.ts';
import { createDeliveryChecks } from './delivery/delivery-checks.ts';
import { unsubscribeRoutes } from './email/unsubscribe.routes.ts';
import { inboxRoutes } from './inbox/inbox.routes.ts';
import { pushRoutes } from './push/push.routes.ts';
import { alertSettingsRoutes } from './settings/settings.routes.ts';
import { createBotNameReader, telegramRoutes } from './telegram/telegram.routes.ts';
import { webhookRoutes } from './webhooks/webhooks.routes.ts';

/** Registers the inbox, the settings, the devices, the webhooks, the unsubscribe links and the arrival times of alerts. */
export function registerAlerts(routes: RouteDependencies): void {
  inboxRoutes(routes);
  const telegram = routes.telegram ?? null;
  const readBotName = createBotNameReader(telegram);
  alertSettingsRoutes(routes, readBotName);
  pushRoutes(routes, routes.push ?? null);
  telegramRoutes(routes, telegram, readBotName);
  webhookRoutes(routes, routes.webhooks ?? null);
  unsubscribeRoutes(routes);
  arrivalRoutes(routes);
  const { checks, database, clock, push, webhooks } = routes;
  checks.register(
    ...createDeliveryChecks(database.db, clock, { email: true, push, telegram, webhook: webhooks }),
  );
}
