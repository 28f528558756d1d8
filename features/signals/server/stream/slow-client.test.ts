import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { createLogger } from '#core/server/platform/logger.ts';
import { openStreamClient } from '#tests/support/signals/signal-stream.ts';
import { createNotifications, StoredEvents } from '#tests/support/signals/stored-events.ts';
import { SignalStreams } from './signal-streams.ts';
import { openStream, type SignalStream } from './stream.ts';

/** So large that the buffers of the operating system hold few events. */
const PADDING = 'x'.repeat(64 * 1024);

/** Serves streams of large events. */
async function serveLargeEvents(source: StoredEvents, intervals = {}) {
  const { subscribe, notify } = createNotifications();
  const streams = new SignalStreams({
    source: {
      readVersions: () => source.readVersions(),
      readEvents: async (type, range) =>
        (await source.readEvents(type, range)).map((event) => ({ ...event, padding: PADDING })),
    },
    changes: { subscribe },
    logger: createLogger('silent'),
    checkAccess: async (callers) => new Set(callers),
    intervals,
  });
  const opened: SignalStream[] = [];
  const sockets: Socket[] = [];
  const server = createServer((request, response) => {
    const stream = openStream(response, { signalTypes: ['intraday'], caller: null, headers: {} });
    opened.push(stream);
    sockets.push(request.socket);
    void streams.add(stream);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    streams.close();
    server.closeAllConnections();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, opened, sockets, notify };
}

it('disconnects a client that stops reading, which then learns the last version', async () => {
  const source = new StoredEvents();
  const { port, opened, notify } = await serveLargeEvents(source);
  const slow = await openStreamClient(port);
  await slow.waitFor('ready');
  slow.pause();
  const publish = () => {
    const id = source.commit('intraday');
    notify('intraday');
    return id;
  };
  await expect
    .poll(
      () => {
        publish();
        return opened[0]?.isClosed;
      },
      { interval: 1, timeout: 10_000 },
    )
    .toBe(true);
  const missed = publish();
  slow.resume();
  await slow.closed;
  const received = slow.events.slice(1).map(({ data }) => data.id);
  expect(received).toEqual(source.list('intraday').slice(0, received.length));
  expect(received).not.toContain(missed);
  const again = await openStreamClient(port);
  expect((await again.waitFor('ready')).id).toBe(`intraday:${source.list('intraday').length}`);
  again.disconnect();
});

it('disconnects a client that stops reading while no further events are published', async () => {
  const source = new StoredEvents();
  const { port, opened, sockets, notify } = await serveLargeEvents(source, { heartbeatMs: 50 });
  const slow = await openStreamClient(port);
  await slow.waitFor('ready');
  slow.pause();
  const isWaiting = () => (sockets[0]?.writableLength ?? 0) > 0 || opened[0]?.isClosed;
  await expect
    .poll(
      () => {
        if (isWaiting()) return true;
        source.commit('intraday');
        notify('intraday');
        return false;
      },
      { interval: 1, timeout: 10_000 },
    )
    .toBe(true);
  await expect.poll(() => opened[0]?.isClosed, { timeout: 5_000 }).toBe(true);
});
