import { and, eq, inArray, isNotNull, lt, max, ne, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '#core/server/platform/database.ts';
import type { Logger } from '#core/server/platform/logger.ts';
import type { TokenSecrets } from '#core/server/platform/token-secrets.ts';
import { lockCustomer } from '#features/accounts/server/accounts.ts';
import { closeGaps } from '#features/billing/server/bank-transfer/confirm-transfers.ts';
import {
  findUserByPaddleCustomer,
  lockSubscription,
  type SubscriptionRow,
} from '#features/billing/server/billing.queries.ts';
import { paddleCustomers, payments, subscriptions } from '#features/billing/server/billing.tables.ts';
import { readCheckoutReference } from '#features/billing/server/checkout/checkout.ts';
import {
  isRecent,
  queueReceipts,
  queueSubscriptionEmails,
} from '#features/billing/server/emails/queue-billing-email.ts';
import {
  makeVersion,
  type PaddleSnapshot,
  type PaddleTimestamp,
  type PaymentSnapshot,
} from '#features/billing/server/paddle/snapshots.ts';

/**
 * Applies a subscription snapshot from a webhook (`occurredAt` is set) or an API response, links it to a user if it is not
 * linked yet, and queues the email that the change causes. Returns the stored subscription.
 */
export async function applySubscription(
  tx: Transaction,
  snapshot: PaddleSnapshot,
  parts: ApplyDependencies,
  occurredAt?: PaddleTimestamp,
): Promise<SubscriptionRow> {
  const incoming = toSubscriptionState(snapshot, occurredAt);
  const { row: current, isNew } = await insertOrLock(tx, incoming);
  const next = applySnapshot(current, incoming);
  const isNewer = next.version !== current.version || next.periodVersion !== current.periodVersion;
  const row = isNewer ? await update(tx, current.id, next) : current;
  if (row.userId !== null) {
    // A subscription that ends early leaves a gap before time that was paid for by bank transfer.
    if (isNewer) await closeGaps(tx, row.userId, parts.now);
    await queueSubscriptionEmails(tx, isNew ? null : current, row, parts.now);
    return row;
  }
  const linked = await linkSubscription(tx, row, snapshot, parts);
  await queueSubscriptionEmails(tx, null, linked, parts.now);
  if (isNew && linked.userId === null) {
    parts.logger.warn({ subscription: row.paddleId }, 'subscription has no matching customer');
  }
  return linked;
}

async function insertOrLock(
  tx: Transaction,
  incoming: SubscriptionState,
): Promise<{ row: SubscriptionRow; isNew: boolean }> {
  const current = await lockSubscription(tx, incoming.paddleId);
  if (current) return { row: current, isNew: false };
  const lastPaymentAt = await findLastPaymentAt(tx, incoming.paddleId);
  const [inserted] = await tx
    .insert(subscriptions)
    .values({ ...incoming, lastPaymentAt })
    .onConflictDoNothing({ target: subscriptions.paddleId })
    .returning();
  if (inserted) return { row: inserted, isNew: true };
  // Another server inserted it concurrently.
  return { row: (await lockSubscription(tx, incoming.paddleId)) as SubscriptionRow, isNew: false };
}

async function update(tx: Transaction, id: string, state: SubscriptionState): Promise<SubscriptionRow> {
  const [row] = await tx.update(subscriptions).set(state).where(eq(subscriptions.id, id)).returning();
  return row as SubscriptionRow;
}

/** The columns of a subscription that come only from snapshots. */
export type SubscriptionState = Omit<typeof subscriptions.$inferSelect, 'id' | 'userId' | 'lastPaymentAt'>;

/** Converts one snapshot. An API response has no `occurredAt`; its `updatedAt` is used instead. */
export function toSubscriptionState(
  snapshot: PaddleSnapshot,
  occurredAt: PaddleTimestamp = snapshot.updatedAt,
): SubscriptionState {
  const { priceIds, period, scheduled, updatedAt, customData: _, ...same } = snapshot;
  const version = makeVersion(updatedAt, occurredAt);
  return {
    ...same,
    priceId: priceIds[0],
    periodStart: period?.start ?? null,
    periodEnd: period?.end ?? null,
    periodVersion: period ? version : null,
    scheduledAction: scheduled?.action ?? null,
    scheduledAt: scheduled?.at ?? null,
    paddleUpdatedAt: updatedAt.date,
    version,
  };
}

/**
 * Returns the state after another snapshot. The newest snapshot wins, a canceled subscription stays canceled, and the
 * period is that of the newest snapshot that has one. The result depends neither on the order nor on repetitions of
 * snapshots.
 */
export function applySnapshot(
  current: SubscriptionState | null,
  incoming: SubscriptionState,
): SubscriptionState {
  if (!current) return incoming;
  const latest = isNewer(incoming, current) ? incoming : current;
  const { periodStart, periodEnd, periodVersion } =
    (incoming.periodVersion ?? '') > (current.periodVersion ?? '') ? incoming : current;
  return { ...latest, periodStart, periodEnd, periodVersion };
}

function isNewer(state: SubscriptionState, other: SubscriptionState): boolean {
  const isCanceled = state.status === 'canceled';
  if (isCanceled !== (other.status === 'canceled')) return isCanceled;
  return state.version > other.version;
}

export interface ApplyDependencies {
  /** Signs checkout references. */
  tokenSecrets: TokenSecrets;
  logger: Logger;
  now: Date;
}

/**
 * Links a subscription to a user: by the signed custom data of its checkout, else by the link of its Paddle customer.
 * Without either, or when the account was deleted, it stays unlinked for an administrator to resolve. An email address
 * alone never links a subscription.
 */
async function linkSubscription(
  tx: Transaction,
  row: SubscriptionRow,
  snapshot: PaddleSnapshot,
  { tokenSecrets, now }: ApplyDependencies,
): Promise<SubscriptionRow> {
  const buyer = readCheckoutReference(tokenSecrets, snapshot);
  const isSigned = buyer !== null;
  const userId = isSigned ? buyer : await findLinkedUser(tx, row);
  if (userId === null || !(await lockCustomer(tx, userId))) return row;
  await tx.update(subscriptions).set({ userId }).where(eq(subscriptions.id, row.id));
  if (isSigned) {
    const { paddleCustomerId } = row;
    await savePaddleCustomer(tx, { paddleCustomerId, userId, linkedBy: 'checkout', linkedAt: now });
  }
  return { ...row, userId };
}

async function findLinkedUser(
  tx: Transaction,
  { paddleCustomerId }: SubscriptionRow,
): Promise<string | null> {
  const userId = await findUserByPaddleCustomer(tx, paddleCustomerId);
  if (userId === null) return null;
  // Users who enter the same email address share one Paddle customer: then the link is ambiguous.
  const [conflicting] = await tx
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(
      and(
        eq(subscriptions.paddleCustomerId, paddleCustomerId),
        isNotNull(subscriptions.userId),
        ne(subscriptions.userId, userId),
      ),
    )
    .limit(1);
  return conflicting ? null : userId;
}

/**
 * Links a Paddle customer to a user; an existing link is not changed. Other unlinked subscriptions of that Paddle customer
 * wait for their own next event, which may be signed by another user.
 */
export async function savePaddleCustomer(
  tx: Transaction,
  customer: typeof paddleCustomers.$inferSelect,
): Promise<void> {
  await tx.insert(paddleCustomers).values(customer).onConflictDoNothing();
}

/**
 * Applies a payment snapshot from a webhook (`occurredAt` is set) or an API response, and queues the receipt of a completed
 * payment. The newest snapshot wins.
 */
export async function applyPayment(
  tx: Transaction,
  { updatedAt, ...incoming }: PaymentSnapshot,
  now: Date,
  occurredAt: PaddleTimestamp = updatedAt,
): Promise<void> {
  const row = { ...incoming, paddleUpdatedAt: updatedAt.date, version: makeVersion(updatedAt, occurredAt) };
  const isCompleted = incoming.status === 'completed';
  const wasOpen = isCompleted && (await isOpen(tx, incoming.paddleId));
  await tx
    .insert(payments)
    .values(row)
    .onConflictDoUpdate({ target: payments.paddleId, set: row, setWhere: lt(payments.version, row.version) });
  // Whatever the order of the snapshots: once it is paid, nothing else of it says that it failed.
  if (incoming.status === 'past_due') {
    const failedAt = sql`least(${payments.failedAt}, ${updatedAt.date.toISOString()}::timestamptz)`;
    await tx.update(payments).set({ failedAt }).where(eq(payments.paddleId, incoming.paddleId));
  }
  const { paddleSubscriptionId } = incoming;
  if (paddleSubscriptionId === null) return;
  // Also when the payment is not new: the subscription may have been inserted concurrently without this payment.
  const lastPaymentAt = await findLastPaymentAt(tx, paddleSubscriptionId);
  const [subscription] = await tx
    .update(subscriptions)
    .set({ lastPaymentAt })
    .where(eq(subscriptions.paddleId, paddleSubscriptionId))
    .returning({ paddleId: subscriptions.paddleId, userId: subscriptions.userId });
  if (!subscription || !isCompleted) return;
  // A payment that Paddle collected after several attempts was billed long ago.
  const isJustCompleted = wasOpen && isRecent(updatedAt.date, now);
  await queueReceipts(tx, subscription, now, isJustCompleted ? incoming.paddleId : null);
}

/** Locks a stored payment and returns true while it is not completed. */
async function isOpen(tx: Transaction, paddleId: string): Promise<boolean> {
  const [current] = await tx
    .select({ status: payments.status })
    .from(payments)
    .where(eq(payments.paddleId, paddleId))
    .for('update');
  return current !== undefined && current.status !== 'completed';
}

/** Returns the date of the last payment of a subscription. A trial that starts without a charge is not a payment. */
async function findLastPaymentAt(db: Queryable, paddleSubscriptionId: string): Promise<Date | null> {
  const [row] = await db
    .select({ at: max(payments.billedAt) })
    .from(payments)
    .where(
      and(
        eq(payments.paddleSubscriptionId, paddleSubscriptionId),
        inArray(payments.status, ['paid', 'completed']),
        ne(payments.totalAmount, '0'),
      ),
    );
  return row?.at ?? null;
}
