import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { findUserByEmail } from '#server/domains/accounts/accounts.queries.ts';
import { hasPremium } from '#server/domains/billing/access/premium.ts';
import {
  billingReconciliation,
  paddleCustomers,
  paddleEvents,
  payments,
  subscriptions,
} from '#server/domains/billing/billing.tables.ts';
import { makeCheckoutReference } from '#server/domains/billing/checkout/checkout-reference.ts';
import { readPayment } from '#server/domains/billing/paddle/payment-snapshot.ts';
import { readSubscription } from '#server/domains/billing/paddle/subscription-snapshot.ts';
import { applySubscription } from '#server/domains/billing/subscriptions/apply-subscription.ts';
import { HOUR } from '#server/platform/clock.ts';
import { signUpCustomer } from '#tests/support/accounts/accounts.ts';
import {
  selectArrivingEvents,
  type Step,
  type History,
  runStep,
  histories,
} from '#tests/support/billing/history.ts';
import { deliver, fakePaddle } from '#tests/support/billing/paddle.ts';
import { type SimulatedPaddle, createSimulatedPaddle } from '#tests/support/billing/simulated-paddle.ts';
import { useTestApp } from '#tests/support/test-app.ts';

const START = '2026-11-21T05:42:00.000Z';
const TOKEN_SECRET = 'x'.repeat(32);

const account = fakePaddle();
const test = useTestApp({}, { paddle: account });
let paddle: SimulatedPaddle;
let userId: string;

beforeAll(async () => {
  paddle = await createSimulatedPaddle(new Date(START));
  account.gateway = paddle.gateway;
  const { email } = await signUpCustomer(test);
  userId = (await findUserByEmail(test.database.db, email))?.id ?? '';
});
afterAll(() => paddle.close());
beforeEach(() => void vi.stubGlobal('fetch', paddle.fetch));

it('the database too ends as Paddle has it, whatever was lost of a history, and gives premium to who paid', async () => {
  await fc.assert(
    fc.asyncProperty(histories, async (history) => {
      await startAnew();
      await live(history);
      await test.billing.reconcileIfDue();
      await expectAsAtPaddle();
    }),
    { numRuns: 20 },
  );
}, 120_000);

async function startAnew(): Promise<void> {
  paddle.control.reset();
  test.clock.set(START);
  for (const table of [paddleEvents, subscriptions, payments, paddleCustomers, billingReconciliation]) {
    await test.database.db.delete(table);
  }
}

/** What happens at Paddle is told by webhooks, a part at once and the rest later, and by the answers to what is done. */
async function live(history: History): Promise<void> {
  let told = 0;
  for (const [index, step] of history.steps.entries()) {
    const answer = await runStep(paddle, step, signed(step));
    test.clock.set(paddle.control.now().toISOString());
    if (answer && history.answered[index]) {
      const parts = { tokenSecret: TOKEN_SECRET, logger: test.logger, now: test.clock.now() };
      await test.database.transaction((tx) => applySubscription(tx, answer, parts));
    }
    if (index % 3 !== 2) continue;
    const { events } = paddle.control.state();
    await hear(events.slice(told), history);
    told = events.length;
  }
  await hear(paddle.control.state().events.slice(told), history);
  test.clock.set(new Date(paddle.control.now().getTime() + HOUR).toISOString());
}

async function hear(sent: Parameters<typeof selectArrivingEvents>[0], history: History): Promise<void> {
  for (const event of selectArrivingEvents(sent, history)) {
    const { notification_id: _, ...message } = event;
    expect((await deliver(test, message)).statusCode).toBe(200);
    if (history.order.length % 2 === 0) await test.billing.runDue();
  }
  await test.billing.runDue();
}

/** What a checkout of that step carries. */
function signed(step: Step): Record<string, string> {
  if (step.kind !== 'buy') return {};
  const subject = { userId, priceId: step.priceId };
  return {
    user_id: userId,
    checkout_ref: makeCheckoutReference(TOKEN_SECRET, subject, paddle.control.now()),
  };
}

async function expectAsAtPaddle(): Promise<void> {
  const state = paddle.control.state();
  const rows = await test.database.db.select().from(subscriptions);
  const known = new Map(rows.map((row) => [row.paddleId, row]));
  expect(known.size).toBe(Object.keys(state.subscriptions).length);
  for (const entity of Object.values(state.subscriptions)) {
    const { status, nextBilledAt, scheduled, period, priceIds } = readSubscription(entity);
    expect(known.get(entity.id)).toMatchObject({
      status,
      nextBilledAt,
      priceId: priceIds[0],
      scheduledAction: scheduled?.action ?? null,
      scheduledAt: scheduled?.at ?? null,
      ...(period ? { periodStart: period.start, periodEnd: period.end } : {}),
    });
  }
  const paid = await test.database.db.select().from(payments);
  const told = Object.values(state.transactions).map(readPayment);
  expect(paid.map(({ paddleId, status }) => [paddleId, status]).toSorted()).toEqual(
    told.map(({ paddleId, status }) => [paddleId, status]).toSorted(),
  );
  const failed = await test.database.db.select().from(paddleEvents);
  expect(failed.filter(({ state: outcome }) => outcome !== 'applied')).toEqual([]);
  expect(rows.map(({ userId: owner }) => owner)).toEqual(rows.map(() => userId));
  const statuses = new Set(rows.map(({ status }) => status));
  const isGiven = await hasPremium(test.database.db, userId, paddle.control.now());
  if (statuses.has('active') || statuses.has('trialing')) expect(isGiven).toBe(true);
  else if (!statuses.has('past_due')) expect(isGiven).toBe(false);
}
