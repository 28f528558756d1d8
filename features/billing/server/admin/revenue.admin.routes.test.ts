import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { listAuditLog } from '#core/contract/accounts/security-events.ts';
import { exportPayments, type RevenueRow, readRevenue } from '#features/billing/contract/admin-endpoints.ts';
import { localPayments, statementRows } from '#features/billing/server/bank-transfer/bank-transfer.tables.ts';
import { payments, subscriptions, webhookEvents } from '#features/billing/server/billing.tables.ts';
import { signInAdministrator, signUpCustomer } from '#tests/support/accounts/accounts.ts';
import { insertLocalPayment } from '#tests/support/billing/orders.ts';
import {
  createFakePaddle,
  deliver,
  insertSubscription,
  makeCustomerId,
  makePaddleEvent,
  makeSubscriptionId,
  makeTransactionEntity,
  makeTransactionId,
} from '#tests/support/billing/paddle.ts';
import { useTestApp } from '#tests/support/test-app.ts';

const test = useTestApp({}, { paddle: createFakePaddle() });

let admin: Awaited<ReturnType<typeof signInAdministrator>>;

beforeEach(async () => {
  test.clock.set('2026-11-21T05:42:00.000Z');
  for (const table of [payments, subscriptions, webhookEvents, statementRows, localPayments])
    await test.database.db.delete(table);
  admin = await signInAdministrator(test);
});

type Payment = Partial<typeof payments.$inferInsert>;

const noon = (date: string) => new Date(`${date}T07:00:00Z`);

/** A completed payment of a month of Intermediate, $30. */
const pay = (date: string, until: string | null, changes: Payment = {}): Payment => ({
  billedAt: noon(date),
  periodEnd: until === null ? null : noon(until),
  ...changes,
});
const PRO = { productName: 'Pro', totalAmount: '6000' };
const YEAR = { interval: 'year', totalAmount: '28800' } as const;
const second = { paddleSubscriptionId: makeSubscriptionId(2), paddleCustomerId: makeCustomerId(2) };

const store = (all: Payment[]) =>
  test.database.db.insert(payments).values(
    all.map((payment, index) => ({
      paddleId: makeTransactionId(index + 1),
      paddleSubscriptionId: makeSubscriptionId(1),
      paddleCustomerId: makeCustomerId(1),
      status: 'completed',
      totalAmount: '3000',
      currency: 'USD',
      productName: 'Intermediate',
      interval: 'month' as const,
      paddleUpdatedAt: new Date('2026-11-21T00:00:00Z'),
      version: '1',
      ...payment,
    })),
  );

const read = async () => (await test.call(readRevenue, {}, { token: admin.access })).body;

/** Writes a row as `2026-11 Pro: 1 +0 -0, 60.00`, with the failed payments if there are some. */
function write({ failed, failed_amount, recovered, recovered_amount, ...row }: RevenueRow): string {
  const name = row.plan ?? `all ${row.currency}`;
  const failures = failed
    ? `, ${failed} failed ${failed_amount}, ${recovered} recovered ${recovered_amount}`
    : '';
  return `${row.month} ${name}: ${row.subscribers} +${row.new} -${row.lost}, ${row.revenue}${failures}`;
}

async function listRows({ totals = false } = {}): Promise<string[]> {
  const { months }: { months: RevenueRow[] } = await read();
  return months.filter(({ plan }) => totals || plan !== null).map(write);
}

