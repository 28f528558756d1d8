import { and, gt, lt, max, sql } from 'drizzle-orm';
import { paths } from '#core/contract/paths.ts';
import { type Check, count, formatTime, ok } from '#core/server/platform/checks/checks.ts';
import { addMilliseconds, type Clock, DAY, HOUR, MINUTE, SECOND } from '#core/server/platform/clock.ts';
import type { Queryable } from '#core/server/platform/database.ts';
import { subscriptions, webhookEvents } from '#features/billing/server/billing.tables.ts';
import { RETENTION_MS, readWebhookBacklog } from './webhook-backlog.ts';

/** An event is usually applied within a second. */
const LATE_SECONDS = 300;
/** Paddle repeats a rejected event about 20 times in the first hour, so that one event is enough. */
const MIN_REJECTED = 3;
const MAX_COUNTED = 1_000;

/** The times at which this server rejected what looks like a webhook, in memory: strangers can send any number of them. */
export class RejectedWebhooks {
  #times: Date[] = [];

  add(at: Date): void {
    this.#times = [...this.#times.slice(1 - MAX_COUNTED), at];
  }

  list(now: Date): Date[] {
    return this.#times.filter((at) => now.getTime() - at.getTime() < HOUR);
  }
}

/** Paddle sends the event of a change within seconds. */
const EVENT_DELAY_MS = 10 * MINUTE;

/** Returns whether reconciliation, which asks Paddle itself, brought a change of the last day after which no event was accepted. */
async function hasMissedChange(db: Queryable, lastAt: Date | null, now: Date): Promise<boolean> {
  const { paddleUpdatedAt } = subscriptions;
  const dayAgo = addMilliseconds(now, -DAY);
  const after = lastAt !== null && lastAt > dayAgo ? lastAt : dayAgo;
  const [missed] = await db
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(and(gt(paddleUpdatedAt, after), lt(paddleUpdatedAt, addMilliseconds(now, -EVENT_DELAY_MS))))
    .limit(1);
  return missed !== undefined;
}

/** Without an event for so long, a change that reconciliation found shows that none arrive. */
const SILENT_MS = 3 * DAY;

/**
 * Returns when Paddle last changed a subscription of which no event arrived, if none arrived for days; else `null`, also if the event may
 * have been deleted.
 */
async function findSilence(db: Queryable, now: Date): Promise<Date | null> {
  const [row] = await db
    .select({
      lastAt: max(webhookEvents.receivedAt),
      changedAt:
        sql<Date | null>`(select max(${subscriptions.paddleUpdatedAt}) from ${subscriptions})`.mapWith(
          subscriptions.paddleUpdatedAt,
        ),
    })
    .from(webhookEvents);
  const { lastAt = null, changedAt = null } = row ?? {};
  if (changedAt === null || now.getTime() - (lastAt ?? changedAt).getTime() < SILENT_MS) return null;
  const ageMs = now.getTime() - changedAt.getTime();
  const isAnnounced = (lastAt !== null && changedAt <= lastAt) || ageMs >= RETENTION_MS;
  return isAnnounced || ageMs < EVENT_DELAY_MS ? null : changedAt;
}

/** Creates the checks of whether the events of Paddle arrive and are applied. */
export const createWebhookChecks = (db: Queryable, clock: Clock, rejected: RejectedWebhooks): Check[] => [
  {
    id: 'paddle-webhooks',
    title: 'Webhooks from Paddle are accepted',
    scope: 'server',
    // With a wrong clock, every signature is rejected.
    usesClock: true,
    async run() {
      const recent = rejected.list(clock.now());
      if (recent.length < MIN_REJECTED) return ok('None was rejected in the last hour.');
      const [row] = await db.select({ lastAt: max(webhookEvents.receivedAt) }).from(webhookEvents);
      const lastAt = row?.lastAt ?? null;
      const received =
        lastAt === null ? 'None was accepted yet' : `The last was accepted on ${formatTime(lastAt)}`;
      // Anyone can send what looks like a webhook. Rejections mean nothing while those of Paddle are accepted, and are no more than a
      // warning until a change at Paddle is known of which no event was accepted.
      const since = recent.filter((at) => lastAt === null || at > lastAt);
      if (since.length < MIN_REJECTED) return ok(`${received}.`);
      return {
        state: (await hasMissedChange(db, lastAt, clock.now())) ? 'failing' : 'warning',
        cause: `${count(since.length, 'webhook', 'webhooks')} in the last hour rejected and none accepted since: their signatures were not made with PADDLE_WEBHOOK_SECRETS, or not within 30 seconds of the clock of this server. ${received}.`,
        action:
          'Copy the secret of the notification destination from Paddle to PADDLE_WEBHOOK_SECRETS and restart. Paddle sends the events again for three days.',
      };
    },
  },
  {
    id: 'paddle-events',
    title: 'Payments are applied',
    scope: 'shared',
    path: paths.adminBilling,
    async run() {
      const { waiting, failed, lagSeconds } = await readWebhookBacklog(db, clock.now());
      const figures = { waiting, oldest_seconds: lagSeconds };
      const failures = failed > 0 ? [`${count(failed, 'event', 'events')} failed permanently`] : [];
      const minutes = Math.floor((lagSeconds * SECOND) / MINUTE);
      const isLate = lagSeconds > LATE_SECONDS;
      const waits =
        waiting > 0
          ? [
              `${count(waiting, 'event waits', 'events wait')}, the oldest for ${count(minutes, 'minute', 'minutes')}`,
            ]
          : [];
      const missed = failed === 0 && !isLate ? await findSilence(db, clock.now()) : null;
      if (missed !== null)
        return {
          state: 'warning',
          cause: `No webhook arrived for three days, although Paddle changed a subscription on ${formatTime(missed)}.`,
          action:
            'Check in Paddle that the notification destination leads to PUBLIC_URL/api/paddle/webhook/ and is active.',
          figures,
        };
      if (failed === 0 && !isLate)
        return ok(waits.length > 0 ? `${waits}.` : 'All events are applied.', figures);
      return {
        state: isLate ? 'failing' : 'warning',
        cause: `${[...failures, ...waits].join('; ')}.`,
        action: 'Open Billing: it shows the errors and retries the events.',
        figures,
      };
    },
  },
];
