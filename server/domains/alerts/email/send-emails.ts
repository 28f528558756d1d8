import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { CRITICAL_KINDS } from '#contract/alerts/kinds.ts';
import { listCustomerEmails } from '#server/domains/accounts/accounts.ts';
import { alertDeliveries } from '#server/domains/alerts/alerts.tables.ts';
import type { DeliveryRow, ListTargets } from '#server/domains/alerts/delivery/channel.ts';
import {
  claimDue,
  readEvents,
  type SettledDelivery,
  settle,
} from '#server/domains/alerts/delivery/deliveries.queries.ts';
import type { SendJob } from '#server/domains/alerts/delivery/send-queues.ts';
import { readSettings } from '#server/domains/alerts/settings/settings.queries.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Database, Transaction } from '#server/platform/database.ts';
import { emailQueue } from '#server/platform/email/outbox.ts';
import { enqueueAll } from '#server/platform/jobs/enqueue.ts';

/** Each customer has one target: the email address of the account, as it is when the email is sent. */
export const listEmailTargets: ListTargets = async (_db, userIds) =>
  userIds.map((userId) => [userId, userId]);

const BATCH_SIZE = 500;
/** The outbox has tried each of them many times over hours. */
const MAX_ATTEMPTS = 2;

/** The template of the emails of alerts. The subject's ID is the claim of the alerts that one email contains. */
export const ALERT_TEMPLATE = 'alerts';

/**
 * Moves what is due to the outbox, in transactions: an email for each alert, or for customers who want one a day a single one. The outbox sends
 * them and reports the results (`alert-emails.ts`).
 */
export async function sendEmails(
  { claimant }: SendJob,
  { database, clock, signal }: { database: Database; clock: Clock; signal: AbortSignal },
): Promise<void> {
  for (let isMore = true; isMore; ) {
    signal.throwIfAborted();
    isMore = await database.transaction((tx) => queueBatch(tx, claimant, clock.now()));
  }
}

async function queueBatch(tx: Transaction, claimant: string, now: Date): Promise<boolean> {
  const claimed = await claimDue(tx, { channel: 'email', claimant, limit: BATCH_SIZE, now });
  if (claimed.length === 0) return false;
  const userIds = [...new Set(claimed.map(({ userId }) => userId))];
  const emails = await listCustomerEmails(tx, userIds);
  const getSettings = await readSettings(tx, userIds);
  const events = await readEvents(
    tx,
    claimed.map(({ eventId }) => eventId),
  );
  const unsendable: SettledDelivery[] = [];
  const groups = new Map<string, { claim: string; recipient: string; ids: number[] }>();
  for (const delivery of claimed) {
    const recipient = emails.get(delivery.userId);
    const problem =
      recipient === undefined ? 'no_address' : delivery.attempts >= MAX_ATTEMPTS ? 'rejected' : null;
    if (recipient === undefined || problem !== null) {
      unsendable.push({ id: delivery.id, state: 'failed', reason: problem, dueAt: null, acceptedAt: null });
      continue;
    }
    const kind = events.get(delivery.eventId)?.kind;
    const isDaily = getSettings(delivery.userId).email === 'daily' && kind && !CRITICAL_KINDS.has(kind);
    const key = isDaily ? delivery.userId : String(delivery.id);
    const group = groups.get(key) ?? { claim: randomUUID(), recipient, ids: [] };
    group.ids.push(delivery.id);
    groups.set(key, group);
  }
  await settle(tx, unsendable, claimant);
  await storeClaims(tx, [...groups.values()]);
  await enqueueAll(
    tx,
    emailQueue,
    [...groups.values()].map(({ claim, recipient }) => ({
      data: { template: ALERT_TEMPLATE, recipient, subjectId: claim },
    })),
  );
  return claimed.length === BATCH_SIZE;
}

async function storeClaims(
  tx: Transaction,
  groups: readonly { claim: string; ids: readonly number[] }[],
): Promise<void> {
  const pairs = groups.flatMap(({ claim, ids }) => ids.map((id): [number, string] => [id, claim]));
  await tx.execute(sql`
    update ${alertDeliveries} as delivery set claimed_by = given.claim, attempts = delivery.attempts + 1
    from unnest(${sql.param(pairs.map(([id]) => id))}::bigint[], ${sql.param(pairs.map(([, claim]) => claim))}::text[])
      as given (id, claim)
    where delivery.id = given.id`);
}

/** Returns the alerts of an email that are still to be sent. */
export const listClaimed = (tx: Transaction, claim: string): Promise<DeliveryRow[]> =>
  tx
    .select()
    .from(alertDeliveries)
    .where(sql`${alertDeliveries.claimedBy} = ${claim} and ${alertDeliveries.state} = 'claimed'`)
    .orderBy(alertDeliveries.id);
