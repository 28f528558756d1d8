import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { MINUTE, SECOND } from '#core/server/platform/clock.ts';
import { type AlertKind, describeKind } from '#features/alerts/contract/kinds.ts';
import { alertDeliveries, alertEvents, alertLanes } from '#features/alerts/server/alerts.tables.ts';
import { useTestApp } from '#tests/support/test-app.ts';
import type { MessageChannel, ReadyMessage, SendResult } from './channel.ts';
import { listPausedLanes } from './lanes.queries.ts';
import { createMessageSender } from './send-messages.ts';

const test = useTestApp();
const NOW = new Date('2026-11-23T06:00:00Z');
const USER = 'c0000000-0000-4000-8000-000000000001';
const getUser = (number: number) => `c0000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

beforeEach(async () => {
  test.clock.set(NOW.toISOString());
  await test.database.pool.query('truncate alert_events, alert_lanes cascade');
});

interface Queued {
  kind?: AlertKind;
  /** The lane that it was queued in, if it is not that of its target. */
  lane?: string;
  /** Each target is one of another customer. */
  isShared?: boolean;
}

/** Queues an alert for each target. Their lanes are what is before the slash. */
async function queue(targets: string[], { kind = 'new_sign_in', lane, isShared = false }: Queued = {}) {
  const { db } = test.database;
  const [event] = await db
    .insert(alertEvents)
    .values({
      key: `test ${kind} ${targets[0]}`,
      kind,
      subject: { device: 'Chrome' },
      audience: 'user',
      userId: USER,
      occurredAt: NOW,
      expiresAt: new Date('2026-11-24T06:00:00Z'),
    })
    .returning();
  const rows = targets.map((target, index) => ({
    eventId: event?.id ?? 0,
    userId: isShared ? USER : getUser(index),
    channel: 'push' as const,
    state: 'queued' as const,
    isSilent: false,
    priority: describeKind(kind).priority,
    lane: lane ?? toLane(target),
    target,
    dueAt: NOW,
  }));
  await db.insert(alertDeliveries).values(rows);
}

const toLane = (target: string) =>
  target.startsWith('new') ? '' : `https://${target.split('/')[0]}.example`;

/** Gives lanes to services. */
const addLanes = (names: string[], customers = 100) =>
  test.database.db
    .insert(alertLanes)
    .values(names.map((name) => ({ channel: 'push' as const, lane: `https://${name}.example`, customers })));

const LIMITS = { perSecond: 1_000, maxInFlight: 10, maxInFlightPerCustomer: 10 };
const ACCEPTED: SendResult = { state: 'accepted' };

/** Returns a function that sends what is queued over a channel whose targets are at `https://<before the slash>.example`. */
function createSending(channel: Partial<MessageChannel>, sendOne: (target: string) => Promise<unknown>) {
  const prepared: string[][] = [];
  const run = createMessageSender(
    {
      name: 'push',
      listTargets: async () => [],
      shared: LIMITS,
      lanes: LIMITS,
      async prepare(_db, alerts) {
        prepared.push(alerts.map(({ delivery }) => delivery.target));
        return ({ delivery: { target } }): ReadyMessage => ({
          url: `https://${target.split('/')[0]}.example/push`,
          delayMs: 0,
          send: async () => ((await sendOne(target)) as SendResult | undefined) ?? ACCEPTED,
        });
      },
      ...channel,
    },
    {
      database: test.database,
      clock: test.clock,
      logger: test.logger,
      config: { analyst: { name: null, registration: null } },
    },
  );
  const send = () => run({ claimant: 'test' }, { signal: new AbortController().signal });
  return { prepared, send };
}

const send = (channel: Partial<MessageChannel>, sendOne: (target: string) => Promise<unknown>) => {
  const { prepared, send } = createSending(channel, sendOne);
  return { prepared, done: send() };
};

const list = () => test.database.db.select().from(alertDeliveries).orderBy(alertDeliveries.id);
const listAccepted = async () =>
  (await list()).filter(({ state }) => state === 'accepted').map(({ target }) => target);
const countAccepted = async () => (await listAccepted()).length;
const numbers = (count: number, name: string) =>
  Array.from({ length: count }, (_, index) => `${name}/${index}`);