const HISTORIES: [name: string, payments: Payment[], rows: string[]][] = [
  [
    'a month that is renewed',
    [pay('2026-09-10', '2026-10-10'), pay('2026-10-10', '2026-11-10'), pay('2026-11-10', '2026-12-10')],
    [
      '2026-11 Intermediate: 1 +0 -0, 30.00',
      '2026-10 Intermediate: 1 +0 -0, 30.00',
      '2026-09 Intermediate: 1 +1 -0, 30.00',
    ],
  ],
  [
    'a year',
    [pay('2026-09-10', '2027-09-10', YEAR)],
    [
      '2026-11 Intermediate: 1 +0 -0, 0.00',
      '2026-10 Intermediate: 1 +0 -0, 0.00',
      '2026-09 Intermediate: 1 +1 -0, 288.00',
    ],
  ],
  [
    'a year that began before the listed months',
    [pay('2024-10-10', '2025-01-10', YEAR)],
    ['2025-01 Intermediate: 0 +0 -1, 0.00', '2024-12 Intermediate: 1 +0 -0, 0.00'],
  ],
  [
    'an upgrade',
    [
      pay('2026-10-10', '2026-11-10'),
      pay('2026-10-25', '2026-11-10', { ...PRO, totalAmount: '1500' }),
      pay('2026-11-10', '2026-12-10', PRO),
    ],
    ['2026-11 Pro: 1 +0 -0, 60.00', '2026-10 Intermediate: 0 +0 -0, 30.00', '2026-10 Pro: 1 +1 -0, 15.00'],
  ],
  [
    'a year that was changed to a month, which the credit pays',
    [
      pay('2026-09-01', '2027-09-01', YEAR),
      pay('2026-09-15', '2026-10-15', { totalAmount: '-24000', chargedAmount: '0' }),
    ],
    ['2026-10 Intermediate: 0 +0 -1, 0.00', '2026-09 Intermediate: 1 +1 -0, 288.00'],
  ],
  [
    'a year that was changed to a month, which ended before the listed months',
    [
      pay('2024-09-01', '2025-09-01', YEAR),
      pay('2024-09-15', '2024-10-15', { totalAmount: '-24000', chargedAmount: '0' }),
    ],
    [],
  ],
  [
    'a payment that failed and was recovered',
    [
      pay('2026-10-10', '2026-11-10'),
      pay('2026-11-10', '2026-12-10', { failedAt: noon('2026-11-10'), chargedAmount: '2500' }),
    ],
    [
      '2026-11 Intermediate: 1 +0 -0, 25.00, 1 failed 25.00, 1 recovered 25.00',
      '2026-10 Intermediate: 1 +1 -0, 30.00',
    ],
  ],
  [
    'a payment that failed and was not recovered',
    [
      pay('2026-09-10', '2026-10-10'),
      pay('2026-10-10', '2026-11-10', { status: 'canceled', failedAt: noon('2026-10-10') }),
    ],
    [
      '2026-10 Intermediate: 0 +0 -1, 0.00, 1 failed 30.00, 0 recovered 0.00',
      '2026-09 Intermediate: 1 +1 -0, 30.00',
    ],
  ],
  [
    'a failed payment that a server of the previous release stored',
    [pay('2026-11-10', null, { status: 'past_due' })],
    ['2026-11 Intermediate: 0 +0 -0, 0.00, 1 failed 30.00, 0 recovered 0.00'],
  ],
  [
    'a cancellation, whose period is paid until its end',
    [pay('2026-08-10', '2026-09-10'), pay('2026-09-10', '2026-10-10')],
    [
      '2026-10 Intermediate: 0 +0 -1, 0.00',
      '2026-09 Intermediate: 1 +0 -0, 30.00',
      '2026-08 Intermediate: 1 +1 -0, 30.00',
    ],
  ],
  [
    'a cancellation in the current month, whose period has not ended',
    [pay('2026-10-25', '2026-11-25')],
    ['2026-11 Intermediate: 1 +0 -0, 0.00', '2026-10 Intermediate: 1 +1 -0, 30.00'],
  ],
  [
    'a pause',
    [pay('2026-08-10', '2026-09-10'), pay('2026-10-20', '2026-11-20'), pay('2026-11-20', '2026-12-20')],
    [
      '2026-11 Intermediate: 1 +0 -0, 30.00',
      '2026-10 Intermediate: 1 +1 -0, 30.00',
      '2026-09 Intermediate: 0 +0 -1, 0.00',
      '2026-08 Intermediate: 1 +1 -0, 30.00',
    ],
  ],
  [
    'another subscription of the same customer, without a gap',
    [
      pay('2026-10-10', '2026-11-10'),
      pay('2026-11-05', '2026-12-05', { ...PRO, paddleSubscriptionId: makeSubscriptionId(2) }),
    ],
    ['2026-11 Pro: 1 +0 -0, 60.00', '2026-10 Intermediate: 1 +1 -0, 30.00'],
  ],
  [
    'a renewal that is billed seconds after the end of the month',
    [
      { billedAt: new Date('2026-09-30T18:59:50Z'), periodEnd: new Date('2026-10-31T18:59:50Z') },
      { billedAt: new Date('2026-10-31T19:00:20Z'), periodEnd: new Date('2026-11-30T18:59:50Z') },
    ],
    [
      '2026-11 Intermediate: 1 +0 -0, 30.00',
      '2026-10 Intermediate: 1 +0 -0, 0.00',
      '2026-09 Intermediate: 1 +1 -0, 30.00',
    ],
  ],
  [
    'a trial and an abandoned checkout',
    [
      pay('2026-11-10', '2026-11-17', { totalAmount: '0' }),
      pay('2026-11-10', '2026-12-10', { ...second, status: 'ready' }),
    ],
    [],
  ],
];

