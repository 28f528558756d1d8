import { sql } from 'drizzle-orm';
import { toKarachiDate } from '#core/contract/dates.ts';
import type { Queryable } from '#core/server/platform/database.ts';
import { MAX_FAILED_PAYMENTS, REVENUE_MONTHS } from '#features/billing/contract/admin-endpoints.ts';
import { localPayments } from '#features/billing/server/bank-transfer/bank-transfer.tables.ts';
import { payments, subscriptions } from '#features/billing/server/billing.tables.ts';

/**
 * The payments of every provider: another one is another `union all select` with its name. Amounts are in the currency's
 * smallest unit. What a payment is for is that of its subscription if Paddle did not report it.
 */
const STORED = sql`
  select 'Paddle' as provider, p.paddle_id as id, p.paddle_subscription_id as subscription_id,
    p.paddle_customer_id as customer_id, p.status, p.status in ('paid', 'completed') as is_paid,
    p.currency collate "C" as currency,
    coalesce(p.product_name, s.product_name, 'Other') collate "C" as plan, coalesce(p."interval", s."interval") as "interval",
    p.total_amount::bigint as total, greatest(coalesce(p.charged_amount, p.total_amount)::bigint, 0) as amount,
    coalesce(p.billed_at, p.paddle_updated_at) as billed_at, p.period_end,
    coalesce(p.failed_at, case p.status when 'past_due' then p.paddle_updated_at end) as failed_at
  from ${payments} p left join ${subscriptions} s on s.paddle_id = p.paddle_subscription_id
  union all
  select 'Bank transfer', 'R-' || lpad(l.number::text, 6, '0'), l.subscription_id::text, l.user_id::text,
    coalesce(l.removal, 'completed'), l.removal is null, 'PKR' collate "C", l.plan_name collate "C", l."interval",
    l.amount_paisa, l.amount_paisa, l.confirmed_at, l.ends_at, null
  from ${localPayments} l where l.removal is distinct from 'reverted'`;

export interface RevenueFigures {
  month: string;
  /** `null` in the totals of a currency. */
  plan: string | null;
  provider: string | null;
  currency: string;
  subscribers: number;
  new: number;
  lost: number;
  revenue: string;
  failed: number;
  failedAmount: string;
  recovered: number;
  recoveredAmount: string;
}

/**
 * Calculates the figures of the last months in Karachi, by plan, currency and provider, and of each currency.
 *
 * - A subscriber of a month is a customer whose last payment for a subscription covers the end of the month (the current month: now).
 *   A payment covers its period, until the customer's next payment: the server rejects a second subscription. A trial without a charge is no payment.
 * - New is a subscriber of the month who was none of the month before: with the first payment ever, or the first after a gap.
 * - Lost is a subscriber of the month before who is none of this one, by the plan that was paid last. A change of plans is neither.
 * - Revenue is what customers were charged, with taxes and before fees, in the month of the bill, after credit.
 * - Failed is a payment that was ever past due, in the month of the first failure; it is recovered once the same payment succeeds.
 * - Refunds and chargebacks are no payments at Paddle and not stored: they reduce no figure. A bank transfer that was refunded or reverted is in no figure.
 */
