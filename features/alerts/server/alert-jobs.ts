import { inArray, lt } from 'drizzle-orm';
import type { Config } from '#core/server/config/config.ts';
import { addMilliseconds, DAY, MINUTE } from '#core/server/platform/clock.ts';
import type { Queryable } from '#core/server/platform/database.ts';
import type { Jobs } from '#core/server/platform/jobs/jobs.ts';
import { defineQueue } from '#core/server/platform/jobs/queue.ts';
import type { GuardedPost } from '#core/server/platform/outbound/guarded-fetch.ts';
import type { PushSettings } from '#core/server/platform/push/vapid.ts';
import type { PacedBot } from '#core/server/platform/telegram/telegram-api.ts';
import { signInAlertQueue } from '#features/accounts/server/accounts.ts';
import type { MessageChannelName } from '#features/alerts/contract/channels.ts';
import { paymentAlertQueue } from '#features/billing/server/billing.ts';
import { meetingAlertQueue } from '#features/corporate-actions/server/corporate-actions.ts';
import { newsAlertQueue } from '#features/news/server/news.ts';
import { levelAlertQueue } from '#features/positions/server/positions.ts';
import { signalAlertQueue } from '#features/signals/server/signals.ts';
import { alertEvents } from './alerts.tables.ts';
import { countArrivals } from './arrivals/arrival-times.ts';
import type { ChannelDependencies, MessageChannel } from './delivery/channel.ts';
import { listDueChannels, releaseLostClaims } from './delivery/deliveries.queries.ts';
import { updateLanes } from './delivery/lanes.queries.ts';
import { createMessageSender } from './delivery/send-messages.ts';
import { queueSending, sendQueues } from './delivery/send-queues.ts';
import { listEmailTargets, sendEmails } from './email/send-emails.ts';
import {
  alertDates,
  alertMeetings,
  alertNews,
  alertWatchers,
  companyAlertQueue,
} from './fan-out/company-alerts.ts';
import { alertCustomer, type FanOutDependencies } from './fan-out/fan-out.ts';
import { alertSignalChange } from './fan-out/signal-alerts.ts';
import { pauseUnreadPushes, unreadPushesQueue } from './push/pause-unread-pushes.ts';
import { createPushChannel } from './push/push-channel.ts';
import { createTelegramChannel } from './telegram/telegram-channel.ts';
import { createWebhookChannel } from './webhooks/webhook-channel.ts';

export interface AlertDependencies extends ChannelDependencies {
  config: Pick<Config, 'analyst' | 'publicUrl' | 'hasPremiumLevelsInWebhooks'>;
  /** `null`: this site sends no push messages. */
  push: PushSettings | null;
  /** `null`: this site has no bot. */
  telegram: PacedBot | null;
  /** `null` in tests without webhooks. */
  webhooks: { post: GuardedPost } | null;
}

/** Creates each channel of messages; `null` without its service. */
const CHANNELS: Record<MessageChannelName, (dependencies: AlertDependencies) => MessageChannel | null> = {
  push: ({ push, ...others }) => push && createPushChannel({ ...others, ...push }),
  telegram: ({ telegram: bot, ...others }) => bot && createTelegramChannel({ ...others, bot }),
  webhook: ({ webhooks, ...others }) => webhooks && createWebhookChannel({ ...others, post: webhooks.post }),
};

export const dueAlertsQueue = defineQueue('due-alerts', { timeLimitMs: MINUTE, isExclusive: true });
export const dateAlertsQueue = defineQueue('date-alerts', { timeLimitMs: MINUTE, isExclusive: true });
const alertArrivalsQueue = defineQueue('alert-arrivals', {
  timeLimitMs: 5 * MINUTE,
  isExclusive: true,
});
const EVERY_MINUTE = '* * * * *';
const EVERY_HOUR = '7 * * * *';

