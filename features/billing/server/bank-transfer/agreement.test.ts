import { sql } from 'drizzle-orm';
import { beforeAll, expect, it } from 'vitest';
import { toKarachiDate } from '#core/contract/dates.ts';
import { DEMO_BANK_TRANSFER } from '#core/server/config/demo.ts';
import { DAY, HOUR, MINUTE } from '#core/server/platform/clock.ts';
import { HttpError } from '#core/server/platform/http-error.ts';
import { findCustomerByEmail } from '#features/accounts/server/accounts.ts';
import { hasPremium } from '#features/billing/server/billing.ts';
import { signUpCustomer } from '#tests/support/accounts/accounts.ts';
import { createRandom, NaiveCustomer } from '#tests/support/billing/transfer-model.ts';
import { useTestApp } from '#tests/support/test-app.ts';
import { localPayments, localSubscriptions, orders, statementRows } from './bank-transfer.tables.ts';
import { type Confirmation, confirmTransfers, readMatches, removePayment } from './confirm-transfers.ts';
import { cancelOrder, getOrderStatus, placeOrder } from './orders.ts';

/** `npm run test:local-payments` sets 10,000. */
const HISTORIES = Number(process.env.TRANSFER_HISTORIES ?? 40);
const STEPS = 14;
const NAMES = ['Ayesha Khan', 'محمد علی', 'Mr. Bilal Ahmed', 'Sana Raza'];

const test = useTestApp();
const customers: string[] = [];

let database: (typeof test)['database'];

beforeAll(async () => {
  database = test.database;
  for (const _ of [1, 2, 3]) {
    const { email } = await signUpCustomer(test);
    customers.push((await findCustomerByEmail(database.db, email))?.id ?? '');
  }
});

it(`gives access for exactly the paid time in ${HISTORIES} random histories`, {
  timeout: 7_200_000,
}, async () => {
  const counts: Record<string, number> = {};
  for (let seed = 1; seed <= HISTORIES; seed += 1) await runHistory(seed, counts);
  if (HISTORIES > 1_000) process.stdout.write(`${JSON.stringify(counts)}\n`);
  for (const name of ['confirmed', 'doubtful', 'reverted', 'refunded', 'decoy', 'rejected', 'again'])
    expect(counts[name], name).toBeGreaterThan(0);
});

