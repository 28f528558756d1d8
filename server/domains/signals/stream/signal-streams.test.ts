import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { SIGNAL_TYPES } from '#contract/signals/signal-types.ts';
import { createLogger } from '#server/platform/logger.ts';
import {
  createNotifications,
  presentStored,
  RecordedStream,
  StoredEvents,
} from '#tests/support/signals/stored-events.ts';
import { createSignalStreams, type SignalStreams, type SignalStreamsDependencies } from './signal-streams.ts';
import type { SignedInCaller } from './stream.ts';

const opened: SignalStreams[] = [];
afterEach(() => {
  for (const streams of opened.splice(0)) streams.close();
});

/** One server's streams on stored events. Its regular checks run only if a test sets their intervals. */
function createServer(source: StoredEvents, overrides: Partial<SignalStreamsDependencies> = {}) {
  const { subscribe, notify, notifyTopic } = createNotifications();
  const streams = createSignalStreams({
    source,
    changes: { subscribe },
    logger: createLogger('silent'),
    present: presentStored,
    checkAccess: async (callers) => new Set(callers),
    intervals: { heartbeatMs: 3_600_000, checkMs: 3_600_000, pullRetryMs: 5 },
    ...overrides,
  });
  opened.push(streams);
  return { ...streams, notify, notifyTopic };
}

async function open(
  server: ReturnType<typeof createServer>,
  stream: RecordedStream,
): Promise<RecordedStream> {
  await server.add(stream, stream.positions);
  return stream;
}

const reconnect = (
  server: ReturnType<typeof createServer>,
  { signalTypes, caller, lastEventId }: RecordedStream,
) => open(server, new RecordedStream(signalTypes, { caller, lastEventId }));

const subscriber: SignedInCaller = { kind: 'customer', userId: 'u', sessionId: 's' };

