import { toKarachiDate } from '#core/contract/dates.ts';
import { DEMO_ADMIN, DEMO_BANK_TRANSFER, DEMO_TRANSFER_CUSTOMER } from '#core/server/config/demo.ts';
import { addMilliseconds, DAY, HOUR } from '#core/server/platform/clock.ts';
import type { Transaction } from '#core/server/platform/database.ts';
import { findCustomerByEmail } from '#features/accounts/server/accounts.ts';
import {
  localPayments,
  localSubscriptions,
  orderReceipts,
  orders,
  statementRows,
} from '#features/billing/server/bank-transfer/bank-transfer.tables.ts';
import { makeOrderCode } from '#features/billing/server/bank-transfer/rules/order-codes.ts';
import { getPaidPeriod } from '#features/billing/server/bank-transfer/rules/paid-periods.ts';

interface SampleOrder {
  hoursAgo: number;
  /** The reduction of the price, in rupees. */
  less: number;
  /** When a statement had the payment; `null` for none. */
  creditHoursAgo: number | null;
  end: 'paid' | 'refunded' | 'expired' | 'open';
}

/** Oldest first. The payment of the expired one came late, and the open one has a receipt. */
const SAMPLE_ORDERS: SampleOrder[] = [
  { hoursAgo: 95 * 24, less: 41, creditHoursAgo: 94 * 24, end: 'refunded' },
  { hoursAgo: 20 * 24, less: 73, creditHoursAgo: 19 * 24, end: 'paid' },
  { hoursAgo: 12 * 24, less: 18, creditHoursAgo: 8 * 24, end: 'expired' },
  { hoursAgo: 14, less: 37, creditHoursAgo: null, end: 'open' },
];

const RECEIPT = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 320 120]/Contents 4 0 R/Resources<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>>>endobj
4 0 obj<</Length 56>>stream
BT /F 14 Tf 20 60 Td (Invented receipt of the demo) Tj ET
endstream endobj
trailer<</Root 1 0 R>>
%%EOF
`;

/** Enters the orders of the demo's customer who pays by bank transfer, if there are none. */
export async function loadSampleOrders(tx: Transaction, now: Date): Promise<void> {
  const customer = await findCustomerByEmail(tx, DEMO_TRANSFER_CUSTOMER);
  const [plan] = DEMO_BANK_TRANSFER.plans;
  if (!customer || !plan?.monthPaisa || (await tx.$count(orders)) > 0) return;
  const userId = customer.id;
  const payerName = `${customer.firstName} ${customer.lastName}`;
  const common = { userId, planKey: plan.key, planName: plan.displayName, interval: 'month' } as const;
  const ago = (hours: number) => addMilliseconds(now, -hours * HOUR);
  const [subscription] = await tx
    .insert(localSubscriptions)
    .values({ userId, startedAt: ago(SAMPLE_ORDERS[0]?.hoursAgo ?? 0) })
    .returning();
  for (const { hoursAgo, less, creditHoursAgo, end } of SAMPLE_ORDERS) {
    const createdAt = ago(hoursAgo);
    const amountPaisa = plan.monthPaisa - less * 100;
    const expiresAt = addMilliseconds(createdAt, DEMO_BANK_TRANSFER.orderHours * HOUR);
    const [order] = await tx
      .insert(orders)
      .values({
        ...common,
        code: makeOrderCode(),
        pricePaisa: plan.monthPaisa,
        amountPaisa,
        payerName,
        status: end === 'refunded' ? 'paid' : end,
        createdAt,
        expiresAt,
        isReserved: end === 'open',
      })
      .returning();
    if (!order || !subscription) continue;
    if (end === 'open')
      await tx.insert(orderReceipts).values({
        orderId: order.id,
        mediaType: 'application/pdf',
        content: Buffer.from(RECEIPT),
        sha256: 'sample',
        uploadedAt: ago(hoursAgo - 1),
      });
    if (creditHoursAgo === null) continue;
    const at = ago(creditHoursAgo);
    const isPaid = end === 'paid' || end === 'refunded';
    const [payment] = isPaid
      ? await tx
          .insert(localPayments)
          .values({
            ...common,
            ...getPaidPeriod(at, null, 'month'),
            ...(end === 'refunded' ? { ...REFUND, removedAt: addMilliseconds(at, 2 * DAY) } : {}),
            number: end === 'refunded' ? 1 : 2,
            orderId: order.id,
            subscriptionId: subscription.id,
            amountPaisa,
            confirmedAt: at,
            confirmedBy: DEMO_ADMIN.username,
          })
          .returning()
      : [];
    await tx.insert(statementRows).values({
      rowKey: `sample ${hoursAgo}`,
      date: toKarachiDate(at),
      amountPaisa,
      narration: `Raast P2P Fund transfer - from ${payerName.toUpperCase()} RAAST PY0110 MBM${700_000 + hoursAgo}`,
      importedAt: at,
      updatedAt: at,
      paymentId: payment?.id ?? null,
    });
  }
}

const REFUND = {
  removal: 'refunded',
  removedBy: DEMO_ADMIN.username,
  removalReason: 'Paid twice in the same week',
  creditNumber: 1,
} as const;
