import { getBankTransfer } from '#core/server/config/service-modes.ts';
import { HttpError, notFound } from '#core/server/platform/http-error.ts';
import type { RouteDependencies } from '#dependencies.ts';
import {
  cancelOrder as cancelEndpoint,
  listOrders,
  placeOrder as placeEndpoint,
  uploadReceipt,
} from '#features/billing/contract/orders.ts';
import { listCustomerSubscriptions } from '#features/billing/server/billing.queries.ts';
import { getNextPaymentDate } from '#features/billing/server/subscriptions/present-subscription.ts';
import { hasNextCharge } from '#features/billing/server/subscriptions/subscription-rules.ts';
import { getPaidAccessEnd } from './confirm-transfers.ts';
import { addReceipt, cancelOrder, listCustomerOrders, placeOrder, presentOrder } from './orders.ts';
import { readReceiptFile } from './receipts/read-receipt.ts';

/** Lets customers announce bank transfers. Without the settings, orders that exist stay visible. */
export function ordersRoutes({ handle, config, database, clock, rateLimits }: RouteDependencies): void {
  const settings = getBankTransfer(config);

  handle(placeEndpoint, async ({ caller: { userId }, body }) => {
    if (!settings) throw transfersDisabled();
    await rateLimits.count('orderAccount', userId);
    const now = clock.now();
    const order = await database.transaction((tx) => placeOrder(tx, userId, { input: body, settings, now }));
    return presentOrder({ order, payment: null, receipts: 0 }, settings, now);
  });

  handle(listOrders, async ({ caller: { userId } }) => {
    const now = clock.now();
    const rows = await listCustomerOrders(database.db, userId);
    const renewing = (await listCustomerSubscriptions(database.db, [userId])).find(hasNextCharge);
    return {
      orders: rows.map((row) => presentOrder(row, settings ?? NO_ACCOUNT, now)),
      next_period_starts_at: (await getPaidAccessEnd(database.db, userId, now))?.toISOString() ?? null,
      paddle_renews_at: (renewing && getNextPaymentDate(renewing)?.toISOString()) ?? null,
    };
  });

  handle(cancelEndpoint, ({ caller: { userId }, params }) =>
    database.transaction((tx) => cancelOrder(tx, userId, params.id)),
  );

  handle(uploadReceipt, async ({ caller: { userId }, params: { id }, body }) => {
    await rateLimits.count('orderReceiptAccount', userId);
    // Before the file is read, which takes time.
    await findOwnOrder(userId, id);
    const receipt = await readReceiptFile(body.content, userId);
    const now = clock.now();
    await database.transaction((tx) => addReceipt(tx, { userId, id, now }, receipt));
    return presentOrder(await findOwnOrder(userId, id), settings ?? NO_ACCOUNT, now);
  });

  async function findOwnOrder(userId: string, id: string) {
    const [row] = await listCustomerOrders(database.db, userId, { id });
    if (!row) throw notFound();
    return row;
  }
}

const NO_ACCOUNT = { accountTitle: '', bank: '', iban: '', raastId: null, merchantQr: null };

const transfersDisabled = () =>
  new HttpError({
    status: 503,
    code: 'transfers_disabled',
    body: { detail: 'Bank transfers are not accepted at the moment.' },
  });
