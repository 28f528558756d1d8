import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { addMilliseconds, type Clock, HOUR, SECOND } from '#core/server/platform/clock.ts';
import type { Database, Transaction } from '#core/server/platform/database.ts';
import { bulkEmailQueue, emailQueue } from '#core/server/platform/email/outbox.ts';
import { analyzeJobs, enqueueAll } from '#core/server/platform/jobs/enqueue.ts';
import { listCustomerEmails } from '#features/accounts/server/accounts.ts';
import { describeKind } from '#features/alerts/contract/kinds.ts';
import { alertDeliveries } from '#features/alerts/server/alerts.tables.ts';
import type { DeliveryRow, ListTargets } from '#features/alerts/server/delivery/channel.ts';
import {
  countEmails,
  listDueEmails,
  readEvents,
  type SettledDelivery,
  settle,
} from '#features/alerts/server/delivery/deliveries.queries.ts';

/** Each customer has one target: the email address of the account, as it is when the email is sent. */
export const listEmailTargets: ListTargets = async (_db, userIds) =>
  userIds.map((userId) => [userId, userId]);

/** All that is due for a customer is in one email. */
const CUSTOMERS_PER_BATCH = 1_000;
/** The statistics of jobs matter from about this number on. */
const MANY_EMAILS = 500;
/** Emails take seconds anyway. Sending them at once would delay the queueing of the others, and the messages of other channels. */
const SENDING_DELAY_MS = 2 * SECOND;
/** What exceeds this comes in one email later; critical alerts are always sent. */
const MAX_PER_HOUR = 6;
/** The outbox has tried each of them many times over hours. */
const MAX_ATTEMPTS = 2;

/** The template of the emails of alerts. The subject's ID is the claim of the alerts that one email contains. */
export const ALERT_TEMPLATE = 'alerts';

/**
 * Moves what is due to the outbox, in transactions: one email for all alerts of a customer that are due now, at once or once a day. The outbox sends
 * them and reports the results (`alert-emails.ts`).
 */
export async function sendEmails({
  database,
  clock,
  signal,
}: {
  database: Database;
  clock: Clock;
  signal: AbortSignal;
}): Promise<void> {
  let total = 0;
  let count: number;
  do {
    signal.throwIfAborted();
    count = await database.transaction((tx) => queueBatch(tx, clock.now()));
    total += count;
  } while (count === CUSTOMERS_PER_BATCH);
  if (total >= MANY_EMAILS) await analyzeJobs(database.db);
}

/** Returns for how many customers emails were due. */
async function queueBatch(tx: Transaction, now: Date): Promise<number> {
  const due = await listDueEmails(tx, { customers: CUSTOMERS_PER_BATCH, now });
  if (due.length === 0) return 0;
  const userIds = [...new Set(due.map(({ userId }) => userId))];
  const since = addMilliseconds(now, -HOUR);
  const [emails, recent, events] = await Promise.all([
    listCustomerEmails(tx, userIds),
    countEmails(tx, userIds, since),
    readEvents(tx, due),
  ]);
  const settled: SettledDelivery[] = [];
  const groups = new Map<string, EmailGroup>();
  for (const delivery of due) {
    const { id, userId } = delivery;
    const recipient = emails.get(userId);
    if (recipient === undefined || delivery.attempts >= MAX_ATTEMPTS) {
      const reason = recipient === undefined ? 'no_address' : 'rejected';
      settled.push({ id, state: 'failed', reason });
      continue;
    }
    const kind = events.get(delivery.eventId)?.kind;
    const isCritical = kind !== undefined && describeKind(kind).isCritical === true;
    const sent = recent.get(userId);
    if (!isCritical && sent && sent.count >= MAX_PER_HOUR) {
      const dueAt = addMilliseconds(sent.firstAt ?? now, HOUR);
      settled.push({ id, state: 'queued', reason: 'too_many_emails', dueAt, isDeferred: true });
      continue;
    }
    // Critical alerts have emails of their own, which are sent at once and cannot be unsubscribed from.
    const key = isCritical ? String(id) : userId;
    const group = groups.get(key) ?? { claim: randomUUID(), recipient, isCritical, ids: [] };
    group.ids.push(id);
    groups.set(key, group);
  }
  await settle(tx, settled, null);
  await storeClaims(tx, [...groups.values()]);
  const [critical, others] = [true, false].map((isCritical) =>
    [...groups.values()]
      .filter((group) => group.isCritical === isCritical)
      .map(({ claim, recipient }) => ({ data: { template: ALERT_TEMPLATE, recipient, subjectId: claim } })),
  );
  if (critical?.length) await enqueueAll(tx, emailQueue, critical);
  if (others?.length) await enqueueAll(tx, bulkEmailQueue, others, { wakeAfterMs: SENDING_DELAY_MS });
  return userIds.length;
}

interface EmailGroup {
  claim: string;
  recipient: string;
  isCritical: boolean;
  ids: number[];
}

async function storeClaims(
  tx: Transaction,
  groups: readonly { claim: string; ids: readonly number[] }[],
): Promise<void> {
  const pairs = groups.flatMap(({ claim, ids }) => ids.map((id): [number, string] => [id, claim]));
  await tx.execute(sql`
    update ${alertDeliveries} as delivery set state = 'claimed', claimed_by = given.claim, attempts = delivery.attempts + 1
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
