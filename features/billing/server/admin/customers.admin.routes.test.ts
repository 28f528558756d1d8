import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { addMilliseconds, DAY, SECOND } from '#core/server/platform/clock.ts';
import { register } from '#features/accounts/contract/sign-in.ts';
import { users } from '#features/accounts/server/accounts.tables.ts';
import { findCustomerByEmail } from '#features/accounts/server/accounts.ts';
import {
  type CustomerSummary,
  listCustomers,
  readCustomer,
} from '#features/billing/contract/admin-endpoints.ts';
import { signInAdministrator } from '#tests/support/accounts/accounts.ts';
import { insertLocalPayment } from '#tests/support/billing/orders.ts';
import {
  createFakePaddle,
  deliver,
  makePaddleEvent,
  makeSubscriptionId,
  makeTransactionEntity,
} from '#tests/support/billing/paddle.ts';
import { signUpSubscriber } from '#tests/support/billing/subscribers.ts';
import { explainStatements } from '#tests/support/database/explain-statements.ts';
import { useTestApp } from '#tests/support/test-app.ts';
import { searchCustomers } from './customers.admin.routes.ts';

const test = useTestApp({}, { paddle: createFakePaddle() });

let token: string;
let subscriber: Awaited<ReturnType<typeof signUpSubscriber>>;

const list = (query: Record<string, string> = {}) => test.call(listCustomers, { query }, { token });
const searchNames = async (query: Record<string, string>) =>
  (await list(query)).body.results.map(({ first_name }: CustomerSummary) => first_name);
const read = (id: string) => test.call(readCustomer, { params: { id } }, { token });

async function signUp(first_name: string, last_name: string, email: string): Promise<string> {
  test.clock.advance(SECOND);
  await test.call(register, { body: { first_name, last_name, email, password: 'correct horse' } });
  return (await findCustomerByEmail(test.database.db, email))?.id ?? '';
}

beforeAll(async () => {
  token = (await signInAdministrator(test)).access;
  await signUp('Bilal', 'Hundred%', 'bilal@example.com');
  await signUp('Chand', 'Under_score', 'chand@example.com');
  await signUp('Dania', 'Back\\slash', 'dania@example.com');
  test.clock.advance(SECOND);
  subscriber = await signUpSubscriber(test);
});

