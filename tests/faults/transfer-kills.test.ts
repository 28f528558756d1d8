import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { toKarachiDate } from '#core/contract/dates.ts';
import type { TransferRow } from '#features/billing/contract/bank-transfers.ts';
import { startSmtpServer } from '#tests/support/accounts/smtp-server.ts';
import type { ServerProcess } from '#tests/support/server-process.ts';
import { startFaultServer } from './support/fault-server.ts';
import { usePostgres } from './support/postgres.ts';
import { LOAD_SETTINGS } from './support/product-load.ts';
import { createRandom, getSeed } from './support/random.ts';

const ROUNDS = Number(process.env.FAULT_ROUNDS ?? 5);
const ORDERS_PER_ROUND = 40;
/** Mostly the start of the next server. */
const ROUND_TIMEOUT_MS = 120_000;

describe('a server that is killed while it confirms bank transfers', () => {
  const postgres = usePostgres();

  it.skipIf(!postgres)('grants each payment once', { timeout: (ROUNDS + 2) * ROUND_TIMEOUT_MS }, async () => {
    const server = postgres as NonNullable<typeof postgres>;
    const url = await server.createDatabase('transfer_kills');
    const seed = getSeed();
    process.stdout.write(`  bank transfers: FAULT_SEED=${seed} FAULT_ROUNDS=${ROUNDS}\n`);
    const random = createRandom(seed);
    // Emails stay queued.
    const smtp = await startSmtpServer();
    smtp.rejectWith('450 busy');
    const start = () =>
      startFaultServer({
        ...LOAD_SETTINGS,
        LOG_LEVEL: 'silent',
        SMTP_URL: smtp.url,
        MAIL_FROM: 'no-reply@tezi.test',
        DATABASE_URL: url,
      });

    let product = await start();
    let longestMs = 200;
    let stored = 0;
    let acknowledged = 0;
    for (let round = 1; round <= ROUNDS; round += 1) {
      await addOrders((statement) => server.query(url, statement), round);
      const administrator = await signIn(product);
      await importStatement(administrator, round);
      const matches = await listCertain(administrator, round);
      expect(matches, product.output()).toHaveLength(ORDERS_PER_ROUND);

      const exited = once(product.child, 'exit');
      const confirming = administrator('POST', '/admin/billing/transfers/confirm/', { matches }).then(
        () => true,
        () => false,
      );
      await wait(random.between(0, longestMs * 1.2));
      product.child.kill('SIGKILL');
      await exited;
      if (await confirming) acknowledged += 1;
      product = await start();

      const again = await signIn(product);
      const rest = await listCertain(again, round);
      // All of them are confirmed, or none.
      expect([0, ORDERS_PER_ROUND]).toContain(rest.length);
      if (rest.length === 0) stored += 1;
      else {
        const begin = performance.now();
        await again('POST', '/admin/billing/transfers/confirm/', { matches: rest });
        longestMs = performance.now() - begin;
      }
      const [state] = await server.query(url, STATE);
      const total = round * ORDERS_PER_ROUND;
      expect(state, `round ${round}`).toEqual({
        orders: total,
        paid: total,
        payments: total,
        rows: total,
        emails: total,
        jobs: total,
        audited: total,
        gaps: 0,
      });
    }
    expect(stored).toBeGreaterThanOrEqual(acknowledged);
    process.stdout.write(
      `  bank transfers: ${ROUNDS} kills, ${stored} of them after the commit, ${acknowledged} after the response; ` +
        `${ROUNDS * ORDERS_PER_ROUND} payments, 0 granted twice, 0 lost, 0 gaps between receipts, 1 email each\n`,
    );
    await smtp.close();
  });
});

// biome-ignore lint/suspicious/noExplicitAny: the result is whatever the endpoint returns
type Call = (method: string, path: string, body?: unknown) => Promise<any>;

