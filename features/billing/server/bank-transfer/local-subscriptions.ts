import { and, asc, eq } from 'drizzle-orm';
import { addMilliseconds } from '#core/server/platform/clock.ts';
import type { Queryable } from '#core/server/platform/database.ts';
import { conflict } from '#core/server/platform/http-error.ts';
import type { Dependencies } from '#dependencies.ts';
import type {
  Subscription,
  SubscriptionAction,
  SubscriptionPayment,
} from '#features/billing/contract/subscriptions.ts';
import { receiptUnavailable } from '#features/billing/server/billing.errors.ts';
import type { PaymentProvider } from '#features/billing/server/payment-provider.ts';
import {
  formatStatus,
  type LocalSubscription,
} from '#features/billing/server/subscriptions/present-subscription.ts';
import { localPayments, localSubscriptions, orders } from './bank-transfer.tables.ts';
import { formatReceiptNumber, type LocalPaymentRow, PROVIDER, toRupees } from './orders.ts';
import { LOCAL_GRACE_MS } from './rules/paid-periods.ts';

interface PaymentOfOrder extends LocalPaymentRow {
  code: string;
  pricePaisa: number;
}

interface StoredSubscription {
  row: typeof localSubscriptions.$inferSelect;
  /** All of them, oldest period first. */
  payments: PaymentOfOrder[];
}

/** What customers paid by bank transfer, as a subscription: it renews only by another transfer. */
export function createBankTransferProvider({
  database,
  clock,
}: Pick<Dependencies, 'database' | 'clock'>): PaymentProvider {
  const { db } = database;
  return {
    id: PROVIDER,
    async listSubscriptions(userId) {
      const local = await findLocalSubscription(db, userId, clock.now());
      return local ? [local.presented] : [];
    },
    async findSubscription(userId, id) {
      const stored = await readStored(db, userId);
      if (stored?.row.id !== id) return null;
      const present = async () => presentLocal(stored, clock.now())?.presented ?? null;
      const presented = await present();
      if (!presented) return null;
      return {
        present: async () => presented,
        change: (action) => changeRenewal(db, stored, action, clock.now()),
        listPayments: async () => stored.payments.toReversed().flatMap(presentPayment),
        async getReceiptUrl() {
          throw receiptUnavailable();
        },
      };
    },
  };
}

/** Returns the subscription by bank transfer of a customer; `null` without an effective payment. */
export async function findLocalSubscription(
  db: Queryable,
  userId: string,
  now: Date,
): Promise<LocalSubscription | null> {
  const stored = await readStored(db, userId);
  return stored && presentLocal(stored, now);
}

async function readStored(db: Queryable, userId: string): Promise<StoredSubscription | null> {
  const rows = await db
    .select({
      row: localSubscriptions,
      payment: localPayments,
      code: orders.code,
      pricePaisa: orders.pricePaisa,
    })
    .from(localSubscriptions)
    .innerJoin(localPayments, eq(localPayments.subscriptionId, localSubscriptions.id))
    .innerJoin(orders, eq(orders.id, localPayments.orderId))
    .where(and(eq(localSubscriptions.userId, userId)))
    .orderBy(asc(localPayments.startsAt), asc(localPayments.number));
  const [first] = rows;
  if (!first) return null;
  return {
    row: first.row,
    payments: rows.map(({ payment, code, pricePaisa }) => ({ ...payment, code, pricePaisa })),
  };
}

/** Presents the periods: the current one, and the next payment at the end of all. */
function presentLocal({ row, payments }: StoredSubscription, now: Date): LocalSubscription | null {
  const effective = payments.filter(({ removedAt }) => removedAt === null);
  const last = effective.at(-1);
  const current = effective.findLast(({ startsAt }) => startsAt <= now) ?? effective[0];
  if (!last || !current) return null;
  const { endsAt } = last;
  const graceEnd = row.renewal === 'on' ? addMilliseconds(endsAt, LOCAL_GRACE_MS) : endsAt;
  const status = endsAt > now ? 'active' : graceEnd > now ? 'past_due' : 'canceled';
  const action = row.renewal === 'on' ? null : row.renewal === 'paused' ? 'pause' : 'cancel';
  const scheduled =
    status === 'active' && action ? ({ scheduledAction: action, scheduledAt: endsAt } as const) : null;
  const state = { status, scheduledAction: null, scheduledAt: null, ...scheduled } as const;
  const presented: Subscription = {
    id: row.id,
    provider: PROVIDER,
    status,
    get_status_display: formatStatus(state),
    product: {
      name: current.planName,
      price: toRupees(last.pricePaisa),
      currency: 'PKR',
      interval: last.interval,
    },
    next_payment_date: status === 'canceled' || scheduled ? null : endsAt.toISOString(),
    current_billing_period_start: current.startsAt.toISOString(),
    current_billing_period_end: current.endsAt.toISOString(),
    paid_until: endsAt.toISOString(),
    grace_ends_at: status === 'past_due' ? graceEnd.toISOString() : null,
    paused_at: null,
    scheduled_change: scheduled
      ? { action: scheduled.scheduledAction, effective_at: endsAt.toISOString() }
      : null,
    actions: status === 'canceled' ? [] : scheduled ? ['resume'] : ['pause', 'cancel'],
    price_id: `${PROVIDER}_${last.planKey}_${last.interval}`,
    can_change_plan: false,
    update_url: null,
    cancel_url: null,
  };
  const times = effective.map(({ confirmedAt }) => confirmedAt.getTime());
  return { presented, code: last.code, lastPaymentAt: new Date(Math.max(...times)) };
}

/** Nothing is charged automatically: pause and cancel only end the reminders and the grace period, and resume brings them back. */
async function changeRenewal(
  db: Queryable,
  stored: StoredSubscription,
  action: SubscriptionAction,
  now: Date,
): Promise<Subscription> {
  const before = presentLocal(stored, now);
  if (!before || before.presented.status === 'canceled')
    throw conflict('subscription_ended', 'This subscription has ended. Choose a plan for a new one.');
  const renewal = action === 'resume' ? 'on' : action === 'pause' ? 'paused' : 'canceled';
  const [row] = await db
    .update(localSubscriptions)
    .set({ renewal })
    .where(eq(localSubscriptions.id, stored.row.id))
    .returning();
  return (row && presentLocal({ ...stored, row }, now)?.presented) ?? before.presented;
}

/** A confirmation that was reverted was no payment. */
function presentPayment(row: LocalPaymentRow): SubscriptionPayment[] {
  if (row.removal === 'reverted') return [];
  return [
    {
      id: formatReceiptNumber(row.number),
      billed_at: row.confirmedAt.toISOString(),
      kind: 'charge',
      total: toRupees(row.amountPaisa),
      currency: 'PKR',
      state: row.removal === 'refunded' ? 'refunded' : 'completed',
      // The email is the receipt.
      has_receipt: false,
    },
  ];
}
