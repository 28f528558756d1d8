import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { HOUR } from '#core/server/platform/clock.ts';
import { findUserByEmail } from '#features/accounts/server/accounts.queries.ts';
import { hasPremium } from '#features/billing/server/access/entitlement.ts';
import {
  billingReconciliation,
  paddleCustomers,
  payments,
  subscriptions,
  webhookEvents,
} from '#features/billing/server/billing.tables.ts';
import { makeCheckoutReference } from '#features/billing/server/checkout/checkout.ts';
import { parsePayment, parseSubscription } from '#features/billing/server/paddle/snapshots.ts';
import { applySubscription } from '#features/billing/server/subscriptions/apply-snapshots.ts';
import { signUpCustomer } from '#tests/support/accounts/accounts.ts';
import {
  type History,
  histories,
  runStep,
  type Step,
  selectArrivingEvents,
} from '#tests/support/billing/history.ts';
import { createFakePaddle, deliver } from '#tests/support/billing/paddle.ts';
import { createSimulatedPaddle, type SimulatedPaddle } from '#tests/support/billing/simulated-paddle.ts';
import { useTestApp } from '#tests/support/test-app.ts';

const START = '2026-11-21T05:42:00.000Z';
const TOKEN_SECRETS = { current: 'x'.repeat(32), accepted: [] };

const account = createFakePaddle();
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

it('stores the same state as Paddle after lost, repeated and reordered events, and gives premium to paying customers', async () => {
  await fc.assert(
    fc.asyncProperty(histories, async (history) => {
      await reset();
      await play(history);
      await test.billing.reconcileIfDue();
      await expectSameStateAsPaddle();
    }),
    { numRuns: 20 },
  );
}, 120_000);

async function reset(): Promise<void> {
  paddle.control.reset();
  test.clock.set(START);
  for (const table of [webhookEvents, subscriptions, payments, paddleCustomers, billingReconciliation]) {
    await test.database.db.delete(table);
  }
}

/** Runs the steps at Paddle. Webhooks are delivered in batches; some API responses are applied too. */
async function play(history: History): Promise<void> {
  let delivered = 0;
  for (const [index, step] of history.steps.entries()) {
    const response = await runStep(paddle, step, makeCheckoutData(step));
    test.clock.set(paddle.control.now().toISOString());
    if (response && history.receivedResponses[index]) {
      const parts = { tokenSecrets: TOKEN_SECRETS, logger: test.logger, now: test.clock.now() };
      await test.database.transaction((tx) => applySubscription(tx, response, parts));
    }
    if (index % 3 !== 2) continue;
    const { events } = paddle.control.state();
    await deliverEvents(events.slice(delivered), history);
    delivered = events.length;
  }
  await deliverEvents(paddle.control.state().events.slice(delivered), history);
  test.clock.set(new Date(paddle.control.now().getTime() + HOUR).toISOString());
}

async function deliverEvents(
  sent: Parameters<typeof selectArrivingEvents>[0],
  history: History,
): Promise<void> {
  for (const event of selectArrivingEvents(sent, history)) {
    const { notification_id: _, ...payload } = event;
    expect((await deliver(test, payload)).statusCode).toBe(200);
    if (history.order.length % 2 === 0) await test.billing.runDue();
  }
  await test.billing.runDue();
}

/** Returns the custom data of a purchase. */
function makeCheckoutData(step: Step): Record<string, string> {
  if (step.kind !== 'buy') return {};
  const subject = { userId, priceId: step.priceId };
  return {
    user_id: userId,
    checkout_ref: makeCheckoutReference(TOKEN_SECRETS, subject, paddle.control.now()),
  };
}

async function expectSameStateAsPaddle(): Promise<void> {
  const state = paddle.control.state();
  const rows = await test.database.db.select().from(subscriptions);
  const rowsById = new Map(rows.map((row) => [row.paddleId, row]));
  expect(rowsById.size).toBe(Object.keys(state.subscriptions).length);
  for (const entity of Object.values(state.subscriptions)) {
    const { status, nextBilledAt, scheduled, period, priceIds } = parseSubscription(entity);
    expect(rowsById.get(entity.id)).toMatchObject({
      status,
      nextBilledAt,
      priceId: priceIds[0],
      scheduledAction: scheduled?.action ?? null,
      scheduledAt: scheduled?.at ?? null,
      ...(period ? { periodStart: period.start, periodEnd: period.end } : {}),
    });
  }
  const paid = await test.database.db.select().from(payments);
  const expected = Object.values(state.transactions).map(parsePayment);
  expect(paid.map(({ paddleId, status }) => [paddleId, status]).toSorted()).toEqual(
    expected.map(({ paddleId, status }) => [paddleId, status]).toSorted(),
  );
  const failed = await test.database.db.select().from(webhookEvents);
  expect(failed.filter(({ state: outcome }) => outcome !== 'applied')).toEqual([]);
  expect(rows.map(({ userId: owner }) => owner)).toEqual(rows.map(() => userId));
  const statuses = new Set(rows.map(({ status }) => status));
  const isPremium = await hasPremium(test.database.db, userId, paddle.control.now());
  if (statuses.has('active') || statuses.has('trialing')) expect(isPremium).toBe(true);
  else if (!statuses.has('past_due')) expect(isPremium).toBe(false);
}