export async function calculateRevenue(db: Queryable, now: Date): Promise<RevenueFigures[]> {
  const months = listMonths(now);
  const starts = sql`${sql.param(months.map((month) => `${month}-01T00:00:00+05:00`))}::timestamptz[]`;
  const start = sql`${`${months[0]}-01T00:00:00+05:00`}::timestamptz`;
  const today = sql`${now.toISOString()}::timestamptz`;
  // Hashes of IDs are sorted faster than IDs.
  const { rows } = await db.execute<Omit<RevenueFigures, 'month'> & { month: number }>(sql`
    with stored as not materialized (${STORED}),
    paid as materialized (
      select hashtextextended(coalesce(customer_id, subscription_id), 0) as customer, amount, plan, currency, provider,
        billed_at, case when subscription_id is not null then
          -- A renewal is billed within minutes of the end of the period.
          coalesce(period_end, billed_at + case "interval" when 'year' then interval '1 year' else interval '1 month' end)
            + interval '1 hour' end as paid_until
      from stored where is_paid and total <> 0 and billed_at <= ${today}
    ),
    -- The first and the last month at whose end a payment is the last one and covers it.
    covered as (
      select plan, currency, provider, customer, billed_at, greatest(width_bucket(billed_at, ${starts}), 1) as first,
        case when least(paid_until, next_at) > ${today} then ${months.length}::int
          else width_bucket(least(paid_until, next_at), ${starts}) - 1 end as last
      from (
        select *, lead(billed_at) over (partition by customer order by billed_at) as next_at
        from paid where paid_until is not null
      ) payments
    ),
    spans as (
      select plan, currency, provider, first, last, is_new, is_lost, count(*) as count from (
        select *, lag(last) over customer is distinct from first - 1 as is_new,
          lead(first) over customer is distinct from last + 1 as is_lost
        from covered where first <= last window customer as (partition by customer order by billed_at)
      ) payments group by 1, 2, 3, 4, 5, 6, 7
    ),
    figures as (
      select month, plan, currency, provider, sum(count) as subscribers,
        coalesce(sum(count) filter (where is_new and month = first), 0) as new, 0 as lost,
        0 as revenue, 0 as failed, 0 as failed_amount, 0 as recovered, 0 as recovered_amount
      from spans, generate_series(first, last) month group by 1, 2, 3, 4
      union all
      select last + 1, plan, currency, provider, 0, 0, sum(count), 0, 0, 0, 0, 0
      from spans where is_lost group by 1, 2, 3, 4
      union all
      select width_bucket(billed_at, ${starts}), plan, currency, provider, 0, 0, 0, sum(amount), 0, 0, 0, 0
      from paid where billed_at >= ${start} group by 1, 2, 3, 4
      union all
      select width_bucket(failed_at, ${starts}), plan, currency, provider, 0, 0, 0, 0, count(*), sum(amount),
        count(*) filter (where is_paid), coalesce(sum(amount) filter (where is_paid), 0)
      from stored where failed_at between ${start} and ${today} group by 1, 2, 3, 4
    )
    select month, plan, provider, currency,
      sum(subscribers)::int as subscribers, sum(new)::int as new, sum(lost)::int as lost, sum(revenue)::text as revenue,
      sum(failed)::int as failed, sum(failed_amount)::text as "failedAmount",
      sum(recovered)::int as recovered, sum(recovered_amount)::text as "recoveredAmount"
    from figures where month between 2 and ${months.length}::int
    group by grouping sets ((month, currency, plan, provider), (month, currency))
    order by figures.month desc, currency, grouping(plan), plan, provider`);
  return rows.map(({ month, ...row }) => ({ ...row, month: months[month - 1] ?? '' }));
}

/** Lists the month before the first listed one, then those until now, in Karachi. The query numbers them from 1. */
function listMonths(now: Date): string[] {
  const [year = 0, month = 0] = toKarachiDate(now).split('-').map(Number);
  return Array.from({ length: REVENUE_MONTHS + 1 }, (_, index) =>
    new Date(Date.UTC(year, month - 1 - REVENUE_MONTHS + index)).toISOString().slice(0, 'yyyy-mm'.length),
  );
}

export interface StoredPayment extends Record<string, unknown> {
  provider: string;
  id: string;
  subscription_id: string | null;
  customer_id: string | null;
  status: string;
  is_paid: boolean;
  currency: string;
  plan: string;
  interval: string | null;
  /** In the currency's smallest unit. */
  amount: string;
  billed_at: string;
  failed_at: string | null;
}

function formatTime(column: string) {
  const name = sql.raw(column);
  return sql`to_char(${name} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as ${name}`;
}

const COLUMNS = sql`provider, id, subscription_id, customer_id, status, is_paid, currency, plan, "interval", amount::text,
  ${formatTime('billed_at')}, ${formatTime('failed_at')}`;

/** Lists the payments that failed last, newest first, with the number of all. */
export async function listFailedPayments(db: Queryable): Promise<(StoredPayment & { count: number })[]> {
  const { rows } = await db.execute<StoredPayment & { count: number }>(sql`
    select ${COLUMNS}, count(*) over ()::int as count from (${STORED}) stored
    where failed_at is not null order by stored.failed_at desc, id limit ${MAX_FAILED_PAYMENTS}`);
  return rows;
}

/** Lists payments by ID, which sorts Paddle's by time, after this one. */
export async function listPaymentsAfter(db: Queryable, id: string, limit: number): Promise<StoredPayment[]> {
  const { rows } = await db.execute<StoredPayment>(sql`
    select ${COLUMNS} from (${STORED}) stored where id > ${id} order by id limit ${limit}`);
  return rows;
}
