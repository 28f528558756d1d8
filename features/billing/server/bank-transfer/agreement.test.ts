import { eq, sql } from 'drizzle-orm';
import { beforeAll, expect, it } from 'vitest';
import { toKarachiDate } from '#core/contract/dates.ts';
import { DEMO_BANK_TRANSFER } from '#core/server/config/demo.ts';
import { DAY, HOUR, MINUTE } from '#core/server/platform/clock.ts';
import type { Transaction } from '#core/server/platform/database.ts';
import { HttpError } from '#core/server/platform/http-error.ts';
import { users } from '#features/accounts/server/accounts.tables.ts';
import { isPremium, readPremiumSources } from '#features/billing/server/access/entitlement.ts';
import { filterPremium, hasPremium } from '#features/billing/server/billing.ts';
import { importStatement } from '#tests/support/billing/statements/import-statement.ts';
import { createRandom, NaiveCustomer } from '#tests/support/billing/transfer-model.ts';
import { useTestApp } from '#tests/support/test-app.ts';
import { localPayments, localSubscriptions, statementRows } from './bank-transfer.tables.ts';
import {
  type Confirmation,
  confirmTransfers,
  readMatches,
  removePayment,
  settleRow,
} from './confirm-transfers.ts';
import { cancelOrder, getOrderStatus, type LocalPaymentRow, type OrderRow, placeOrder } from './orders.ts';

/** `npm run test:local-payments` sets 10,000. */
const HISTORIES = Number(process.env.TRANSFER_HISTORIES ?? 40);
/** To repeat some of them. */
const FIRST = Number(process.env.TRANSFER_FIRST ?? 1);
/** So many customers share the account, its statements and the clock, each with a history of their own. */
const TOGETHER = 20;
const STEPS = 14;
/** Each customer's own, as typed in the order and as the statement prints it. */
const NAMES =
  `Ayesha Khan|محمد بلال=MUHAMMAD BILAL|Dr Sana Siddiqui=SANA SIDDIQUI|Haji Abdul Rehman=ABDUL REHMAN|Fatima Noor|Usman Tariq|Hira Malik
  |Omer Farooqi|Nadia Iqbal|Kamran Shafi|Zainab Bukhari|Imran Javed|Saba Qadri|Faisal Mirza|Mehwish Aslam|Waqas Gondal|Rabia Lodhi|Junaid Paracha
  |Lubna Dar|Yasir Hashmi`
    .split('|')
    .map((name) => name.trim().split('='))
    .map(([name = '', printed = name.toUpperCase()]) => ({ name, printed }));
/** The amounts below the smallest price are used up, so that some have paisa. */
const SETTINGS = {
  ...DEMO_BANK_TRANSFER,
  plans: [
    { key: 'intermediate' as const, displayName: 'Intermediate', monthPaisa: 20_000, yearPaisa: 200_000 },
    { key: 'pro' as const, displayName: 'Pro', monthPaisa: 500_000, yearPaisa: 4_800_000 },
  ],
};
const BY = 'admin';

interface Credit {
  date: string;
  amountPaisa: number;
  narration: string;
  /** The order that the payer meant; `null` for a stranger. */
  orderId: string | null;
}

interface History {
  userId: string;
  random: (max: number) => number;
  payer: (typeof NAMES)[number];
  orders: OrderRow[];
  model: NaiveCustomer;
}

const test = useTestApp();
const userIds: string[] = [];
const counts: Record<string, number> = {};
const count = (name: string, number = 1) => {
  counts[name] = (counts[name] ?? 0) + number;
};

beforeAll(async () => {
  const values = NAMES.map((_, index) => ({
    email: `history-${index}@example.com`,
    firstName: 'A',
    lastName: 'B',
    createdAt: test.clock.now(),
  }));
  const rows = await test.database.db.insert(users).values(values).returning({ id: users.id });
  userIds.push(...rows.map(({ id }) => id));
});

it(`gives access for exactly the paid time in ${HISTORIES} random histories`, {
  timeout: 7_200_000,
}, async () => {
  for (let first = FIRST; first < FIRST + HISTORIES; first += TOGETHER) {
    await runHistories(first);
    if ((counts.histories ?? 0) % 1_000 === 0) process.stdout.write(`${JSON.stringify(counts)}\n`);
  }
  const rare =
    HISTORIES < 1_000 ? [] : ['by receipt', 'in parts', 'added', 'canceled', 'settled', 'orders with paisa'];
  const common = ['orders rejected', 'rows repeated', 'certain', 'doubtful', 'confirmed again in vain'];
  for (const name of [...common, 'reverted', 'refunded', ...rare])
    expect(counts[name], name).toBeGreaterThan(0);
});

