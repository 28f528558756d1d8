import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { createLogger } from '#core/server/platform/logger.ts';
import { createNotifications, RecordedStream, StoredEvents } from '#tests/support/signals/stored-events.ts';
import { SignalStreams, type SignalStreamsDependencies } from './signal-streams.ts';
import type { SignedInCaller } from './stream.ts';

const opened: SignalStreams[] = [];
afterEach(() => {
  for (const streams of opened.splice(0)) streams.close();
});

/** One server's streams on stored events. Its regular checks run only if a test sets their intervals. */
function createServer(source: StoredEvents, overrides: Partial<SignalStreamsDependencies> = {}) {
  const { subscribe, notify, notifyTopic } = createNotifications();
  const streams = new SignalStreams({
    source,
    changes: { subscribe },
    logger: createLogger('silent'),
    checkAccess: async (callers) => new Set(callers),
    intervals: { heartbeatMs: 3_600_000, checkMs: 3_600_000, retryMs: 5 },
    ...overrides,
  });
  opened.push(streams);
  return Object.assign(streams, { notify, notifyTopic });
}

async function open(
  server: ReturnType<typeof createServer>,
  stream: RecordedStream,
): Promise<RecordedStream> {
  await server.add(stream);
  return stream;
}

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
    for (let batch = 0; batch < 5; batch += 1) server.notifyTopic('prices');
    await expect.poll(() => premium.reloads).toBe(1);
    expect(visitor).toMatchObject({ reloads: 1, received: [], starts: ['intraday:0'] });
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
    const server = createServer(source, { intervals: { checkMs: 2, heartbeatMs: 2, retryMs: 2 } });
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