describe('the list of customers', () => {
  it('lists all customers, newest first, with their premium access', async () => {
    const { status, body } = await list();
    expect(status).toBe(200);
    expect(body).toMatchObject({ count: 4, next: null, previous: null });
    expect(body.results[0]).toEqual({
      id: subscriber.id,
      email: subscriber.email,
      first_name: 'Ayesha',
      last_name: 'Khan',
      created_at: '2026-11-21T05:42:04.000Z',
      is_premium: true,
      premium_until: '2026-12-21T05:00:00.000Z',
      subscription_status: 'active',
    });
    expect(body.results[3]).toMatchObject({
      first_name: 'Bilal',
      is_premium: false,
      premium_until: null,
      subscription_status: null,
    });
  });

  it.each([
    ['bilal hund', ['Bilal']],
    ['CHAND@example', ['Chand']],
    [' dania ', ['Dania']],
    ['example.com', ['Ayesha', 'Dania', 'Chand', 'Bilal']],
    ['', ['Ayesha', 'Dania', 'Chand', 'Bilal']],
    ['%', ['Bilal']],
    ['_', ['Ayesha', 'Chand']],
    ['\\', ['Dania']],
    ['missing', []],
  ])('searches names and email addresses for %j literally', async (search, names) => {
    // Paddle IDs contain an underscore too.
    expect(await searchNames({ search })).toEqual(names);
  });

  it('searches Paddle IDs', async () => {
    expect(await searchNames({ search: subscriber.paddleId })).toEqual(['Ayesha']);
    expect(await searchNames({ search: subscriber.paddleId.replace('sub_', 'ctm_') })).toEqual(['Ayesha']);
    expect(await searchNames({ search: makeSubscriptionId(7) })).toEqual([]);
  });

  it('reads pages and searches from indexes', async () => {
    const { pool } = test.database;
    // With few customers, reading all of them in the order of their IDs is the cheapest plan.
    await pool.query(`
      insert into users (email, first_name, last_name, created_at)
        select 'many' || n || '@example.com', 'Many', md5(n::text), '2026-01-01'::timestamptz + n * interval '1 minute'
        from generate_series(1, 5000) n;
      insert into paddle_customers (paddle_customer_id, user_id, linked_at, linked_by)
        select 'ctm_' || md5(id::text), id, created_at, 'email' from users where first_name = 'Many';
      insert into subscriptions (paddle_id, paddle_customer_id, user_id, status, product_name, price_id, unit_amount, currency,
          interval, started_at, paddle_updated_at, version)
        select 'sub_' || md5(id::text), 'ctm_' || md5(id::text), id, 'canceled', '', '', '0', 'USD', 'month', created_at, created_at, 'v1'
        from users where first_name = 'Many'`);
    await pool.query('analyze users, paddle_customers, subscriptions');
    const range = { limit: 20, offset: 2_000 };
    const [pageOfAll, , owners, pageOfFound, totalOfFound, , pageOfFrequent] = await explainStatements(
      test.database,
      async () => {
        await searchCustomers(test.database.db, undefined, range);
        await searchCustomers(test.database.db, 'khan', range);
        await searchCustomers(test.database.db, 'example', { ...range, offset: 0 });
      },
    );
    expect(pageOfAll).toMatch(/Index Only Scan using users_date_idx/);
    expect(pageOfAll).not.toMatch(/Seq Scan/);
    expect(owners).toMatch(/on subscriptions_search_idx[\s\S]+on paddle_customers_search_idx/);
    for (const found of [pageOfFound, totalOfFound]) {
      expect(found).toMatch(/on users_search_idx[\s\S]+on users_search_idx[\s\S]+on users_pkey[\s\S]+any/i);
      expect(found).not.toMatch(/Seq Scan/);
    }
    // Reads the newest customers until the page is complete.
    expect(pageOfFrequent).toMatch(/Limit\n\s+->\s+Index Scan using users_date_idx/);
    await pool.query("delete from subscriptions where product_name = ''");
    await pool.query("delete from users where first_name = 'Many'");
  });

  it.each(['0', '2', 'x'])('returns 404 for page %s of the customers', async (page) => {
    expect(await list({ page })).toMatchObject({ status: 404, body: { detail: 'Invalid page.' } });
  });
});

describe('a customer', () => {
  it('shows a customer’s subscriptions and payments as last reported by Paddle', async () => {
    const payment = {
      customer_id: subscriber.paddleId.replace('sub_', 'ctm_'),
      subscription_id: subscriber.paddleId,
    };
    await deliver(test, makePaddleEvent('transaction.completed', makeTransactionEntity(payment)));
    await test.billing.runDue();
    expect((await read(subscriber.id)).body).toEqual({
      id: subscriber.id,
      email: subscriber.email,
      first_name: 'Ayesha',
      last_name: 'Khan',
      premium_explanation: 'Premium by the subscription Pro, active since 21 Nov 2026.',
      phone: null,
      risk_acceptances: [{ version: 1, accepted_at: expect.any(String), place: 'sign_up' }],
      active_sessions: 1,
      created_at: '2026-11-21T05:42:04.000Z',
      is_premium: true,
      premium_until: '2026-12-21T05:00:00.000Z',
      subscription_status: 'active',
      subscriptions: [
        {
          id: expect.any(String),
          paddle_subscription_id: subscriber.paddleId,
          paddle_customer_id: subscriber.paddleId.replace('sub_', 'ctm_'),
          status: 'active',
          get_status_display: 'Active',
          product_name: 'Pro',
          price: '30.00',
          currency: 'USD',
          interval: 'month',
          current_billing_period_end: '2026-12-21T05:00:00.000Z',
          next_payment_date: '2026-12-21T05:00:00.000Z',
          updated_at: '2026-11-21T05:01:00.000Z',
        },
      ],
      payments: [
        {
          id: 'txn_00000000000000000000000001',
          paddle_subscription_id: subscriber.paddleId,
          status: 'completed',
          total: '30.00',
          currency: 'USD',
          billed_at: '2026-11-21T05:00:00.000Z',
          updated_at: '2026-11-21T05:00:02.000Z',
        },
      ],
      grants: [],
    });
  });

  it('shows no payment of another user with the same Paddle customer', async () => {
    const other = await signUpSubscriber(test);
    const foreign = {
      id: 'txn_00000000000000000000000002',
      customer_id: subscriber.paddleId.replace('sub_', 'ctm_'),
      subscription_id: other.paddleId,
    };
    const unpaid = {
      ...foreign,
      id: 'txn_00000000000000000000000003',
      subscription_id: null,
      status: 'ready',
    };
    for (const data of [foreign, unpaid])
      await deliver(test, makePaddleEvent('transaction.updated', makeTransactionEntity(data)));
    await test.billing.runDue();
    const listPaymentIds = async (id: string) =>
      (await read(id)).body.payments.map((payment: { id: string }) => payment.id);
    expect(await listPaymentIds(other.id)).toEqual([foreign.id]);
    expect(await listPaymentIds(subscriber.id)).toEqual(['txn_00000000000000000000000001']);
  });

  it('shows the status of an ended subscription without premium', async () => {
    const former = await signUpSubscriber(test);
    await former.sendUpdate({ status: 'canceled', current_billing_period: null, next_billed_at: null });
    const { body } = await read(former.id);
    expect(body).toMatchObject({ is_premium: false, premium_until: null, subscription_status: 'canceled' });
    expect(body.subscriptions[0]).toMatchObject({ get_status_display: 'Canceled', next_payment_date: null });
  });

  it.each(['7d0f6a52-0000-4000-8000-000000000000', 'x'])('returns 404 for the customer %s', async (id) => {
    expect((await read(id)).status).toBe(404);
  });
});