describe('a lane', () => {
  it('has at most its limit of messages in flight, and no other lane waits for it', async () => {
    await addLanes(['a', 'b']);
    await queue([...numbers(20, 'a'), ...numbers(20, 'b'), ...numbers(20, 'new')]);
    const stuck = Promise.withResolvers<void>();
    const inFlight = new Map<string, number>();
    const others: string[] = [];
    const { done } = send({ shared: { ...LIMITS, maxInFlight: 3 } }, async (target) => {
      const [name = ''] = target.split('/');
      if (name === 'b') return void others.push(target);
      inFlight.set(name, (inFlight.get(name) ?? 0) + 1);
      await stuck.promise;
    });
    const read = () => ({ ...Object.fromEntries(inFlight), b: others.length });
    await expect.poll(read, { timeout: 10_000 }).toEqual({ a: 10, new: 3, b: 20 });
    // Those that are queued now do not wait for the others either.
    await queue(['b/late']);
    await expect.poll(read, { timeout: 10_000 }).toEqual({ a: 10, new: 3, b: 21 });
    stuck.resolve();
    await done;
    expect(await countAccepted()).toBe(61);
  });

  it('of few customers has few messages in flight', async () => {
    await addLanes(['a'], 2);
    await queue(numbers(9, 'a'));
    let [inFlight, most] = [0, 0];
    const { done } = send({ lanes: { ...LIMITS, maxInFlightPerCustomer: 2 } }, async () => {
      inFlight += 1;
      most = Math.max(most, inFlight);
      await new Promise(setImmediate);
      inFlight -= 1;
    });
    await done;
    expect([most, await countAccepted()]).toEqual([4, 9]);
  });

  it('receives the messages to its origin that are queued in another one', async () => {
    await addLanes(['a', 'b']);
    await queue(['a/1'], { lane: '' });
    await queue(['new/1'], { lane: 'https://a.example' });
    await send({}, async () => {}).done;
    expect((await list()).map(({ target, state, lane }) => [target, state, lane])).toEqual([
      ['a/1', 'accepted', 'https://a.example'],
      ['new/1', 'accepted', ''],
    ]);
  });

  it('sends what is urgent first, and news last', async () => {
    await addLanes(['a']);
    for (const kind of ['meeting_announced', 'last_buying_day', 'new_sign_in'] as const)
      await queue([`a/${kind}`], { kind });
    const sent: string[] = [];
    // Only one at a time, so that the order is that of the claims.
    await test.database.db.update(alertEvents).set({ kind: 'new_sign_in' });
    await send({ lanes: { ...LIMITS, maxInFlight: 1 } }, async (target) => void sent.push(target)).done;
    expect(sent).toEqual(['a/new_sign_in', 'a/last_buying_day', 'a/meeting_announced']);
  });
});

it('sends to other customers while one has as many messages in flight as allowed', async () => {
  await queue(numbers(8, 'new'), { isShared: true });
  await queue(['new/other']);
  const stuck = Promise.withResolvers<void>();
  const sent: string[] = [];
  const { done } = send({ shared: { ...LIMITS, maxInFlightPerCustomer: 2 } }, async (target) => {
    sent.push(target);
    if (target !== 'new/other') await stuck.promise;
  });
  await expect.poll(() => sent, { timeout: 5_000 }).toEqual(['new/0', 'new/1', 'new/other']);
  stuck.resolve();
  await done;
  expect(await countAccepted()).toBe(9);
});

describe('a service that accepts no more', () => {
  const limited: SendResult = {
    state: 'postponed',
    afterMs: MINUTE,
    reason: 'unreachable',
    trouble: 'limited',
  };

  it('is tried again after the pause with one message, and no attempt is spent', async () => {
    await addLanes(['a', 'b']);
    await queue(numbers(200, 'a'));
    await queue(['b/1']);
    let isLimited = true;
    let requests = 0;
    const { send } = createSending({}, async (target) => {
      if (!target.startsWith('a')) return ACCEPTED;
      requests += 1;
      return isLimited ? limited : ACCEPTED;
    });
    await send();
    const paused = { lane: 'https://a.example', reason: 'limited' };
    expect(await listPausedLanes(test.database.db, 'push', test.clock.now())).toEqual([
      { ...paused, since: NOW, until: new Date(NOW.getTime() + MINUTE) },
    ]);
    expect([await listAccepted(), requests < 15]).toEqual([['b/1'], true]);
    for (let minute = 1; minute <= 45; minute += 1) {
      requests = 0;
      test.clock.advance(MINUTE);
      await send();
      expect(requests).toBe(1);
    }
    expect((await listPausedLanes(test.database.db, 'push', test.clock.now()))[0]?.since).toEqual(NOW);
    isLimited = false;
    test.clock.advance(MINUTE);
    await send();
    const rows = (await list()).filter(({ target }) => target.startsWith('a'));
    expect(rows.every(({ state, attempts }) => state === 'accepted' && attempts === 1)).toBe(true);
    test.clock.advance(5 * MINUTE);
    expect(await listPausedLanes(test.database.db, 'push', test.clock.now())).toEqual([]);
  });

  it('is not reported to operators if only a few accounts use it', async () => {
    await addLanes(['a'], 5);
    await addLanes(['b'], 96);
    await queue([...numbers(5, 'a'), ...numbers(5, 'b')]);
    await send({}, async () => limited).done;
    const lanes = await test.database.db.select().from(alertLanes);
    expect(lanes.every(({ pausedUntil }) => pausedUntil !== null)).toBe(true);
    const reported = await listPausedLanes(test.database.db, 'push', test.clock.now());
    expect(reported.map(({ lane }) => lane)).toEqual(['https://b.example']);
  });

  it('is not paused by the messages of one customer', async () => {
    await addLanes(['a']);
    await queue(numbers(6, 'a'), { isShared: true });
    await send({}, async () => limited).done;
    expect(await listPausedLanes(test.database.db, 'push', test.clock.now())).toEqual([]);
    expect((await list()).every(({ state, attempts }) => state === 'queued' && attempts === 0)).toBe(true);
  });

  it('makes another server wait too', async () => {
    await addLanes(['a']);
    await queue(numbers(5, 'a'));
    await send({}, async () => limited).done;
    const sent: string[] = [];
    const other = createSending({}, async (target) => void sent.push(target));
    await queue(['a/next']);
    await other.send();
    expect(sent).toEqual([]);
    test.clock.advance(MINUTE);
    await other.send();
    expect(sent.length).toBe(6);
  });
});

