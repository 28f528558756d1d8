import { and, asc, eq, exists, gt, inArray, isNull, lte, or } from 'drizzle-orm';
import type { InboxWork } from '#core/contract/inbox.ts';
import { paths } from '#core/contract/paths.ts';
import { addMilliseconds, HOUR } from '#core/server/platform/clock.ts';
import { TOTAL } from '#core/server/platform/database/parameters.ts';
import type { Queryable } from '#core/server/platform/database.ts';
import { orderReceipts, orders, statementRows } from './bank-transfer.tables.ts';
import { toRupees } from './orders.ts';
import { LATE_MS } from './rules/match-rows.ts';

/** After this time a statement has most payments. */
const WAIT_MS = 12 * HOUR;

/**
 * Presents the orders that wait for a statement, oldest first, for the administrators' inbox: those with a receipt, those that were placed half a
 * day ago, and those whose amount a statement has.
 */
export async function listOrderWork(db: Queryable, now: Date, limit: number): Promise<InboxWork> {
  const receipts = db
    .select({ id: orderReceipts.id })
    .from(orderReceipts)
    .where(eq(orderReceipts.orderId, orders.id));
  const credits = db
    .select({ id: statementRows.id })
    .from(statementRows)
    .where(
      and(
        eq(statementRows.amountPaisa, orders.amountPaisa),
        isNull(statementRows.paymentId),
        isNull(statementRows.settledAs),
      ),
    );
  const isOpen = and(eq(orders.status, 'open'), gt(orders.expiresAt, now));
  const isRecent = and(
    inArray(orders.status, ['open', 'expired', 'canceled']),
    gt(orders.expiresAt, addMilliseconds(now, -LATE_MS)),
  );
  const rows = await db
    .select({ order: orders, total: TOTAL })
    .from(orders)
    .where(
      or(
        and(isOpen, lte(orders.createdAt, addMilliseconds(now, -WAIT_MS))),
        and(isOpen, exists(receipts)),
        and(isRecent, exists(credits)),
      ),
    )
    .orderBy(asc(orders.createdAt), asc(orders.id))
    .limit(limit);
  return {
    count: rows[0]?.total ?? 0,
    items: rows.map(({ order }) => ({
      id: order.id,
      title: `Order ${order.code}`,
      detail: `Rs ${toRupees(order.amountPaisa)}`,
      at: order.createdAt.toISOString(),
      path: paths.adminTransfers,
    })),
  };
}