describe('the streams of a server', () => {
  it('send no heartbeat to a client that disconnected while its stream was started', async () => {
    const server = createServer(new StoredEvents(), { intervals: { heartbeatMs: 2 } });
    const connected = await open(server, new RecordedStream(['intraday']));
    const disconnected = new RecordedStream(['intraday']);
    disconnected.isClosed = true;
    await open(server, disconnected);
    await expect.poll(() => connected.heartbeats).toBeGreaterThan(2);
    expect(disconnected.heartbeats).toBe(0);
  });

  it('ask every client once to load its lists again when prices change', async () => {
    const source = new StoredEvents();
    const intervals = { heartbeatMs: 3_600_000, checkMs: 3_600_000, reloadDelayMs: 20 };
    const server = createServer(source, { intervals });
    const visitor = await open(server, new RecordedStream(['intraday']));
    const premium = await open(server, new RecordedStream(['swing'], { caller: subscriber }));
    const { lastEventId } = visitor;
    for (let batch = 0; batch < 5; batch += 1) server.notifyTopic('prices');
    await expect.poll(() => premium.reloads).toBe(1);
    expect(visitor).toMatchObject({ reloads: 1, received: [], lastEventId });
    server.notifyTopic('prices');
    await expect.poll(() => visitor.reloads).toBe(2);
  });

  it('ask only subscribers to load their lists again when states of premium signals change', async () => {
    const intervals = { heartbeatMs: 3_600_000, checkMs: 3_600_000, reloadDelayMs: 20 };
    const server = createServer(new StoredEvents(), { intervals });
    const visitor = await open(server, new RecordedStream(['intraday']));
    const premium = await open(server, new RecordedStream(['swing'], { caller: subscriber }));
    server.notifyTopic('premium-states');
    await expect.poll(() => premium.reloads).toBe(1);
    server.notifyTopic('prices');
    await expect.poll(() => premium.reloads).toBe(2);
    expect(visitor.reloads).toBe(1);
  });

  it('send an event that is committed during a read without waiting for the next check', async () => {
    const source = new StoredEvents();
    const server = createServer(source);
    const stream = await open(server, new RecordedStream(['intraday']));
    source.commit('intraday');
    source.afterRead = async () => {
      source.afterRead = async () => {};
      source.commit('intraday');
      server.notify('intraday');
    };
    server.notify('intraday');
    await expect.poll(() => stream.received).toEqual(['intraday 1', 'intraday 2']);
  });

  it('send every event once after reads that failed', async () => {
    const source = new StoredEvents();
    const server = createServer(source);
    const stream = await open(server, new RecordedStream(['intraday']));
    let failures = 3;
    source.afterRead = async () => {
      if (failures-- > 0) throw new Error('The database is unreachable.');
    };
    source.commit('intraday');
    server.notify('intraday');
    await expect.poll(() => stream.received).toEqual(['intraday 1']);
    source.commit('intraday');
    server.notify('intraday');
    await expect.poll(() => stream.received).toEqual(['intraday 1', 'intraday 2']);
  });

  it('send an event whose notification was lost at the next check', async () => {
    const source = new StoredEvents();
    const server = createServer(source, { intervals: { checkMs: 5 } });
    const stream = await open(server, new RecordedStream(['intraday']));
    source.commit('intraday');
    await expect.poll(() => stream.received).toEqual(['intraday 1']);
  });

  it('start while events are published without a pause', async () => {
    const source = new StoredEvents();
    source.afterRead = () => nextTurn();
    const server = createServer(source);
    const first = await open(server, new RecordedStream(['intraday']));
    const publishNext = () => {
      if (source.list('intraday').length > 5_000) return;
      source.commit('intraday');
      server.notify('intraday');
    };
    first.onEvent = publishNext;
    publishNext();
    await open(server, new RecordedStream(['intraday']));
    expect(source.list('intraday').length).toBeLessThan(5_000);
    first.onEvent = () => {};
  });

  it('send nothing after the end of a stream, even if it ends during a broadcast', async () => {
    const source = new StoredEvents();
    const server = createServer(source);
    const streams = await Promise.all(
      Array.from({ length: 1_200 }, () => open(server, new RecordedStream(['intraday']))),
    );
    const [first] = streams as [RecordedStream];
    first.onEvent = () => server.close();
    source.commit('intraday');
    server.notify('intraday');
    await expect.poll(() => first.ended).toBe('restart');
    await delay(20);
    expect(streams.flatMap(({ afterEnd }) => afterEnd)).toEqual([]);
    expect(new Set(streams.map(({ ended }) => ended))).toEqual(new Set(['restart']));
  });

  it('read nothing after they were closed while they were loading', async () => {
    const source = new StoredEvents();
    const server = createServer(source, { intervals: { checkMs: 2, heartbeatMs: 2, pullRetryMs: 2 } });
    const adding = open(server, new RecordedStream(['intraday']));
    server.close();
    const stream = await adding;
    expect(stream.ended).toBe('restart');
    let reads = 0;
    source.afterRead = async () => {
      reads += 1;
    };
    server.notify('intraday');
    await delay(20);
    expect(reads).toBe(0);
  });
});

