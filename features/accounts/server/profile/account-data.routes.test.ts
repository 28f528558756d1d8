import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { refreshTokens } from '#core/contract/accounts/tokens.ts';
import { DAY, HOUR } from '#core/server/platform/clock.ts';
import { removeOldSecurityEvents } from '#core/server/platform/security-events/security-events.queries.ts';
import { deleteAccount, exportAccount } from '#features/accounts/contract/account-data.ts';
import { editProfile, readProfile } from '#features/accounts/contract/profile.ts';
import { register, signIn } from '#features/accounts/contract/sign-in.ts';
import { findCustomerByEmail } from '#features/accounts/server/accounts.ts';
import {
  localPayments,
  orderReceipts,
  orders,
} from '#features/billing/server/bank-transfer/bank-transfer.tables.ts';
import { signUpCustomer } from '#tests/support/accounts/accounts.ts';
import { insertLocalPayment, insertOrder } from '#tests/support/billing/orders.ts';
import { useTestApp } from '#tests/support/test-app.ts';

const test = useTestApp();

const remove = (customer: { access: string }, body: { password?: string; access_token?: string }) =>
  test.call(deleteAccount, { body }, { token: customer.access });

describe('the account export', () => {
  it('exports all stored data of the customer and no secrets', async () => {
    const customer = await signUpCustomer(test, { email: 'ayesha.exports@example.com' });
    await test.call(editProfile, { body: { phone: '0300 1234567' } }, { token: customer.access });
    const { status, body } = await test.call(exportAccount, {}, { token: customer.access });
    expect(status).toBe(200);
    const now = test.clock.now().toISOString();
    expect(body).toEqual({
      exported_at: now,
      alerts: {
        email: 'off',
        quiet_hours: null,
        paused_until: null,
        preferences: [],
        push_devices: [],
        telegram_chat: null,
        webhook: null,
        inbox: [],
        deliveries: [],
      },
      account: {
        email: 'ayesha.exports@example.com',
        first_name: 'Ayesha',
        last_name: 'Khan',
        phone: '+923001234567',
        email_verified_at: null,
        google_id: null,
        has_password: true,
        created_at: now,
      },
      api_keys: [],
      feeds: [],
      risk_acceptances: [{ version: 1, accepted_at: now, place: 'sign_up' }],
      sessions: [
        {
          device: 'Unknown device',
          user_agent: 'lightMyRequest',
          created_at: now,
          last_seen_at: now,
          ended_at: null,
        },
      ],
      subscriptions: [],
      payments: [],
      premium_grants: [],
      orders: [],
      bank_transfers: [],
      chart_settings: { indicators: [], sets: [] },
      watchlist: [],
      positions: {
        ...{ trades: [], trade_changes: [], corrections: [], settings: null, levels: [], imports: [] },
      },
      entered_signals: [],
      security_events: ['sign_in_succeeded', 'risk_statement_accepted', 'account_created'].map((kind) => ({
        occurred_at: now,
        kind,
        outcome: 'success',
        count: 1,
        ip_address: '127.0.0.1',
        device: 'Unknown device',
      })),
    });
    expect(JSON.stringify(body)).not.toMatch(/argon2|hash/);
  });

  it('has all orders and bank transfers of the customer, also those that are not listed any more', async () => {
    const { access, email } = await signUpCustomer(test);
    const id = (await findCustomerByEmail(test.database.db, email))?.id ?? '';
    for (let number = 1; number <= 21; number += 1) await insertOrder(test, id, { status: 'expired' });
    await insertLocalPayment(test, id);
    const { body } = await test.call(exportAccount, {}, { token: access });
    expect(body.orders).toHaveLength(22);
    expect(body.orders[0]).toMatchObject({ payer_name: 'Ayesha Khan', amount: '4987.00', receipts: 1 });
    expect(body.bank_transfers).toMatchObject([{ plan: 'Pro', amount: '4987.00', removal: null }]);
  });

  it('limits exports to ten an hour', async () => {
    const { access } = await signUpCustomer(test);
    for (let time = 0; time < 10; time += 1) {
      expect((await test.call(exportAccount, {}, { token: access })).status).toBe(200);
    }
    expect((await test.call(exportAccount, {}, { token: access })).status).toBe(429);
  });
});

