import { beforeEach, expect, it } from 'vitest';
import { HOUR, MINUTE } from '#core/server/platform/clock.ts';
import type { SentChannel } from '#features/alerts/contract/channels.ts';
import { alertDeliveries, alertEvents, alertLanes } from '#features/alerts/server/alerts.tables.ts';
import { useTestApp } from '#tests/support/test-app.ts';
import { createDeliveryChecks } from './delivery-checks.ts';

const test = useTestApp();
const NOW = '2026-11-23T06:00:00.000Z';

beforeEach(async () => {
  test.clock.set(NOW);
  await test.database.pool.query('truncate alert_events, alert_lanes cascade');
});

const run = (channel: SentChannel) =>
  createDeliveryChecks(test.database.db, test.clock, { [channel]: true })
    .find(({ id }) => id === `alerts-${channel}`)
    ?.run();

const before = (ms: number) => new Date(Date.parse(NOW) - ms);

async function queue(
  channel: SentChannel,
  count: number,
  { occurredAt, ...delivery }: { occurredAt: Date } & Partial<typeof alertDeliveries.$inferInsert>,
): Promise<void> {
  const [event] = await test.database.db
    .insert(alertEvents)
    .values({
      key: `signal:${Math.random()}`,
      kind: 'signal_swing',
      subject: {},
      audience: 'everyone',
      occurredAt,
      expiresAt: before(-HOUR),
    })
    .returning();
  const values = Array.from({ length: count }, (_, index) => ({
    eventId: event?.id ?? 0,
    userId: crypto.randomUUID(),
    channel,
    target: String(index),
    state: 'queued' as const,
    isSilent: false,
    dueAt: occurredAt,
    ...delivery,
  }));
  await test.database.db.insert(alertDeliveries).values(values);
}

it('fails while a service limits the messages, whenever their next attempt is', async () => {
  await queue('telegram', 250, {
    occurredAt: before(10 * MINUTE),
    dueAt: before(-5 * MINUTE),
    reason: 'unreachable',
  });
  expect(await run('telegram')).toEqual({
    state: 'failing',
    cause:
      '250 messages wait, the oldest since 23 Nov 2026, 10:50 PKT: the service limits, rejects or does not accept them, and 250 of them wait for their next attempt.',
    action: expect.stringContaining('status page'),
    figures: { waiting: 250, oldest_seconds: 600 },
  });
  expect(await run('push')).toMatchObject({ state: 'ok', figures: { waiting: 0 } });
});

it('fails while messages of several customers are due and no server sends them, and warns of a few', async () => {
  await queue('push', 4, { occurredAt: before(6 * MINUTE) });
  expect(await run('push')).toMatchObject({
    state: 'warning',
    cause: expect.stringContaining('they are due, and no server sends them'),
  });
  await queue('push', 1, { occurredAt: before(6 * MINUTE) });
  expect(await run('push')).toMatchObject({ state: 'failing' });
});

it('ignores retries of devices and hosts that do not respond, until they are late themselves', async () => {
  for (const channel of ['push', 'webhook'] as const) {
    const retry = { occurredAt: before(HOUR), attempts: 3, reason: 'unreachable' as const };
    await queue(channel, 5, { ...retry, dueAt: before(-MINUTE) });
    expect(await run(channel)).toMatchObject({ state: 'ok', cause: 'No message waits.' });
    await queue(channel, 5, { ...retry, dueAt: before(MINUTE) });
    expect(await run(channel)).toMatchObject({ state: 'ok', figures: { waiting: 5, oldest_seconds: 60 } });
    await queue(channel, 5, { ...retry, dueAt: before(6 * MINUTE) });
    expect(await run(channel)).toMatchObject({ state: 'failing' });
  }
});

const COMMON = 'https://push.example';
const RARE = 'https://host.example';

async function addLanes(
  paused: typeof COMMON | typeof RARE,
  reason: 'limited' | 'unreachable',
): Promise<void> {
  const pause = { pausedSince: before(10 * MINUTE), pausedUntil: before(-MINUTE), pauseReason: reason };
  const lanes = [
    { channel: 'push' as const, lane: COMMON, customers: 96 },
    { channel: 'push' as const, lane: RARE, customers: 4 },
  ];
  await test.database.db
    .insert(alertLanes)
    .values(lanes.map((each) => (each.lane === paused ? { ...each, ...pause } : each)));
}

it('names a service that is paused, also before messages are late or when none waits', async () => {
  await addLanes(COMMON, 'limited');
  expect(await run('push')).toMatchObject({
    state: 'warning',
    cause:
      'No message waits: https://push.example limits this site since 23 Nov 2026, 10:50 PKT, and is tried again at 23 Nov 2026, 11:01 PKT.',
    action: expect.stringContaining('Publish less'),
  });
  await queue('push', 250, { occurredAt: before(10 * MINUTE), lane: COMMON });
  expect(await run('push')).toMatchObject({
    state: 'failing',
    cause: expect.stringContaining(
      '250 messages wait, the oldest since 23 Nov 2026, 10:50 PKT: https://push.example',
    ),
    figures: { waiting: 250, oldest_seconds: 600 },
  });
  expect(await run('telegram')).toMatchObject({ state: 'ok' });
});

it('ignores hosts of few customers, which anyone can name', async () => {
  await addLanes(RARE, 'unreachable');
  await queue('push', 40, { occurredAt: before(HOUR), lane: RARE });
  await queue('push', 40, { occurredAt: before(HOUR) });
  expect(await run('push')).toMatchObject({
    state: 'ok',
    cause: 'No message waits.',
    figures: { waiting: 0 },
  });
});

it('is ok while messages are sent', async () => {
  await queue('push', 3, { occurredAt: before(4 * MINUTE) });
  expect(await run('push')).toMatchObject({
    state: 'ok',
    cause: '3 messages wait, the oldest since 23 Nov 2026, 10:56 PKT.',
  });
});

it('ignores what the settings of customers defer, until it is due', async () => {
  await queue('push', 5, {
    occurredAt: before(8 * HOUR),
    dueAt: before(-HOUR),
    isDeferred: true,
    reason: 'quiet_hours',
  });
  expect(await run('push')).toMatchObject({ state: 'ok', cause: 'No message waits.' });
  test.clock.advance(HOUR + 6 * MINUTE);
  expect(await run('push')).toMatchObject({ state: 'failing', figures: { waiting: 5, oldest_seconds: 360 } });
});
