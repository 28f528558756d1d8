import { and, asc, eq, exists, gt, lte, or } from 'drizzle-orm';
import type { InboxWork } from '#core/contract/inbox.ts';
import { paths } from '#core/contract/paths.ts';
import { addMilliseconds, HOUR } from '#core/server/platform/clock.ts';
import { isOneOf, TOTAL } from '#core/server/platform/database/parameters.ts';
import type { Queryable } from '#core/server/platform/database.ts';
import { formatPrice } from '#features/billing/contract/format-price.ts';
import { orderReceipts, orders } from './bank-transfer.tables.ts';
import { readMatches } from './confirm-transfers.ts';
import { toRupees } from './orders.ts';

/** After this time a statement has most payments. */
const WAIT_MS = 12 * HOUR;

/**
 * Presents the orders that wait for a statement, oldest first, as tasks: those with a receipt, those that were placed half a day ago, and those
 * that a credit may be for.
 */
export async function listOrderWork(db: Queryable, now: Date, limit: number): Promise<InboxWork> {
  const receipts = db
    .select({ id: orderReceipts.id })
    .from(orderReceipts)
    .where(eq(orderReceipts.orderId, orders.id));
  const { matches } = await readMatches(db, now);
  const candidates = matches.flatMap(({ candidates: [best] }) => best?.orderId ?? []);
  const isOpen = and(eq(orders.status, 'open'), gt(orders.expiresAt, now));
  const rows = await db
    .select({ order: orders, total: TOTAL })
    .from(orders)
    .where(
      or(
        and(isOpen, lte(orders.createdAt, addMilliseconds(now, -WAIT_MS))),
        and(isOpen, exists(receipts)),
        isOneOf(orders.id, candidates),
      ),
    )
    .orderBy(asc(orders.createdAt), asc(orders.id))
    .limit(limit);
  return {
    count: rows[0]?.total ?? 0,
    items: rows.map(({ order }) => ({
      id: order.id,
      title: `Order ${order.code}`,
      detail: formatPrice({ price: toRupees(order.amountPaisa), currency: 'PKR' }),
      at: order.createdAt.toISOString(),
      path: paths.adminTransfers,
    })),
  };
}