async function runHistory(seed: number, counts: Record<string, number>): Promise<void> {
  const random = createRandom(seed);
  const pick = <Item>(items: readonly Item[]): Item | undefined => items[random(items.length)];
  const count = (name: string) => {
    counts[name] = (counts[name] ?? 0) + 1;
  };
  await database.db.execute(
    sql`truncate bank_statement_rows, local_payments, local_subscriptions, payment_order_receipts, payment_orders restart identity`,
  );
  const model = new Map(customers.map((id) => [id, new NaiveCustomer()]));
  /** The order that the payer of a row meant; `null` for a stranger. */
  const truth = new Map<number, string | null>();
  const used = new Set<number>();
  let now = Date.parse('2027-01-01T07:00:00Z') + random(60) * DAY + random(24) * HOUR;
  const at = () => new Date(now);
  let rowNumber = 0;

  const receive = async (amountPaisa: number, name: string, orderId: string | null) => {
    rowNumber += 1;
    const values = {
      rowKey: `${seed} ${rowNumber}`,
      date: toKarachiDate(at()),
      time: null,
      amountPaisa,
      narration: `Raast P2P Fund transfer - from ${name.toUpperCase()} RAAST PY${rowNumber}0110 MBM${rowNumber}`,
      importedAt: at(),
      updatedAt: at(),
    };
    const [row] = await database.db.insert(statementRows).values(values).returning();
    truth.set(row?.id ?? 0, orderId);
  };
  const confirm = async (confirmation: Confirmation) => {
    const [result] = await database.transaction((tx) =>
      confirmTransfers(tx, [confirmation], { by: 'admin', now: at() }),
    );
    if (!result) throw new Error('nothing was confirmed');
    for (const id of confirmation.row_ids) {
      expect(used.has(id), `seed ${seed}: row ${id} is used twice`).toBe(false);
      used.add(id);
    }
    const { payment, order } = result;
    model.get(payment.userId ?? '')?.confirm(payment.id, order.interval, now);
  };

  for (let step = 0; step < STEPS; step += 1) {
    now += random(4) === 0 ? random(40) * DAY : random(30) * HOUR + random(50) * MINUTE;
    const all = await database.db.select().from(orders);
    const payments = await database.db.select().from(localPayments);
    const order = pick(all);
    switch (random(9)) {
      case 0:
      case 1: {
        const input = {
          plan: random(2) === 0 ? 'pro' : 'intermediate',
          interval: random(4) === 0 ? 'year' : 'month',
          payer_name: pick(NAMES) ?? '',
        } as const;
        await database
          .transaction((tx) =>
            placeOrder(tx, pick(customers) ?? '', { input, settings: DEMO_BANK_TRANSFER, now: at() }),
          )
          .then(() => count('placed'), ignoreRejection(count));
        break;
      }
      case 2:
      case 3: {
        if (!order) break;
        const name = order.payerName === 'محمد علی' ? 'MUHAMMAD ALI' : order.payerName.replace('Mr. ', '');
        const kind = random(6);
        if (kind === 0) await receive(order.amountPaisa - 10_000, name, order.id);
        else if (kind === 1) await receive(order.amountPaisa + 5_000, name, order.id);
        else await receive(order.amountPaisa, name, order.id);
        break;
      }
      case 4: {
        if (!order) break;
        // A stranger pays the same amount, or any other one.
        await receive(random(2) === 0 ? order.amountPaisa : 123_400 + random(900), 'Zubair Qureshi', null);
        count('decoy');
        break;
      }
      case 5:
      case 6: {
        const { matches, orders: recent } = await readMatches(database.db, at());
        // A confirmation changes what other rows are for.
        const next = matches.filter(({ candidates }) => candidates.length > 0);
        for (const { rowId, certain, candidates } of next.slice(0, 1 + random(2)).slice(-1)) {
          const candidate = certain ?? candidates[0];
          const target = recent.find(({ id }) => id === candidate?.orderId);
          if (!candidate || !target) continue;
          if (certain) expect(truth.get(rowId), `seed ${seed}: a wrong match`).toBe(certain.orderId);
          else if (truth.get(rowId) !== target.id || random(2) === 0) continue;
          const newest = (await database.db.select().from(localPayments))
            .filter(({ orderId }) => orderId === target.id)
            .sort((a, b) => b.number - a.number)[0];
          const [current = target] = await database.db.select().from(orders).where(sql`id = ${target.id}`);
          const order_status = getOrderStatus(current, newest ?? null, at());
          const confirmation = { order_id: target.id, row_ids: [rowId], order_status };
          await confirm(certain ? confirmation : { ...confirmation, reason: 'Checked with the customer' });
          count(certain ? 'confirmed' : 'doubtful');
          // The same row once more, as of an administrator who sees the older list.
          await expect(confirm({ ...confirmation, reason: 'Once more' })).rejects.toThrow(HttpError);
          count('again');
        }
        break;
      }
      case 7: {
        const payment = pick(payments.filter(({ removedAt }) => removedAt === null));
        if (!payment) break;
        const removal = random(2) === 0 ? 'reverted' : 'refunded';
        await database.transaction((tx) =>
          removePayment(tx, payment.id, { removal, reason: 'A test' }, { by: 'admin', now: at() }),
        );
        model.get(payment.userId ?? '')?.remove(payment.id, now);
        if (removal === 'reverted')
          for (const id of used) {
            const [row] = await database.db.select().from(statementRows).where(sql`id = ${id}`);
            if (row?.paymentId === null) used.delete(id);
          }
        count(removal);
        break;
      }
      default: {
        if (order?.userId && order.status === 'open' && random(3) === 0)
          await database.transaction((tx) => cancelOrder(tx, order.userId ?? '', order.id));
        const userId = pick(customers) ?? '';
        const renewal = random(2) === 0 ? 'on' : 'canceled';
        const changed = await database.db
          .update(localSubscriptions)
          .set({ renewal })
          .where(sql`user_id = ${userId}`)
          .returning();
        const customer = model.get(userId);
        if (changed.length > 0 && customer) customer.isRenewing = renewal === 'on';
      }
    }
    await compare(`seed ${seed}, step ${step}`);
  }

  async function compare(where: string): Promise<void> {
    const numbers = (await database.db.select().from(localPayments))
      .map(({ number }) => number)
      .sort((a, b) => a - b);
    expect(numbers, where).toEqual(numbers.map((_, index) => index + 1));
    const open = (await database.db.select().from(orders)).filter(({ isReserved }) => isReserved);
    expect(new Set(open.map(({ amountPaisa }) => amountPaisa)).size, where).toBe(open.length);
    for (const [userId, customer] of model) {
      const edges = customer.payments.flatMap(({ start, end }) => [
        start,
        end - 1,
        end,
        end + 3 * DAY - 1,
        end + 3 * DAY,
      ]);
      for (const time of [now, ...edges.slice(-5), now + random(400) * DAY]) {
        const has = await hasPremium(database.db, userId, new Date(time));
        expect(has, `${where}: access at ${new Date(time).toISOString()}`).toBe(customer.hasAccess(time));
      }
    }
  }
}

const ignoreRejection = (count: (name: string) => void) => (error: unknown) => {
  if (!(error instanceof HttpError)) throw error;
  count('rejected');
};