describe('a resumed stream', () => {
  it('receives the events of each type in order although the clocks of the servers differ', async () => {
    const source = new StoredEvents();
    for (const [type, time] of [
      ['intraday', 50],
      ['swing', 40],
      ['intraday', 10],
      ['swing', 30],
    ] as const)
      source.commit(type, new Date(time));
    const resume = (lastEventId: string | null) =>
      open(
        createServer(source),
        new RecordedStream(['intraday', 'swing'], { caller: subscriber, lastEventId }),
      );
    const all = await resume('intraday:0,swing:0');
    expect(all.received).toEqual(['swing 1', 'swing 2', 'intraday 1', 'intraday 2']);
    expect(all.lastEventId).toBe('intraday:2,swing:2');
  });

  it('resumes the types that are named, and starts the others at the present', async () => {
    const source = new StoredEvents();
    for (const type of ['intraday', 'swing', 'swing'] as const) source.commit(type);
    const server = createServer(source);
    const stream = await open(
      server,
      new RecordedStream(['intraday', 'swing'], { caller: subscriber, lastEventId: 'intraday:0' }),
    );
    expect(stream).toMatchObject({
      isResumed: true,
      received: ['intraday 1'],
      lastEventId: 'intraday:1,swing:2',
    });
    source.commit('swing');
    server.notify('swing');
    await expect.poll(() => stream.received).toEqual(['intraday 1', 'swing 3']);
  });

  it('loses no event of a type that starts at the present, even if it is committed during the start', async () => {
    const source = new StoredEvents();
    source.commit('investment');
    let isFirst = true;
    const server = createServer(source, {
      async checkAccess(callers) {
        if (isFirst) {
          isFirst = false;
          source.commit('swing');
          server.notify('swing');
          await nextTurn();
        }
        return new Set(callers);
      },
    });
    const lastEventId = 'investment:0';
    const stream = new RecordedStream(SIGNAL_TYPES, { caller: subscriber, lastEventId });
    await open(server, stream);
    expect(stream.received.toSorted()).toEqual(['investment 1', 'swing 1']);
  });

  it('waits for events that another server has sent earlier', async () => {
    const source = new StoredEvents();
    const [first, second] = [createServer(source), createServer(source)];
    const stream = await open(first, new RecordedStream(['intraday']));
    await open(second, new RecordedStream(['intraday']));
    source.commit('intraday');
    first.notify('intraday');
    await expect.poll(() => stream.received).toEqual(['intraday 1']);
    // The second server has not been notified.
    const resumed = await reconnect(second, stream);
    expect(resumed).toMatchObject({ isResumed: true, received: [] });
    source.commit('intraday');
    second.notify('intraday');
    await expect.poll(() => resumed.received).toEqual(['intraday 2']);
  });

  it('a resumed stream is served from memory by a server that has just started, however many clients resume', async () => {
    const source = new StoredEvents();
    const before = createServer(source);
    const streams = await Promise.all(
      Array.from({ length: 50 }, () => open(before, new RecordedStream(['intraday']))),
    );
    for (let count = 0; count < 3; count += 1) source.commit('intraday');
    let reads = 0;
    source.afterRead = async () => {
      reads += 1;
    };
    const restarted = createServer(source);
    const resumed = await Promise.all(streams.map((stream) => reconnect(restarted, stream)));
    for (const { received } of resumed) expect(received).toEqual(['intraday 1', 'intraday 2', 'intraday 3']);
    expect(reads).toBeLessThanOrEqual(1 + SIGNAL_TYPES.length);
  });

  it('starts at the present if it missed more than a server can hold for each client', async () => {
    const source = new StoredEvents();
    const present = async (events: Parameters<typeof presentStored>[0]) =>
      (await presentStored(events)).map((event) => ({ ...event, padding: 'x'.repeat(64 * 1024) }));
    const server = createServer(source, { present });
    for (let count = 0; count < 20; count += 1) source.commit('intraday');
    const open = (lastEventId: string) =>
      reconnect(server, new RecordedStream(['intraday'], { lastEventId }));
    expect(await open('intraday:10')).toMatchObject({ isResumed: true, lastEventId: 'intraday:20' });
    const stream = await open('intraday:1');
    expect(stream).toMatchObject({ isResumed: false, lastEventId: 'intraday:20', received: [] });
    source.commit('intraday');
    server.notify('intraday');
    await expect.poll(() => stream.received).toEqual(['intraday 21']);
  });

  it('starts at the present after an older database was restored', async () => {
    const source = new StoredEvents();
    const server = createServer(source);
    const stream = await open(server, new RecordedStream(['intraday']));
    for (let count = 0; count < 5; count += 1) source.commit('intraday');
    server.notify('intraday');
    await expect.poll(() => stream.received.length).toBe(5);
    source.remove('intraday', [3, 4, 5]);
    // The connection that listens for changes was lost and restored.
    server.notify(null);
    await expect.poll(() => stream.ended).toBe('restart');
    const again = await reconnect(server, stream);
    expect(again).toMatchObject({ isResumed: false, lastEventId: 'intraday:2' });
    source.commit('intraday');
    server.notify('intraday');
    await expect.poll(() => again.received).toEqual(['intraday 3']);
  });

  it('starts at the present after events were deleted before this server read them', async () => {
    const source = new StoredEvents();
    const server = createServer(source);
    const stream = await open(server, new RecordedStream(['intraday']));
    for (let count = 0; count < 3; count += 1) source.commit('intraday');
    source.remove('intraday', [1, 2]);
    server.notify('intraday');
    await expect.poll(() => stream.ended).toBe('restart');
    const again = await reconnect(server, stream);
    expect(again.isResumed).toBe(false);
    source.commit('intraday');
    server.notify('intraday');
    await expect.poll(() => again.received).toEqual(['intraday 4']);
  });

  it('starts at the present after an event that cannot be presented, and receives the next ones', async () => {
    const source = new StoredEvents();
    const server = createServer(source, {
      present: async (events) =>
        (await presentStored(events)).map((event, index) => (events[index]?.position === 2 ? null : event)),
    });
    const stream = await open(server, new RecordedStream(['intraday']));
    source.commit('intraday');
    server.notify('intraday');
    await expect.poll(() => stream.received).toEqual(['intraday 1']);
    source.commit('intraday');
    server.notify('intraday');
    await expect.poll(() => stream.ended).toBe('restart');
    const again = await reconnect(server, stream);
    expect(again.isResumed).toBe(false);
    source.commit('intraday');
    server.notify('intraday');
    await expect.poll(() => again.received).toEqual(['intraday 3']);
  });
});

