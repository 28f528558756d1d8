import { setTimeout as wait } from 'node:timers/promises';
import { beforeEach, expect, it, vi } from 'vitest';
import { alertDeliveries, alertEvents } from '#server/domains/alerts/alerts.tables.ts';
import { useTestApp } from '#tests/support/test-app.ts';
import type { MessageChannel, ReadyMessage } from './channel.ts';
import { sendMessages } from './send-messages.ts';

const test = useTestApp();
const NOW = new Date('2026-11-23T06:00:00Z');
const USER = 'c0000000-0000-4000-8000-000000000001';

beforeEach(async () => {
  test.clock.set(NOW.toISOString());
  await test.database.pool.query('truncate alert_events cascade');
});

/** Queues alerts of a sign-in, one for each target. */
async function queue(targets: string[]): Promise<void> {
  const { db } = test.database;
  const [event] = await db
    .insert(alertEvents)
    .values({
      key: 'test',
      kind: 'new_sign_in',
      subject: { device: 'Chrome' },
      audience: 'user',
      userId: USER,
      occurredAt: NOW,
      expiresAt: new Date('2026-11-24T06:00:00Z'),
    })
    .returning();
  const row = {
    eventId: event?.id ?? 0,
    userId: USER,
    channel: 'push',
    state: 'queued',
    isSilent: false,
  } as const;
  await db.insert(alertDeliveries).values(targets.map((target) => ({ ...row, target, dueAt: NOW })));
}

/** Sends what is queued over a channel whose lanes are the first letters of targets. */
function send(channel: Partial<MessageChannel>, sendOne: (target: string) => Promise<void>) {
  const prepared: string[][] = [];
  const done = sendMessages(
    {
      name: 'push',
      perSecond: 1_000,
      maxInFlight: 10,
      maxInFlightPerLane: 10,
      maxInFlightPerCustomer: 10,
      async prepare(_db, alerts) {
        prepared.push(alerts.map(({ delivery }) => delivery.target));
        return ({ delivery: { target } }): ReadyMessage => ({
          lane: target[0] ?? '',
          delayMs: 0,
          send: async () => {
            await sendOne(target);
            return { state: 'accepted' };
          },
        });
      },
      ...channel,
    },
    { claimant: 'test' },
    {
      database: test.database,
      clock: test.clock,
      logger: test.logger,
      config: { analyst: { name: null, registration: null } },
      signal: new AbortController().signal,
    },
  );
  return { prepared, done };
}

const countAccepted = async () => {
  const rows = await test.database.db.select().from(alertDeliveries);
  return rows.filter(({ state }) => state === 'accepted').length;
};

/** In how many milliseconds messages are due that wait. */
const listDelays = async () => {
  const rows = await test.database.db.select().from(alertDeliveries);
  return rows.flatMap(({ state, dueAt }) => (state === 'queued' ? dueAt.getTime() - NOW.getTime() : []));
};

it('has at most its limit of messages in flight for each service, and sends to the others meanwhile', async () => {
  await queue(['a1', 'a2', 'a3', 'a4', 'b1']);
  const now = vi.spyOn(performance, 'now').mockReturnValue(performance.now());
  const inFlight = new Set<string>();
  let most = 0;
  const slow = Promise.withResolvers<void>();
  const { done, prepared } = send({ maxInFlightPerLane: 2 }, async (target) => {
    // Those of the slow service wait for the other one.
    if (target === 'b1') return slow.resolve();
    inFlight.add(target);
    most = Math.max(most, inFlight.size);
    await slow.promise;
    inFlight.delete(target);
  });
  await done;
  now.mockRestore();
  expect([most, await countAccepted(), prepared.length]).toEqual([2, 5, 1]);
});

it('postpones what waits for a service without results', async () => {
  await queue(['a1', 'a2', 'a3', 'a4', 'b1']);
  const results = Promise.withResolvers<void>();
  const { done } = send({ maxInFlightPerLane: 2 }, async (target) => {
    if (target !== 'b1') await results.promise;
  });
  await expect.poll(listDelays, { timeout: 5_000 }).toEqual([500, 500]);
  results.resolve();
  await done;
  expect(await countAccepted()).toBe(3);
  test.clock.advance(500);
  await send({ maxInFlightPerLane: 2 }, async () => {}).done;
  expect(await countAccepted()).toBe(5);
});

it('sends to other services soon, although a slow one has many messages and returns results', async () => {
  await queue([...Array.from({ length: 150 }, (_, index) => `a${index}`), 'b1']);
  let slow = 0;
  let before: number | null = null;
  // Each time, 25 are claimed. The slow service returns 20 results a second.
  const { done } = send({ perSecond: 100, maxInFlightPerLane: 2 }, async (target) => {
    if (target === 'b1') before = slow;
    else slow += 1;
    await wait(100);
  });
  await done;
  expect(before).toBeLessThan(50);
});

it('lets other work run between messages that take longer than their interval', async () => {
  await queue(Array.from({ length: 40 }, (_, index) => `a${index}`));
  let turns = 0;
  const count = () => {
    turns += 1;
    timer = setImmediate(count);
  };
  let timer = setImmediate(count);
  let atFirst: number | null = null;
  let atLast = 0;
  const { done } = send(
    { maxInFlight: 100, maxInFlightPerLane: 100, maxInFlightPerCustomer: 100 },
    async () => {
      atFirst ??= turns;
      atLast = turns;
      for (const until = performance.now() + 3; performance.now() < until; );
    },
  );
  await done;
  clearImmediate(timer);
  expect(atLast - (atFirst ?? 0)).toBeGreaterThan(10);
});

it('prepares what has waited for more than a second again', async () => {
  await queue(['a1', 'a2']);
  const now = vi.spyOn(performance, 'now');
  const start = performance.now();
  now.mockReturnValue(start);
  const { prepared, done } = send({ maxInFlight: 1 }, async () => {
    now.mockReturnValue(start + 1_001);
  });
  await done;
  now.mockRestore();
  expect(prepared.map((targets) => targets.length)).toEqual([2, 1]);
  expect(await countAccepted()).toBe(2);
});

it('stores results again that could not be stored, and sends no message twice', async () => {
  const { db } = test.database;
  await queue(['a1', 'a2', 'b1']);
  // All statements before are built by Drizzle.
  const execute = vi.spyOn(db, 'execute').mockRejectedValueOnce(new Error('deadlock detected'));
  const sent: string[] = [];
  await send({}, async (target) => void sent.push(target)).done;
  expect(execute).toHaveBeenCalledTimes(2);
  execute.mockRestore();
  expect(sent.toSorted()).toEqual(['a1', 'a2', 'b1']);
  expect(await countAccepted()).toBe(3);
});

it('stops when results cannot be stored', async () => {
  const { db } = test.database;
  await queue(Array.from({ length: 30 }, (_, index) => `a${index}`));
  const execute = vi.spyOn(db, 'execute').mockRejectedValue(new Error('deadlock detected'));
  let sent = 0;
  // Each time, 5 are claimed.
  const { done } = send({ perSecond: 20 }, async () => {
    sent += 1;
  });
  await expect(done).rejects.toThrow('deadlock detected');
  execute.mockRestore();
  expect(sent).toBeLessThan(30);
});