it.each(HISTORIES)('counts %s', async (_, history, rows) => {
  await store(history);
  expect(await listRows()).toEqual(rows);
});

it('adds up the plans of a currency, never two currencies', async () => {
  await store([
    pay('2026-11-10', '2026-12-10'),
    pay('2026-11-11', '2026-12-11', { ...PRO, ...second }),
    pay('2026-11-12', '2026-12-12', {
      currency: 'JPY',
      totalAmount: '4500',
      paddleSubscriptionId: makeSubscriptionId(3),
      paddleCustomerId: makeCustomerId(3),
    }),
  ]);
  expect(await listRows({ totals: true })).toEqual([
    '2026-11 Intermediate: 1 +1 -0, 4500',
    '2026-11 all JPY: 1 +1 -0, 4500',
    '2026-11 Intermediate: 1 +1 -0, 30.00',
    '2026-11 Pro: 1 +1 -0, 60.00',
    '2026-11 all USD: 2 +2 -0, 90.00',
  ]);
});

it('counts bank transfers in rupees of their own, without those that were reverted or refunded', async () => {
  await store([pay('2026-11-10', '2026-12-10', PRO)]);
  for (const removal of [null, 'reverted', 'refunded'] as const) {
    const { id } = await insertLocalPayment(test, randomUUID());
    await test.database.db.update(localPayments).set({ removal }).where(eq(localPayments.id, id));
  }
  expect(await listRows({ totals: true })).toEqual([
    '2026-11 Pro: 1 +1 -0, 4987.00',
    '2026-11 all PKR: 1 +1 -0, 4987.00',
    '2026-11 Pro: 1 +1 -0, 60.00',
    '2026-11 all USD: 1 +1 -0, 60.00',
  ]);
  const { body } = await test.call(exportPayments, {}, { token: admin.access });
  const lines: string[] = String(body)
    .split('\r\n')
    .filter((line) => line.includes('Bank transfer'));
  expect(lines.map((line) => line.includes('refunded')).sort()).toEqual([false, true]);
});

it('uses the plan and the interval of the subscription for payments without them', async () => {
  await insertSubscription(test, null, { id: makeSubscriptionId(1) });
  await store([pay('2026-09-10', null, { productName: null, interval: null })]);
  expect(await listRows()).toEqual(['2026-10 Pro: 0 +0 -1, 0.00', '2026-09 Pro: 1 +1 -0, 30.00']);
});

describe('a payment that Paddle reports', () => {
  const updatedAt = (date: string) => ({ updated_at: `${date}T05:00:02.000000Z` });
  const details = {
    details: {
      totals: { total: '1500', grand_total: '1500' },
      line_items: [
        { quantity: -1, product: { name: 'Intermediate' } },
        { quantity: 1, product: { name: 'Pro' } },
      ],
    },
    items: [
      { quantity: -1, price: { billing_cycle: { interval: 'month' } } },
      { quantity: 1, price: { billing_cycle: { interval: 'year' } } },
    ],
    billing_period: { starts_at: '2026-11-10T05:00:00Z', ends_at: '2027-11-10T05:00:00Z' },
    billed_at: '2026-11-10T05:00:00.000000Z',
  };
  const failure = makePaddleEvent(
    'transaction.past_due',
    makeTransactionEntity({ ...details, ...updatedAt('2026-11-10'), status: 'past_due' }),
  );
  const laterFailure = makePaddleEvent(
    'transaction.past_due',
    makeTransactionEntity({ ...details, ...updatedAt('2026-11-12'), status: 'past_due' }),
  );
  const payment = makePaddleEvent(
    'transaction.completed',
    makeTransactionEntity({ ...details, ...updatedAt('2026-11-15') }),
  );

  it.each([
    ['in order', [failure, laterFailure, payment]],
    ['in another order', [payment, laterFailure, failure]],
  ])(
    'is stored with what it pays for and when it failed first, if its events arrive %s',
    async (_, events) => {
      for (const event of events) {
        await deliver(test, event);
        await test.billing.runDue();
      }
      expect(await test.database.db.select().from(payments)).toMatchObject([
        {
          status: 'completed',
          productName: 'Pro',
          interval: 'year',
          periodEnd: new Date('2027-11-10T05:00:00Z'),
          failedAt: new Date('2026-11-10T05:00:02Z'),
        },
      ]);
    },
  );

  it('is stored without what cannot be read of its items', async () => {
    const entity = makeTransactionEntity({
      items: [{ quantity: 1, price: {} }],
      billing_period: { ends_at: 'soon' },
    });
    await deliver(test, makePaddleEvent('transaction.completed', entity));
    await test.billing.runDue();
    expect(await test.database.db.select().from(payments)).toMatchObject([
      { status: 'completed', productName: null, interval: null, periodEnd: null, failedAt: null },
    ]);
  });

  it('is not reduced by a refund, which is not stored', async () => {
    await deliver(test, payment);
    await test.billing.runDue();
    const before = await read();
    expect(before.months).not.toEqual([]);
    const refund = {
      id: 'adj_1',
      action: 'refund',
      transaction_id: makeTransactionId(1),
      ...updatedAt('2026-11-16'),
    };
    await deliver(test, makePaddleEvent('adjustment.created', refund));
    await test.billing.runDue();
    expect(await read()).toEqual(before);
  });
});

