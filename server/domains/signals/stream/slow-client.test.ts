import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { createLogger } from '#server/platform/logger.ts';
import { openStreamClient } from '#tests/support/signal-stream.ts';
import { createNotifications, presentStored, StoredEvents } from '#tests/support/stored-events.ts';
import { parsePositions } from './positions.ts';
import { createSignalStreams } from './signal-streams.ts';
import { openStream, type SignalStream } from './stream.ts';

/** So large that the buffers of the operating system hold few events. */
const PADDING = 'x'.repeat(64 * 1024);

/** Serves streams of large events. */
async function serveLargeEvents(source: StoredEvents) {
  const { subscribe, notify } = createNotifications();
  const streams = createSignalStreams({
    source,
    changes: { subscribe },
    logger: createLogger('silent'),
    present: async (events) => (await presentStored(events)).map((event) => ({ ...event, padding: PADDING })),
    checkAccess: async (callers) => new Set(callers),
  });
  const opened: SignalStream[] = [];
  const server = createServer((request, response) => {
    const stream = openStream(response, { signalTypes: ['intraday'], caller: null, headers: {} });
    opened.push(stream);
    void streams.add(stream, parsePositions(String(request.headers['last-event-id'] ?? '')));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    streams.close();
    server.closeAllConnections();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, opened, notify };
}

it('disconnects a client that stops reading, which resumes without losing or repeating an event', async () => {
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
  const received = [...slow.events];
  expect(received.at(-1)?.data.id).not.toBe(missed);

  const again = await openStreamClient(port, { lastEventId: slow.lastEventId });
  await expect.poll(() => again.events.at(-1)?.data.id).toBe(missed);
  received.push(...again.events);
  expect(again.events[0]?.data.resumed).toBe(true);
  const ids = received.filter(({ event }) => event === 'removed').map(({ data }) => data.id);
  expect(ids).toEqual(source.list('intraday'));
});