const createCall =
  ({ url }: ServerProcess, headers: Record<string, string> = {}): Call =>
  async (method, path, body) => {
    const response = await fetch(`${url}/api${path}`, {
      method,
      headers: { 'Content-Type': 'application/json', ...headers },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return response.json();
  };

async function signIn(server: ServerProcess): Promise<Call> {
  const { ADMIN_USERNAME: username, ADMIN_PASSWORD: password } = LOAD_SETTINGS;
  const { tokens } = await createCall(server)('POST', '/admin/auth/login/', { username, password });
  return createCall(server, { authorization: `Bearer ${tokens.access}` });
}

const getAmountPaisa = (round: number, index: number) => 9_000_000 + (round * ORDERS_PER_ROUND + index) * 100;

/** Stores the orders of customers with an account each. */
async function addOrders(query: (statement: string) => Promise<unknown>, round: number): Promise<void> {
  const values = Array.from(
    { length: ORDERS_PER_ROUND },
    (_, index) => `('kill-${round}-${index}@example.com', ${getAmountPaisa(round, index)})`,
  );
  await query(`
    with given (email, amount) as (values ${values}), customer as (
      insert into public.users (email, first_name, last_name, created_at)
      select email, 'Ayesha', 'Khan', now() from given returning id, email
    )
    insert into public.payment_orders
      (code, user_id, plan_key, plan_name, interval, price_paisa, amount_paisa, payer_name, created_at, expires_at)
    select customer.email, customer.id, 'pro', 'Pro', 'month', 12000000, amount, 'Ayesha Khan', now(), now() + interval '3 days'
    from customer join given using (email)`);
}

async function importStatement(call: Call, round: number): Promise<void> {
  const lines = Array.from({ length: ORDERS_PER_ROUND }, (_, index) => {
    const rupees = (getAmountPaisa(round, index) / 100).toFixed(2);
    return `${toKarachiDate(new Date())},Raast P2P Fund transfer - from AYESHA KHAN MBM${1_000_000 + round * 100 + index},,${rupees}`;
  });
  const content = ['Date,Description,Debit,Credit', ...lines].join('\n');
  const body = { kind: 'bank-statement', file_name: `statement-${round}.csv`, content };
  const { id } = await call('POST', '/admin/imports/', body);
  await expect
    .poll(async () => (await call('GET', `/admin/imports/${id}/`)).status, { timeout: 20_000, interval: 50 })
    .toBe('done');
}

/** Lists the certain matches of a round, as the page confirms them. */
async function listCertain(call: Call, round: number) {
  const { rows }: { rows: TransferRow[] } = await call('GET', '/admin/billing/transfers/');
  const first = getAmountPaisa(round, 0) / 100;
  return rows
    .filter(({ amount }) => Number(amount) >= first && Number(amount) < first + ORDERS_PER_ROUND)
    .flatMap(({ id, certain }) =>
      certain ? [{ order_id: certain.order_id, row_ids: [id], order_status: 'open' }] : [],
    );
}

/** Counts the orders of the rounds and what one confirmation of each stores. */
const STATE = `
  with own as (select id from public.payment_orders where code like 'kill-%'),
    paid as (select p.id, p.order_id, p.user_id from public.local_payments p join own on own.id = p.order_id)
  select
    (select count(*)::int from own) as orders,
    (select count(distinct order_id)::int from paid) as paid,
    (select count(*)::int from paid) as payments,
    (select count(distinct payment_id)::int from public.bank_statement_rows join paid on paid.id = payment_id) as rows,
    (select count(*)::int from public.billing_emails join paid on paid.id::text = subject_id
      where template = 'transfer-receipt') as emails,
    (select count(*)::int from pgboss.job join paid on paid.id::text = data->>'subjectId'
      where data->>'template' = 'transfer-receipt') as jobs,
    (select count(*)::int from public.security_events e where e.kind = 'transfer_confirmed'
      and exists (select from paid where paid.user_id::text = e.target_id)) as audited,
    (select (max(number) - count(*))::int from public.local_payments) as gaps`;