it('shows the bank transfers of a customer in rupees, and the access that they give', async () => {
  const id = await signUp('Ehsan', 'Transfer', 'ehsan@example.com');
  const ends = addMilliseconds(test.clock.now(), 30 * DAY);
  await insertLocalPayment(test, id, { endsAt: ends });
  const { body } = await read(id);
  expect(body).toMatchObject({ is_premium: true, subscription_status: null });
  expect(body.payments).toEqual([expect.objectContaining({ total: '4987.00', currency: 'PKR' })]);
  const { body: listed } = await list({ search: 'ehsan' });
  expect(listed.results).toMatchObject([{ id, is_premium: true, premium_until: ends.toISOString() }]);
});

it('lists 20 customers per page, with the total of the search', async () => {
  const insert = (number: number) =>
    test.database.db.insert(users).values({
      email: `many-${number}@example.com`,
      firstName: 'Many',
      lastName: 'Customers',
      createdAt: addMilliseconds(test.clock.now(), number * SECOND),
    });
  for (let number = 1; number <= 20; number += 1) await insert(number);
  const first = await list({ search: 'many-' });
  expect(first.body).toMatchObject({ count: 20, next: null, previous: null });
  await insert(21);
  const { body } = await list({ search: 'many-', page: '2' });
  expect(body).toMatchObject({
    count: 21,
    next: null,
    previous: 'https://tezi.test/api/admin/billing/customers/?search=many-&page=1',
  });
  expect(body.results.map(({ email }: CustomerSummary) => email)).toEqual(['many-1@example.com']);
  expect(await list({ search: 'many-', page: '3' })).toMatchObject({
    status: 404,
    body: { detail: 'Invalid page.' },
  });
  // By name in any case, and by all of the parts that a customer matches only once.
  expect((await list({ search: 'MANY CUST' })).body).toMatchObject({ count: 21 });
  expect((await list({ search: 'a' })).body.count).toBe(await test.database.db.$count(users));
});

it('counts a customer once whose name, email and Paddle IDs contain the search text', async () => {
  const { id, paddleId } = await signUpSubscriber(test);
  const text = paddleId.slice(-6);
  await test.database.db
    .update(users)
    .set({ firstName: text.toUpperCase(), email: `${text}@example.com` })
    .where(eq(users.id, id));
  const { body } = await list({ search: text });
  expect(body).toMatchObject({ count: 1, next: null });
  expect(body.results.map((customer: CustomerSummary) => customer.id)).toEqual([id]);
});