async function runHistories(first: number): Promise<void> {
  const { database } = test;
  const { db } = database;
  await db.execute(
    sql`truncate bank_statement_rows, local_payments, local_subscriptions, payment_order_receipts, payment_orders, import_changes, imports restart identity`,
  );
  const histories = userIds.map((userId, index): History => {
    const payer = NAMES[index] ?? { name: '', printed: '' };
    return { userId, payer, random: createRandom(first + index), orders: [], model: new NaiveCustomer() };
  });
  const random = createRandom(first * 7_919);
  const credits: Credit[] = [];
  let imported = 0;
  /** The payment of each row that is used. */
  const used = new Map<number, string>();
  /** The payments of each order, oldest first. */
  const payments = new Map<string, LocalPaymentRow[]>();
  let changed = new Set<History>();
  let now = Date.parse('2027-01-01T07:00:00Z') + random(60) * DAY + random(24) * HOUR;
  const at = () => new Date(now);
  const where = () => `histories from ${first} on, at ${at().toISOString()}`;
  const findHistory = (userId: string | null) =>
    histories.find((history) => history.userId === userId) as History;

  for (let step = 0; step < STEPS; step += 1) {
    now += random(4) === 0 ? random(40) * DAY : random(30) * HOUR + random(50) * MINUTE;
    changed = new Set();
    // What is rejected has written nothing, so that few transactions, which take less time, are enough.
    await database.transaction(async (tx) => {
      for (const history of histories) await act(tx, history);
    });
    if (random(3) > 0) await importCredits();
    await confirm();
    await database.transaction(async (tx) => {
      for (const history of histories) await remove(tx, history);
      await compare(tx);
    });
  }
  count('histories', histories.length);

  async function act(tx: Transaction, history: History): Promise<void> {
    const { random: pick, orders, userId } = history;
    switch (pick(8)) {
      case 0:
      case 1:
        return place(tx, history);
      case 2:
      case 3:
      case 4:
        return pay(history, orders.at(-1 - pick(2)));
      case 5: {
        const order = orders.at(-1);
        if (!order || pick(3) > 0) return;
        return cancelOrder(tx, userId, order.id).then(
          () => count('canceled'),
          countRejection('cancellations rejected'),
        );
      }
      case 6: {
        const renewal = (['on', 'paused', 'canceled'] as const)[pick(3)];
        const rows = await tx
          .update(localSubscriptions)
          .set({ renewal })
          .where(eq(localSubscriptions.userId, userId))
          .returning();
        if (rows.length > 0) history.model.isRenewing = renewal === 'on';
        changed.add(history);
        count('renewal changed', rows.length);
      }
    }
  }

  async function place(tx: Transaction, history: History): Promise<void> {
    const { random: pick, orders, userId, payer } = history;
    const input = {
      plan: pick(2) === 0 ? 'pro' : 'intermediate',
      interval: pick(4) === 0 ? 'year' : 'month',
      payer_name: payer.name,
    } as const;
    const order = await placeOrder(tx, userId, { input, settings: SETTINGS, now: at() }).catch(
      countRejection('orders rejected'),
    );
    if (!order) return;
    orders.push(order);
    count('orders');
    if (order.amountPaisa % 100 > 0) count('orders with paisa');
  }

  function pay(history: History, order: OrderRow | undefined): void {
    // Nothing connects a payment with an order after 30 days.
    if (!order || now > order.expiresAt.getTime() + 25 * DAY) return;
    for (const { amountPaisa, name, isStranger } of choosePayments(history, order)) {
      const number = credits.length + 1;
      const narration =
        name === ''
          ? `Funds Transfer ${8_000_000_000 + number} Thru Mobile`
          : `Raast P2P Fund transfer - from ${name} RAAST PYxxxx0110 MBM${900_000 + number}`;
      const orderId = isStranger ? null : order.id;
      credits.push({ date: toKarachiDate(at()), amountPaisa, narration, orderId });
      if (isStranger) count('strangers');
    }
  }

  /** Imports what is new, with earlier days once more. */
  async function importCredits(): Promise<void> {
    const oldest = credits[Math.max(0, imported - random(12))]?.date ?? '';
    const start = credits.findIndex(({ date }) => date === oldest);
    const lines = credits
      .slice(Math.max(0, start))
      .map(({ date, amountPaisa, narration }) => `${date},${narration},,${(amountPaisa / 100).toFixed(2)}`);
    if (lines.length === 0) return;
    const statement = ['Date,Description,Debit,Credit', ...lines].join('\n');
    const plan = await importStatement(test, statement, at());
    const isNew = credits.length - imported;
    expect(plan.counts, where()).toMatchObject({ new: isNew, unchanged: lines.length - isNew, review: 0 });
    count('statements');
    count('rows', isNew);
    count('rows repeated', lines.length - isNew);
    imported = credits.length;
  }

  async function confirm(): Promise<void> {
    const { rows, matches, orders } = await readMatches(db, at());
    const truth = new Map(credits.map(({ narration, orderId }) => [narration, orderId]));
    const confirmations = new Map<string, Confirmation>();
    const findPayment = (orderId: string) =>
      payments.get(orderId)?.findLast(({ removedAt }) => removedAt === null) ?? null;
    const isGrantedOnly = (orderId: string) => {
      const payment = findPayment(orderId);
      return payment !== null && ![...used.values()].includes(payment.id);
    };
    const add = (orderId: string | undefined, row_ids: number[], reason?: string) => {
      const order = orders.find(({ id }) => id === orderId);
      if (!order || confirmations.has(order.id)) return false;
      const newest = findPayment(order.id) ?? payments.get(order.id)?.at(-1) ?? null;
      const adds_to_payment =
        row_ids.length > 0 && findPayment(order.id) !== null && (isGrantedOnly(order.id) || random(2) === 0);
      if (isGrantedOnly(order.id) && !adds_to_payment) return false;
      const order_status = getOrderStatus(order, newest, at());
      confirmations.set(order.id, { order_id: order.id, row_ids, adds_to_payment, order_status, reason });
      return true;
    };
    for (const [index, { rowId, certain, candidates }] of matches.entries()) {
      const row = rows[index];
      const meant = truth.get(row?.narration ?? '') ?? null;
      if (certain) {
        // A payer who confuses own orders pays for the one whose amount it is.
        const [matched, payer] = [certain.orderId, meant].map((id) => orders.find((each) => each.id === id));
        expect(matched?.userId, `${where()}: a wrong match of ${row?.narration}`).toBe(
          payer?.userId ?? 'a stranger',
        );
        if (matched !== payer) count('certain for another order of the payer');
        count('certain matches');
        if (random(4) > 0 && add(certain.orderId, [rowId])) count('certain');
      } else if (meant === null && random(3) === 0 && row) {
        await database.transaction((tx) =>
          settleRow(tx, row.id, { settledAs: 'unrelated', by: BY, reason: 'A test', now: at() }),
        );
        count('settled');
      } else if (candidates[0] && candidates[0].orderId === meant && random(2) === 0) {
        const parts = rows.filter(({ narration }) => truth.get(narration) === meant).slice(0, 2);
        const inParts = parts.length === 2 && random(2) === 0;
        const ids = inParts ? parts.map(({ id }) => id) : [rowId];
        if (add(meant, ids, 'Checked with the customer')) count(inParts ? 'in parts' : 'doubtful');
      }
    }
    const waiting = orders[random(Math.max(1, orders.length))];
    if (waiting && random(4) === 0 && add(waiting.id, [], 'Seen in the app of the bank')) count('by receipt');
    // A row of two confirmations would be used twice: all of them are rejected.
    const batch = [...confirmations.values()];
    const ids = batch.flatMap(({ row_ids }) => row_ids);
    if (batch.length === 0) return;
    const confirming = database.transaction((tx) => confirmTransfers(tx, batch, { by: BY, now: at() }));
    if (new Set(ids).size < ids.length) return void (await expect(confirming).rejects.toThrow(HttpError));
    for (const [index, { payment, order, isAddition }] of (await confirming).entries()) {
      const history = findHistory(order.userId);
      for (const id of batch[index]?.row_ids ?? []) {
        expect(used.has(id), `${where()}: row ${id} is used twice`).toBe(false);
        used.set(id, payment.id);
      }
      if (isAddition) {
        count('added');
        continue;
      }
      payments.set(order.id, [...(payments.get(order.id) ?? []), payment]);
      history.model.confirm(payment.id, order.interval, now);
      changed.add(history);
    }
    // As an administrator who sees the older list.
    const again = batch.map((confirmation) => ({ ...confirmation, reason: 'Once more' }));
    const late = again[random(again.length)] as Confirmation;
    const repeated = database.transaction((tx) => confirmTransfers(tx, [late], { by: BY, now: at() }));
    await expect(repeated).rejects.toThrow(HttpError);
    count('confirmed again in vain');
  }

  async function remove(tx: Transaction, history: History): Promise<void> {
    const { random: pick, model, orders } = history;
    const all = orders.flatMap(({ id }) => payments.get(id) ?? []);
    const payment = all[pick(Math.max(1, all.length))];
    if (!payment || payment.removedAt || pick(6) > 0) return;
    const removal = pick(2) === 0 ? 'reverted' : 'refunded';
    const done = { by: BY, now: at() };
    const { payment: removed } = await removePayment(tx, payment.id, { removal, reason: 'A test' }, done);
    Object.assign(payment, removed);
    model.remove(payment.id, now);
    if (removal === 'reverted')
      for (const [rowId, paymentId] of used) if (paymentId === payment.id) used.delete(rowId);
    changed.add(history);
    count(removal);
  }

  async function compare(tx: Transaction): Promise<void> {
    const stored = await tx
      .select({ id: statementRows.id, paymentId: statementRows.paymentId })
      .from(statementRows)
      .where(sql`${statementRows.paymentId} is not null`);
    expect(new Map(stored.map(({ id, paymentId }) => [id, paymentId])), where()).toEqual(used);
    const { rows } = await tx.execute(sql`
      select count(*) = coalesce(max(number), 0) and count(credit_number) = coalesce(max(credit_number), 0) as "isComplete"
      from ${localPayments}`);
    expect(rows, where()).toEqual([{ isComplete: true }]);
    const premium = await filterPremium(tx, userIds, at());
    for (const { userId, model } of histories)
      expect(premium.has(userId), where()).toBe(model.hasAccess(now));
    const ids = [...changed].map(({ userId }) => userId);
    const sources = await readPremiumSources(tx, ids);
    await Promise.all(
      [...changed].map(async ({ userId, model, random: pick }) => {
        const edges = model.payments.flatMap(({ start, end }) => [start, end, end + 3 * DAY]);
        const times = [now, ...edges, ...edges.map((time) => time - 1), now + pick(400) * DAY];
        const own = sources.get(userId) ?? { subscriptions: [], grants: [], periods: [] };
        const has = times.map((time) => isPremium(own, new Date(time)));
        expect(has, `${where()}: access at ${times}`).toEqual(times.map((time) => model.hasAccess(time)));
        const time = times[pick(times.length)] ?? now;
        expect(await hasPremium(tx, userId, new Date(time)), where()).toBe(model.hasAccess(time));
        count('times compared', times.length + 1);
      }),
    );
  }
}

