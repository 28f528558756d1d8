import { beforeEach, expect, it } from 'vitest';
import { HOUR, MINUTE } from '#core/server/platform/clock.ts';
import { createLogger } from '#core/server/platform/logger.ts';
import { subscriptions, webhookEvents } from '#features/billing/server/billing.tables.ts';
import { parseSubscription } from '#features/billing/server/paddle/snapshots.ts';
import { applySubscription } from '#features/billing/server/subscriptions/apply-snapshots.ts';
import { readSystem } from '#features/operations/contract/system.ts';
import { signInAdministrator } from '#tests/support/accounts/accounts.ts';
import {
  createFakePaddle,
  deliver,
  insertSubscription,
  makePaddleEvent,
  makeSubscriptionEntity,
} from '#tests/support/billing/paddle.ts';
import { useTestApp } from '#tests/support/test-app.ts';
import { createWebhookChecks, RejectedWebhooks } from './webhook-checks.ts';

const test = useTestApp({}, { paddle: createFakePaddle() });
let rejected: RejectedWebhooks;

beforeEach(async () => {
  test.clock.set('2026-11-21T05:42:00.000Z');
  rejected = new RejectedWebhooks();
  await test.database.db.delete(webhookEvents);
});

const run = (id: string) =>
  createWebhookChecks(test.database.db, test.clock, rejected)
    .find((check) => check.id === id)
    ?.run();
const reject = (count: number) => {
  for (let index = 0; index < count; index += 1) rejected.add(test.clock.now());
};
const makeEvent = () => makePaddleEvent('subscription.updated', makeSubscriptionEntity());

it('warns when webhooks are rejected and none is accepted, and says which setting is wrong', async () => {
  reject(2);
  expect(await run('paddle-webhooks')).toMatchObject({
    state: 'ok',
    cause: 'None was rejected in the last hour.',
  });
  reject(58);
  expect(await run('paddle-webhooks')).toEqual({
    state: 'warning',
    cause:
      '60 webhooks in the last hour rejected and none accepted since: their signatures were not made with PADDLE_WEBHOOK_SECRETS, or not within 30 seconds of the clock of this server. None was accepted yet.',
    action: expect.stringContaining('Copy the secret'),
  });
  test.clock.advance(HOUR);
  expect(await run('paddle-webhooks')).toMatchObject({ state: 'ok' });
});

it('ignores what strangers send while events of Paddle are accepted', async () => {
  reject(60);
  test.clock.advance(MINUTE);
  await deliver(test, makeEvent());
  expect(await run('paddle-webhooks')).toMatchObject({
    state: 'ok',
    cause: 'The last was accepted on 21 Nov 2026, 10:43 PKT.',
  });
  test.clock.advance(MINUTE);
  reject(3);
  // Strangers alone cannot raise more than a warning.
  expect(await run('paddle-webhooks')).toMatchObject({ state: 'warning' });
});

it('fails when webhooks are rejected and reconciliation brought a change of which no event was accepted', async () => {
  const entity = makeSubscriptionEntity({ updated_at: '2026-11-21T05:43:00.000000Z' });
  await deliver(test, makeEvent());
  test.clock.set('2026-11-21T06:00:00.000Z');
  await test.database.transaction((tx) =>
    applySubscription(tx, parseSubscription(entity), {
      tokenSecrets: { current: 'x'.repeat(32), accepted: [] },
      logger: createLogger('silent'),
      now: test.clock.now(),
    }),
  );
  expect(await run('paddle-webhooks')).toMatchObject({ state: 'ok' });
  reject(3);
  expect(await run('paddle-webhooks')).toMatchObject({ state: 'failing' });
  await deliver(test, makeEvent());
  expect(await run('paddle-webhooks')).toMatchObject({ state: 'ok' });
  await test.database.db.delete(subscriptions);
});

it('shows rejected webhooks on System, but not requests that are none', async () => {
  const { access: token } = await signInAdministrator(test);
  const read = async () => {
    test.clock.advance(1);
    const { body } = await test.call(readSystem, {}, { token });
    return body.checks.find(({ id }: { id: string }) => id === 'paddle-webhooks');
  };
  for (let index = 0; index < 5; index += 1)
    await deliver(test, makeEvent(), { headers: { 'paddle-signature': 'ts=1;h1=none' } });
  // A stranger can imitate the header.
  for (let index = 0; index < 5; index += 1) await deliver(test, {}, { secret: 'another' });
  for (let index = 0; index < 5; index += 1) await deliver(test, makeEvent(), { secret: 'another' });
  expect(await read()).toMatchObject({
    title: 'Webhooks from Paddle are accepted',
    state: 'warning',
    cause: expect.stringMatching(/^5 webhooks /),
    server: expect.stringMatching(/:3000$/),
    runbook: 'docs/operations/monitoring.md#check-paddle-webhooks',
  });
});

it('fails for events that wait, and warns of those that failed permanently', async () => {
  const event = { eventType: 'subscription.updated', entityId: 'sub_1', data: {} };
  const at = (time: string) => ({ occurredAt: new Date(time), receivedAt: new Date(time) });
  expect(await run('paddle-events')).toMatchObject({ state: 'ok', cause: 'All events are applied.' });
  await test.database.db.insert(webhookEvents).values([
    { ...event, eventId: 'evt_1', state: 'failed', ...at('2026-11-20T05:41:00Z') },
    { ...event, eventId: 'evt_2', state: 'waiting', ...at('2026-11-21T05:40:00Z') },
  ]);
  expect(await run('paddle-events')).toMatchObject({
    state: 'warning',
    cause: '1 event failed permanently; 1 event waits, the oldest for 2 minutes.',
    figures: { waiting: 1, oldest_seconds: 120 },
  });
  test.clock.advance(4 * MINUTE);
  expect(await run('paddle-events')).toMatchObject({ state: 'failing' });
});

it.each([
  ['2026-11-17T05:42:00.000Z', 'warning'],
  // Its event may have arrived and been deleted.
  ['2026-08-22T05:42:00.000Z', 'ok'],
])('warns of a change on %s without any event: %s', async (changedAt, state) => {
  await test.database.db.delete(subscriptions);
  await insertSubscription(test, null);
  await test.database.db.update(subscriptions).set({ paddleUpdatedAt: new Date(changedAt) });
  expect(await run('paddle-events')).toMatchObject({ state });
});
