import { Readable } from 'node:stream';
import { toKarachiDate } from '#core/contract/dates.ts';
import { writeCsv } from '#core/contract/text/csv.ts';
import type { Handle } from '#core/server/http/endpoints.ts';
import type { Queryable } from '#core/server/platform/database.ts';
import type { Dependencies } from '#dependencies.ts';
import { exportPayments, readRevenue } from '#features/billing/contract/admin-endpoints.ts';
import { toMajorUnits } from '#features/billing/server/checkout/amount.ts';
import {
  calculateRevenue,
  listFailedPayments,
  listPaymentsAfter,
  type StoredPayment,
} from './revenue.queries.ts';

/** Shows administrators the revenue by month, and exports the payments it is calculated from. */
export function adminRevenueRoutes(
  handle: Handle,
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
): void {
  handle(readRevenue, async () => {
    const figures = await calculateRevenue(database.db, clock.now());
    const failed = await listFailedPayments(database.db);
    return {
      months: figures.map(({ failedAmount, recoveredAmount, ...same }) => ({
        ...same,
        revenue: toMajorUnits(same.revenue, same.currency),
        failed_amount: toMajorUnits(failedAmount, same.currency),
        recovered_amount: toMajorUnits(recoveredAmount, same.currency),
      })),
      failed: failed.map(({ id, plan, provider, currency, amount, is_paid, failed_at, ...payment }) => ({
        id,
        failed_at: failed_at ?? payment.billed_at,
        plan,
        provider,
        currency,
        amount: toMajorUnits(amount, currency),
        is_recovered: is_paid,
        subscription_id: payment.subscription_id,
        customer_id: payment.customer_id,
      })),
      failed_count: failed[0]?.count ?? 0,
    };
  });

  handle(exportPayments, async ({ events }) => {
    await events.record(database.db, { kind: 'payments_exported' });
    return Readable.from(writePayments(database.db));
  });
}

const ROWS_PER_CHUNK = 1_000;

/** Writes all payments in chunks, each from a query of its own. */
async function* writePayments(db: Queryable): AsyncGenerator<string> {
  yield writeCsv([], Object.keys(CSV_COLUMNS));
  let rows: StoredPayment[] = [];
  do {
    rows = await listPaymentsAfter(db, rows.at(-1)?.id ?? '', ROWS_PER_CHUNK);
    yield writeCsv(rows.map((row) => Object.values(CSV_COLUMNS).map((getCell) => getCell(row))));
  } while (rows.length === ROWS_PER_CHUNK);
}

const CSV_COLUMNS: Record<string, (payment: StoredPayment) => string | null> = {
  /** In Karachi, as the months of the page are. */
  date: ({ billed_at }) => toKarachiDate(new Date(billed_at)),
  billed_at: ({ billed_at }) => billed_at,
  provider: ({ provider }) => provider,
  plan: ({ plan }) => plan,
  interval: ({ interval }) => interval,
  currency: ({ currency }) => currency,
  // Never negative, so that no spreadsheet takes it for a formula.
  amount: ({ amount, currency }) => toMajorUnits(amount, currency),
  status: ({ status }) => status,
  failed_at: ({ failed_at }) => failed_at,
  payment_id: ({ id }) => id,
  subscription_id: ({ subscription_id }) => subscription_id,
  customer_id: ({ customer_id }) => customer_id,
};