it('pauses a service that does not respond for longer each time, without spending attempts', async () => {
  await addLanes(['a']);
  await queue(numbers(100, 'a'));
  const { send } = createSending({}, async () => ({
    state: 'retry',
    afterMs: SECOND,
    reason: 'unreachable',
    trouble: 'unreachable',
  }));
  const pauses: number[] = [];
  for (let count = 0; count < 8; count += 1) {
    await send();
    const [lane] = await listPausedLanes(test.database.db, 'push', test.clock.now());
    const ms = (lane?.until.getTime() ?? 0) - test.clock.now().getTime();
    pauses.push(ms / SECOND);
    test.clock.advance(ms);
  }
  expect(pauses).toEqual([5, 10, 20, 40, 80, 160, 300, 300]);
  const rows = await list();
  expect(rows.every(({ state }) => state === 'queued')).toBe(true);
  expect(rows.reduce((total, { attempts }) => total + attempts, 0)).toBeLessThan(10);
});

it('lets other work run between messages that take longer than their interval', async () => {
  await queue(numbers(40, 'new'));
  let turns = 0;
  const count = () => {
    turns += 1;
    timer = setImmediate(count);
  };
  let timer = setImmediate(count);
  let atFirst: number | null = null;
  let atLast = 0;
  const { done } = send({ shared: { ...LIMITS, maxInFlight: 100 } }, async () => {
    atFirst ??= turns;
    atLast = turns;
    for (const until = performance.now() + 3; performance.now() < until; );
  });
  await done;
  clearImmediate(timer);
  expect(atLast - (atFirst ?? 0)).toBeGreaterThan(10);
});

it('prepares what has waited for more than a second again', async () => {
  await queue(['new/1', 'new/2']);
  const now = vi.spyOn(performance, 'now');
  const start = performance.now();
  now.mockReturnValue(start);
  const { prepared, done } = send({ shared: { ...LIMITS, maxInFlight: 1 } }, async () => {
    now.mockReturnValue(start + 1_001);
  });
  await done;
  now.mockRestore();
  expect(prepared.map((targets) => targets.length)).toEqual([2, 1]);
  expect(await countAccepted()).toBe(2);
});

/** Makes the storing of results fail, so often. Returns the number of times that it was tried. */
function failToStore(times: number) {
  const { db } = test.database;
  const execute = db.execute.bind(db);
  let tried = 0;
  vi.spyOn(db, 'execute').mockImplementation(((query: { queryChunks: { value?: string[] }[] }) => {
    const isStoring = query.queryChunks.some(({ value }) =>
      value?.join('').includes('set state = result.state'),
    );
    if (!isStoring) return execute(query as never);
    tried += 1;
    return tried <= times ? Promise.reject(new Error('deadlock detected')) : execute(query as never);
  }) as never);
  onTestFinished(() => void vi.restoreAllMocks());
  return () => tried;
}

it('stores results again that could not be stored, and sends no message twice', async () => {
  await queue(['new/1', 'new/2', 'new/3']);
  const getTried = failToStore(1);
  const sent: string[] = [];
  await send({}, async (target) => void sent.push(target)).done;
  expect(getTried()).toBe(2);
  expect(sent.toSorted()).toEqual(['new/1', 'new/2', 'new/3']);
  expect(await countAccepted()).toBe(3);
});

it('stops when results cannot be stored', async () => {
  await queue(numbers(30, 'new'));
  failToStore(Number.POSITIVE_INFINITY);
  let sent = 0;
  // Each time, 5 are claimed.
  const { done } = send({ shared: { ...LIMITS, perSecond: 20 } }, async () => {
    sent += 1;
  });
  await expect(done).rejects.toThrow('deadlock detected');
  expect(sent).toBeLessThan(30);
});
