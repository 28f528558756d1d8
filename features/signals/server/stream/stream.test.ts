import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { connectTo } from '#tests/support/network/sockets.ts';
import { HEARTBEAT } from './signal-streams.ts';
import { openStream, type SignalStream } from './stream.ts';

let server: Server;
afterEach(() => server.closeAllConnections());

async function openPair({ isReading }: { isReading: boolean }) {
  server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = await connectTo({ port: (server.address() as AddressInfo).port }, { isReading });
  client.send('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  const [, response] = (await once(server, 'request')) as [unknown, ServerResponse];
  const headers = { 'content-type': 'text/event-stream' };
  const stream = openStream(response, { signalTypes: ['intraday'], caller: null, headers });
  return { client, response, stream };
}

describe('a stream', () => {
  it('sends frames as they are, until its last one closes the connection', async () => {
    const { client, stream } = await openPair({ isReading: true });
    stream.send(Buffer.from('id: 1\n\n'));
    stream.end(Buffer.from('event: end\n\n'));
    const received = await client.closed;
    expect(received).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(received).toMatch(/\r\n\r\nid: 1\n\nevent: end\n\n$/);
    expect(received.toLowerCase()).not.toContain('transfer-encoding');
  });

  it('disconnects a client that does not read before much is waiting for it', async () => {
    const { response, stream } = await openPair({ isReading: false });
    const sent = sendUntilClosed(stream, response);
    expect(response.socket?.destroyed).toBe(true);
    expect(sent.maxPendingBytes).toBeLessThan(512 * 1024);
  });

  it('disconnects a client that receives nothing between two heartbeats although little is waiting for it', async () => {
    const { response, stream } = await openPair({ isReading: false });
    const frame = Buffer.alloc(64 * 1024, 'x');
    while (response.socket?.writableLength === 0) stream.send(frame);
    stream.sendIfIdle(HEARTBEAT);
    expect(stream.isClosed).toBe(false);
    stream.sendIfIdle(HEARTBEAT);
    expect(stream.isClosed).toBe(true);
  });

  it('disconnects a client that does not receive the last frame in time', async () => {
    const { response, stream } = await openPair({ isReading: false });
    const frame = Buffer.alloc(64 * 1024, 'x');
    while (response.socket?.writableLength === 0) stream.send(frame);
    const { socket } = response;
    stream.end(Buffer.from('event: end\n\n'));
    expect(stream.isClosed).toBe(false);
    expect(socket?.timeout).toBe(20_000);
    socket?.emit('timeout');
    expect(stream.isClosed).toBe(true);
  });

  it('stays open for a slow client that receives something between two heartbeats', async () => {
    const { client, response, stream } = await openPair({ isReading: false });
    const frame = Buffer.alloc(64 * 1024, 'x');
    while (response.socket?.writableLength === 0) stream.send(frame);
    stream.sendIfIdle(HEARTBEAT);
    client.socket.resume();
    await expect.poll(() => response.socket?.writableLength).toBe(0);
    client.socket.pause();
    while (response.socket?.writableLength === 0) stream.send(frame);
    stream.sendIfIdle(HEARTBEAT);
    expect(stream.isClosed).toBe(false);
  });
});

/** Sends frames of 64 KB without a pause, at most 1,000. */
function sendUntilClosed(stream: SignalStream, { socket }: ServerResponse) {
  const frame = Buffer.alloc(64 * 1024, 'x');
  let maxPendingBytes = 0;
  for (let index = 0; index < 1_000 && !socket?.destroyed; index += 1) {
    stream.send(frame);
    maxPendingBytes = Math.max(maxPendingBytes, socket?.writableLength ?? 0);
  }
  return { maxPendingBytes };
}