it('lists failed payments, the newest first, and whether they were recovered', async () => {
  await store([
    pay('2026-10-10', '2026-11-10', { failedAt: noon('2026-10-10') }),
    pay('2026-11-10', '2026-12-10', { status: 'past_due', failedAt: noon('2026-11-11') }),
    pay('2026-11-20', '2026-12-20', second),
  ]);
  const { failed, failed_count } = await read();
  expect(failed_count).toBe(2);
  const payment = {
    plan: 'Intermediate',
    provider: 'Paddle',
    currency: 'USD',
    amount: '30.00',
    subscription_id: makeSubscriptionId(1),
    customer_id: makeCustomerId(1),
  };
  expect(failed).toEqual([
    { ...payment, id: makeTransactionId(2), failed_at: '2026-11-11T07:00:00Z', is_recovered: false },
    { ...payment, id: makeTransactionId(1), failed_at: '2026-10-10T07:00:00Z', is_recovered: true },
  ]);
});

describe('the CSV file', () => {
  const download = () => test.call(exportPayments, {}, { token: admin.access });

  it('has every payment with its currency and provider, and no formulas', async () => {
    await store([
      pay('2026-11-10', '2026-12-10', {
        ...PRO,
        billedAt: new Date('2026-11-10T20:00:00Z'),
        failedAt: noon('2026-11-10'),
        productName: '=1+1',
      }),
      pay('2026-11-11', null, {
        currency: 'JPY',
        totalAmount: '4500',
        status: 'ready',
        paddleSubscriptionId: null,
      }),
    ]);
    const { status, body, headers } = await download();
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'text/csv',
      'content-disposition': 'attachment',
      'cache-control': 'no-store',
    });
    expect(String(body)).toBe(
      [
        '\ufeffdate,billed_at,provider,plan,interval,currency,amount,status,failed_at,payment_id,subscription_id,customer_id',
        `2026-11-11,2026-11-10T20:00:00Z,Paddle,'=1+1,month,USD,60.00,completed,2026-11-10T07:00:00Z,${makeTransactionId(1)},${makeSubscriptionId(1)},${makeCustomerId(1)}`,
        `2026-11-11,2026-11-11T07:00:00Z,Paddle,Intermediate,month,JPY,4500,ready,,${makeTransactionId(2)},,${makeCustomerId(1)}`,
        '',
      ].join('\r\n'),
    );
  });

  it('has each of more payments than one chunk once', async () => {
    await store(Array.from({ length: 2_001 }, () => pay('2026-11-10', '2026-12-10')));
    const lines: string[] = String((await download()).body)
      .trim()
      .split('\r\n')
      .slice(1);
    expect(lines).toHaveLength(2_001);
    expect(new Set(lines).size).toBe(2_001);
  });

  it('is recorded in the audit log', async () => {
    await download();
    const { body } = await test.call(listAuditLog, { query: {} }, { token: admin.access });
    expect(body.results[0]).toMatchObject({ kind: 'payments_exported', account: { name: admin.username } });
  });
});

it.each([readRevenue, exportPayments])('rejects $path from customers and visitors', async (endpoint) => {
  const { access } = await signUpCustomer(test);
  expect((await test.call(endpoint, {}, { token: access })).status).toBe(403);
  expect((await test.call(endpoint, {})).status).toBe(401);
});