describe('deleting an account', () => {
  it('deletes receipts and the name of the payer, ends the open order, and keeps payments without the customer', async () => {
    const customer = await signUpCustomer(test);
    const id = (await findCustomerByEmail(test.database.db, customer.email))?.id ?? '';
    const open = await insertOrder(test, id);
    const { id: paymentId } = await insertLocalPayment(test, id);
    expect((await remove(customer, { password: customer.password })).status).toBe(200);
    const { db } = test.database;
    expect(await db.select().from(orders).where(eq(orders.id, open.id))).toMatchObject([
      { userId: null, payerName: '', status: 'canceled' },
    ]);
    expect(await db.select().from(orderReceipts).where(eq(orderReceipts.orderId, open.id))).toEqual([]);
    expect(await db.select().from(localPayments).where(eq(localPayments.id, paymentId))).toMatchObject([
      { userId: null, amountPaisa: 498_700 },
    ]);
  });

  it('ends all access to a deleted account and frees the email', async () => {
    const customer = await signUpCustomer(test);
    const { status, body } = await remove(customer, { password: customer.password });
    expect({ status, body }).toEqual({ status: 200, body: { message: 'Your account has been deleted.' } });
    expect((await test.call(readProfile, {}, { token: customer.access })).status).toBe(401);
    expect((await test.call(refreshTokens, { body: { refresh: customer.refresh } })).status).toBe(401);
    const { email, password } = customer;
    expect((await test.call(signIn, { body: { email, password } })).status).toBe(401);
    const again = { first_name: 'A', last_name: 'B', email, password };
    expect((await test.call(register, { body: again })).status).toBe(201);
  });

  it('deletes personal data from every table except the security log, which retains it for 30 days', async () => {
    const person = {
      first_name: 'Zarqavia',
      last_name: 'Mirzapuri',
      email: 'zarqavia.mirzapuri@example.com',
      password: 'correct horse',
    };
    const response = await test.request({
      method: 'POST',
      url: '/api/customers/auth/register/',
      headers: { 'user-agent': 'ZarqaviaBrowser/7' },
      payload: person,
    });
    const { access } = response.json().tokens;
    await test.call(editProfile, { body: { phone: '0333 7654321' } }, { token: access });
    const { rows: made } = await test.database.pool.query<{ id: string }>(
      'select id from users where email = $1',
      [person.email],
    );
    const userId = made[0]?.id ?? '';
    const traces = ['zarqavia', 'mirzapuri', '+923337654321', 'zarqaviabrowser', userId];
    expect(await findTablesWith(traces)).not.toEqual([]);

    expect((await remove({ access }, { password: person.password })).status).toBe(200);
    await test.deliverEmails();
    expect(await findTablesWith(traces)).toEqual(['security_events']);
    expect(await findTablesWith(traces.filter((trace) => trace !== userId))).toEqual([]);
    const cleanUp = () =>
      test.database.transaction((tx) =>
        removeOldSecurityEvents(tx, { retentionDays: 180, now: test.clock.now() }),
      );
    test.clock.advance(30 * DAY);
    await cleanUp();
    expect(await findTablesWith(traces)).toEqual(['security_events']);
    test.clock.advance(1);
    await cleanUp();
    // The acceptance of the risk statement stays, with the random ID only.
    expect(await findTablesWith(traces.filter((trace) => trace !== userId))).toEqual([]);
  });

  it('limits the emails sent by repeated registration and deletion', async () => {
    const email = 'stranger@example.com';
    const again = { first_name: 'A', last_name: 'B', email, password: 'correct horse' };
    const registerAndDelete = async () => {
      const response = await test.call(register, { body: again });
      if (response.status === 201) await remove(response.body.tokens, { password: again.password });
      return response;
    };
    for (const _ of [1, 2, 3, 4, 5]) expect((await registerAndDelete()).status).toBe(201);
    const rejected = await registerAndDelete();
    expect(rejected.status).toBe(429);
    expect(rejected.headers['retry-after']).toBe('3600');
    test.clock.advance(HOUR);
    expect((await registerAndDelete()).status).toBe(201);
  });

  it('rejects the deletion without the correct password and changes nothing', async () => {
    const customer = await signUpCustomer(test);
    for (const body of [{ password: 'not this one' }, {}, { access_token: 'made-up' }]) {
      const response = await remove(customer, body);
      expect(response.status).toBe(400);
      expect(response.body.error).toEqual(expect.any(String));
    }
    expect((await test.call(readProfile, {}, { token: customer.access })).status).toBe(200);
  });

  it('delays repeated guesses of the password', async () => {
    const customer = await signUpCustomer(test);
    for (let time = 0; time < 5; time += 1) await remove(customer, { password: 'not this one' });
    expect((await remove(customer, { password: customer.password })).status).toBe(429);
  });
});

/** Returns the tables in which a row contains any of the texts, regardless of the column's type. */
async function findTablesWith(texts: string[]): Promise<string[]> {
  const { pool } = test.database;
  const { rows: tables } = await pool.query<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'public'",
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await pool.query<{ line: string }>(
      `select lower(row_to_json(t)::text) as line from "${name}" t`,
    );
    if (rows.some(({ line }) => texts.some((text) => line.includes(text)))) found.push(name);
  }
  return found;
}