describe('the versions of a stream', () => {
  it('are those up to which this server has sent the changes', async () => {
    const source = new StoredEvents();
    for (const type of ['intraday', 'swing', 'swing'] as const) source.commit(type);
    const server = createServer(source);
    const visitor = await open(server, new RecordedStream(['intraday']));
    const stream = await open(server, new RecordedStream(['intraday', 'swing'], { caller: subscriber }));
    expect([visitor.starts, stream.starts]).toEqual([['intraday:1'], ['intraday:1,swing:2']]);
    source.commit('swing');
    // Not yet notified: a stream that starts now receives the change later.
    const second = await open(server, new RecordedStream(['swing'], { caller: subscriber }));
    expect(second.starts).toEqual(['swing:2']);
    server.notify('swing');
    await expect.poll(() => [stream.received, second.received]).toEqual([['swing 3'], ['swing 3']]);
    expect([...stream.versions]).toEqual([
      ['intraday', 1],
      ['swing', 3],
    ]);
    expect(visitor.received).toEqual([]);
  });

  it('follow a change that is committed while the stream starts, in the event or in the first message', async () => {
    const source = new StoredEvents();
    source.afterRead = () => nextTurn();
    const server = createServer(source);
    for (let version = 1; version <= 20; version += 1) {
      source.commit('intraday');
      server.notify('intraday');
      for (let turn = 0; turn < version % 5; turn += 1) await nextTurn();
      const stream = await open(server, new RecordedStream(['intraday']));
      await expect.poll(() => stream.versions.get('intraday')).toBe(version);
      expect(Number(stream.starts[0]?.split(':')[1]) + stream.received.length).toBe(version);
    }
  });

  it('are followed by a change that was notified while the first stream started', async () => {
    const source = new StoredEvents();
    const server = createServer(source);
    source.afterRead = async () => {
      source.afterRead = async () => {};
      source.commit('intraday');
      server.notify('intraday');
    };
    const stream = await open(server, new RecordedStream(['intraday']));
    expect(stream.starts).toEqual(['intraday:0']);
    await expect.poll(() => stream.received).toEqual(['intraday 1']);
  });

  it('are read once for many streams of a server that has just started', async () => {
    const source = new StoredEvents();
    let reads = 0;
    source.afterRead = async () => {
      reads += 1;
    };
    const server = createServer(source);
    await Promise.all(Array.from({ length: 50 }, () => open(server, new RecordedStream(['intraday']))));
    expect(reads).toBe(1);
  });

  it('are read again for the next stream after a read that failed', async () => {
    const source = new StoredEvents();
    const server = createServer(source);
    source.afterRead = async () => {
      throw new Error('The database is unreachable.');
    };
    await expect(open(server, new RecordedStream(['intraday']))).rejects.toThrow('unreachable');
    source.afterRead = async () => {};
    expect((await open(server, new RecordedStream(['intraday']))).starts).toEqual(['intraday:0']);
  });

  it('are sent again, once, after an older database was restored', async () => {
    const source = new StoredEvents();
    const server = createServer(source);
    for (let count = 0; count < 5; count += 1) source.commit('intraday');
    const stream = await open(server, new RecordedStream(['intraday']));
    source.restore('intraday', 2);
    // The connection that listens for changes was lost and restored.
    server.notify(null);
    await expect.poll(() => stream.starts).toEqual(['intraday:5', 'intraday:2']);
    source.commit('intraday');
    server.notify('intraday');
    await expect.poll(() => stream.received).toEqual(['intraday 3']);
    expect(stream).toMatchObject({ ended: null, starts: ['intraday:5', 'intraday:2'] });
  });

  it('are sent again instead of many changes at once', async () => {
    const source = new StoredEvents();
    const server = createServer(source);
    const stream = await open(server, new RecordedStream(['intraday']));
    for (let count = 0; count < 201; count += 1) source.commit('intraday');
    server.notify('intraday');
    await expect.poll(() => stream.starts).toEqual(['intraday:0', 'intraday:201']);
    expect(stream.received).toEqual([]);
  });

  it('are sent again after an event that is missing or cannot be presented, and the next ones follow', async () => {
    const source = new StoredEvents();
    const readEvents: StoredEvents['readEvents'] = async (type, range) =>
      (await source.readEvents(type, range)).filter((event) => !('id' in event) || event.id !== 'intraday 2');
    const readVersions = () => source.readVersions();
    const server = createServer(source, { source: { readVersions, readEvents } });
    const stream = await open(server, new RecordedStream(['intraday']));
    for (let version = 1; version <= 3; version += 1) {
      source.commit('intraday');
      server.notify('intraday');
      await expect.poll(() => stream.versions.get('intraday')).toBe(version);
    }
    expect(stream.received).toEqual(['intraday 1', 'intraday 3']);
    expect(stream.starts).toEqual(['intraday:0', 'intraday:2']);
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
  const openPremium = (server: ReturnType<typeof createServer>) =>
    open(server, new RecordedStream(['swing'], { caller: subscriber }));

  it('premium events are not sent to a stream that is added while the access of others is checked', async () => {
    const source = new StoredEvents();
    const { server, access } = createPremiumServer(source);
    const first = await openPremium(server);
    const other: SignedInCaller = { ...subscriber, sessionId: 'other' };
    const late = new RecordedStream(['swing'], { caller: other });
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

  it('premium events are not sent to a caller whose access ends while they are read', async () => {
    const source = new StoredEvents();
    const { server, access } = createPremiumServer(source);
    const stream = await openPremium(server);
    source.afterRead = async () => {
      access.isEntitled = false;
    };
    source.commit('swing');
    server.notify('swing');
    await expect.poll(() => stream.ended).toBe('access');
    expect(stream.received).toEqual([]);
  });

  it('premium events are not sent while access cannot be checked, and once after it was', async () => {
    const source = new StoredEvents();
    const { server, access } = createPremiumServer(source);
    const stream = await openPremium(server);
    access.beforeCheck = async () => {
      throw new Error('The database is unreachable.');
    };
    source.commit('swing');
    server.notify('swing');
    await expect.poll(() => access.checks).toBeGreaterThan(2);
    expect(stream.received).toEqual([]);
    access.beforeCheck = async () => {};
    await expect.poll(() => stream.received).toEqual(['swing 1']);
  });

  it('new versions of premium signals are not sent to a caller whose access ended', async () => {
    const source = new StoredEvents();
    const { server, access } = createPremiumServer(source);
    const stream = await openPremium(server);
    for (let count = 0; count < 201; count += 1) source.commit('swing');
    access.isEntitled = false;
    server.notify('swing');
    await expect.poll(() => stream.ended).toBe('access');
    expect(stream.starts).toEqual(['swing:0']);
  });

  it('premium events are sent after a check that begins after they were read', async () => {
    const source = new StoredEvents();
    const { server, access } = createPremiumServer(source);
    const stream = await openPremium(server);
    stream.onEvent = (id) => {
      if (id !== 'swing 3') return;
      access.isEntitled = false;
      source.commit('swing');
      server.notify('swing');
    };
    for (let count = 0; count < 3; count += 1) source.commit('swing');
    server.notify('swing');
    await expect.poll(() => stream.ended).toBe('access');
    // Those of the first read, for which the access was checked.
    expect(stream.received).toEqual(['swing 1', 'swing 2', 'swing 3']);
    expect(access.checks).toBe(2);
  });
});