interface Transfer {
  amountPaisa: number;
  /** As the statement prints it; empty for a bank that prints none. */
  name: string;
  isStranger?: boolean;
}

/** Chooses what is paid for an order: the exact amount, a wrong one, parts, by another payer, or by a stranger. */
function choosePayments({ random: pick, payer }: History, { amountPaisa, code }: OrderRow): Transfer[] {
  const name = payer.printed;
  const father = name.replace(/^\S+/, 'ABDULLAH');
  const part = Math.floor(amountPaisa * 0.6);
  const kinds: Transfer[][] = [
    [{ amountPaisa, name }],
    [{ amountPaisa, name }],
    [{ amountPaisa, name: '' }],
    [{ amountPaisa, name: father }],
    [{ amountPaisa, name: `${father} ${code.toLowerCase()}` }],
    [{ amountPaisa: Math.max(500, amountPaisa - 10_000), name }],
    [{ amountPaisa: amountPaisa + 5_000, name }],
    [
      { amountPaisa: part, name },
      { amountPaisa: amountPaisa - part, name },
    ],
    // Apps drop paisa, and payers round.
    [{ amountPaisa: amountPaisa - (amountPaisa % 100), name: pick(2) === 0 ? '' : name }],
    [{ amountPaisa: Math.round(amountPaisa / 1_000) * 1_000, name: '' }],
    [{ amountPaisa, name: 'ZUBAIR QURESHI', isStranger: true }],
    [
      {
        amountPaisa: (20 + pick(500)) * 1_000,
        name: pick(2) === 0 ? '' : 'ZUBAIR QURESHI',
        isStranger: true,
      },
    ],
  ];
  return kinds[pick(kinds.length)] ?? [];
}

const countRejection = (name: string) => (error: unknown) => {
  if (!(error instanceof HttpError)) throw error;
  count(name);
};