/** Handles the jobs of alerts: of their causes, of each channel, and of what became due, such as at the end of quiet hours. */
export function handleAlerts(jobs: Jobs, dependencies: AlertDependencies): void {
  const { database, clock, logger, config } = dependencies;
  const channels = Object.values(CHANNELS).flatMap((create) => create(dependencies) ?? []);
  for (const channel of channels)
    jobs.handle(sendQueues[channel.name], createMessageSender(channel, { database, clock, logger, config }));
  const targets: FanOutDependencies['targets'] = {
    email: listEmailTargets,
    ...Object.fromEntries(channels.map(({ name, listTargets }) => [name, listTargets])),
  };
  const fanningOut: FanOutDependencies = { database, clock, targets };
  jobs.handle(signalAlertQueue, (alert, { signal }) => alertSignalChange(fanningOut, alert, signal));
  jobs.handle(paymentAlertQueue, ({ userId, subscriptionId, occurrence, occurredAt }) =>
    alertCustomer(
      fanningOut,
      {
        key: `payment:${subscriptionId}:${occurrence}`,
        kind: 'payment_problem',
        subject: { subscriptionId },
        userId,
        occurredAt: new Date(occurredAt),
      },
      PAYMENT_USEFUL_MS,
    ),
  );
  jobs.handle(signInAlertQueue, ({ id, userId, device, occurredAt }) =>
    alertCustomer(
      fanningOut,
      {
        key: `sign-in:${id}`,
        kind: 'new_sign_in',
        subject: { device },
        userId,
        occurredAt: new Date(occurredAt),
      },
      DAY,
    ),
  );
  jobs.handle(levelAlertQueue, ({ levelId, userId, symbol, date, occurredAt }) =>
    alertCustomer(
      fanningOut,
      {
        key: `level:${levelId}:${date}`,
        kind: 'price_level',
        subject: { levelId, date, symbols: [symbol] },
        userId,
        occurredAt: new Date(occurredAt),
      },
      DAY,
    ),
  );
  jobs.handle(newsAlertQueue, (alert) => alertNews(fanningOut, alert));
  jobs.handle(meetingAlertQueue, (alert) => alertMeetings(fanningOut, alert));
  jobs.handle(companyAlertQueue, (alert, { signal }) => alertWatchers(fanningOut, alert, { signal }));
  jobs.handleSchedule(dateAlertsQueue, { cron: EVERY_MINUTE, isRunAtStart: true }, () =>
    alertDates(fanningOut),
  );
  jobs.handleSchedule(alertArrivalsQueue, { cron: EVERY_HOUR, isRunAtStart: true }, () =>
    countArrivals({ database, clock }),
  );
  // Not at the start, when servers of the previous release may still run: they would describe the pause as another alert.
  jobs.handleSchedule(unreadPushesQueue, { cron: EVERY_HOUR }, (context) =>
    pauseUnreadPushes(fanningOut, context),
  );
  jobs.handle(sendQueues.email, (_job, { signal }) => sendEmails({ database, clock, signal }));
  jobs.handleSchedule(dueAlertsQueue, { cron: EVERY_MINUTE, isRunAtStart: true }, async () => {
    const released = await releaseLostClaims(database.db);
    if (released > 0) logger.warn({ released }, 'alerts of jobs that no longer exist are due again');
    for (const { name, laneSource } of channels)
      if (laneSource) await database.transaction((tx) => updateLanes(tx, name, laneSource));
    const due = await listDueChannels(database.db, clock.now());
    await database.transaction(async (tx) => {
      // Without its setting nothing handles what waits for a channel.
      for (const channel of due)
        if (channel !== 'inbox' && channel in targets) await queueSending(tx, channel);
    });
  });
}

const PAYMENT_USEFUL_MS = 3 * DAY;
const RETENTION_MS = 90 * DAY;
/** Each of these may have an entry and deliveries for every customer. */
const REMOVED_TOGETHER = 20;

/** Deletes old alerts, with their entries in inboxes and their deliveries. */
export async function removeOldAlerts(db: Queryable, now: Date): Promise<void> {
  const before = addMilliseconds(now, -RETENTION_MS);
  const old = db
    .select({ id: alertEvents.id })
    .from(alertEvents)
    .where(lt(alertEvents.occurredAt, before))
    .limit(REMOVED_TOGETHER);
  for (let isMore = true; isMore; ) {
    const rows = await db
      .delete(alertEvents)
      .where(inArray(alertEvents.id, old))
      .returning({ id: alertEvents.id });
    isMore = rows.length === REMOVED_TOGETHER;
  }
}