describe('premium events', () => {
  /** A server whose callers all lose their access when a test says so. */
  function createPremiumServer(source: StoredEvents) {
    const access = { isEntitled: true, checks: 0, beforeCheck: async () => {}, afterCheck: async () => {} };
    const server = createServer(source, {
      checkAccess: async (callers) => {
        access.checks += 1;
        await access.beforeCheck();
        const entitled = new Set(access.isEntitled ? callers : []);
        await access.afterCheck();
        return entitled;
      },
    });
    return { server, access };
  }
  const openPremium = (server: ReturnType<typeof createServer>, lastEventId: string | null = null) =>
    open(server, new RecordedStream(['swing'], { caller: subscriber, lastEventId }));

  it('premium events are not sent to a stream that is added while the access of others is checked', async () => {
    const source = new StoredEvents();
    const { server, access } = createPremiumServer(source);
    const first = await openPremium(server);
    const other: SignedInCaller = { ...subscriber, sessionId: 'other' };
    const late = new RecordedStream(['swing'], { caller: other, lastEventId: 'swing:0' });
    access.afterCheck = async () => {
      access.afterCheck = async () => {};
      // The caller's access ended before the event was committed, but after the caller connected.
      access.isEntitled = false;
      await open(server, late);
    };
    source.commit('swing');
    server.notify('swing');
    await expect.poll(() => late.ended).toBe('access');
    expect(late.received).toEqual([]);
    expect(first.received).toEqual(['swing 1']);
  });

  it('premium events are not sent to a resuming caller whose access ended', async () => {
    const source = new StoredEvents();
    const { server, access } = createPremiumServer(source);
    source.commit('swing');
    access.isEntitled = false;
    const stream = await openPremium(server, 'swing:0');
    expect(stream).toMatchObject({ received: [], ended: 'access' });
  });

  it('premium events are not sent to a resuming caller whose access ends before an event that is broadcast while it resumes', async () => {
    const source = new StoredEvents();
    const { server, access } = createPremiumServer(source);
    const first = await openPremium(server);
    source.commit('swing');
    server.notify('swing');
    await expect.poll(() => first.received).toEqual(['swing 1']);
    first.isClosed = true;
    server.remove(first);
    access.afterCheck = async () => {
      access.afterCheck = async () => {};
      access.isEntitled = false;
      source.commit('swing');
      server.notify('swing');
      for (let turn = 0; turn < 5; turn += 1) await nextTurn();
    };
    const stream = await openPremium(server, 'swing:0');
    expect(stream).toMatchObject({ received: [], ended: 'access' });
  });

  it('premium events are sent after a check that begins after they were read', async () => {
    const source = new StoredEvents();
    const { server, access } = createPremiumServer(source);
    const stream = await openPremium(server);
    for (let count = 0; count < 250; count += 1) source.commit('swing');
    stream.onEvent = (id) => {
      if (id === 'swing 200') access.isEntitled = false;
    };
    server.notify('swing');
    await expect.poll(() => stream.ended).toBe('access');
    // Those of the first read, for which the access was checked.
    expect(stream.received).toHaveLength(200);
    expect(access.checks).toBe(2);
  });

  it('premium events are checked together for clients that resume at the same time', async () => {
    const source = new StoredEvents();
    const { server, access } = createPremiumServer(source);
    source.commit('swing');
    const streams = await Promise.all(Array.from({ length: 100 }, () => openPremium(server, 'swing:0')));
    expect(streams.every(({ received }) => received.length === 1)).toBe(true);
    expect(access.checks).toBeLessThan(5);
  });
});
