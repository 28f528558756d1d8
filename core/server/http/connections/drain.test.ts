import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import fastify from 'fastify';
import { expect, it } from 'vitest';
import { connectTo } from '#tests/support/network/sockets.ts';
import { createClientErrorHandler, createStoppingError } from './client-errors.ts';
import { registerDrain } from './drain.ts';

it.each([
  ['headers', 'GET / HTTP/1.1\r\nHost: x\r\nX-Half', ''],
  ['a body', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: 9\r\n\r\nhalf', ''],
  ['headers of a second request', 'GET / HTTP/1.1\r\nHost: x\r\n\r\n', 'GET / HTTP/1.1\r\nX-Half'],
])('responds with 503 to a request of which only part of %s has arrived', async (_part, first, second) => {
  const app = fastify({ clientErrorHandler: createClientErrorHandler({ 'X-Test': 'yes' }) });
  registerDrain(app);
  app.get('/', () => 'complete');
  app.post('/', () => 'complete');
  let received = 0;
  app.server.on('connection', (socket: Socket) => {
    socket.on('data', (chunk: Buffer) => {
      received += chunk.length;
    });
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const client = await connectTo({ port: (app.server.address() as AddressInfo).port });
  client.send(first);
  await expect.poll(() => received).toBe(first.length);
  if (second !== '') {
    await expect.poll(() => client.received()).toContain('complete');
    client.send(second);
    await expect.poll(() => received).toBe(first.length + second.length);
  }
  await app.drain({ timeoutMs: 1_500 });
  const response = (await client.closed).replace(/^.*complete/s, '');
  expect(response).toMatch(/^HTTP\/1\.1 503 Service Unavailable\r\n/);
  expect(response).toContain('X-Test: yes\r\n');
  expect(response).toContain('Connection: close\r\n');
  expect(response).toContain('"The server is restarting. Send the request again."');
  await app.close();
});

/** Blocks the event loop, so that timers are due before data that has arrived is read. */
function block(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

it('responds to a request that has arrived on a kept-alive connection but is not read yet', async () => {
  const app = fastify();
  registerDrain(app);
  app.get('/', () => 'complete');
  await app.listen({ host: '127.0.0.1', port: 0 });
  const client = await connectTo({ port: (app.server.address() as AddressInfo).port });
  const request = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';
  client.send(request);
  await expect.poll(() => client.received()).toContain('complete');
  // In a callback of the poll phase, which the timers of the next turn follow.
  const drained = new Promise<void>((resolve) =>
    client.socket.once('data', () => {
      client.send(request);
      resolve(app.drain({ timeoutMs: 1_500 }));
      block(10);
    }),
  );
  client.send(request);
  await drained;
  expect((await client.closed).match(/complete/g)).toHaveLength(3);
  await app.close();
});

it('does not reset the connection of a rejected request whose rest arrives, and does not handle it', async () => {
  // More than fits into the buffers of the connection.
  const rest = 'more'.repeat(2_000_000);
  const app = fastify({ bodyLimit: 2 * rest.length, clientErrorHandler: createClientErrorHandler({}) });
  let handled = 0;
  app.post('/', () => {
    handled += 1;
    return 'complete';
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const connected = once(app.server, 'connection');
  const client = await connectTo({ port: (app.server.address() as AddressInfo).port });
  const [socket] = (await connected) as [Socket];
  const errors: Error[] = [];
  client.socket.on('error', (error) => void errors.push(error));
  const head = `POST / HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: ${4 + rest.length}`;
  const requested = once(app.server, 'request');
  client.send(`${head}\r\n\r\nhalf`);
  await requested;
  client.send(rest);
  app.server.emit('clientError', createStoppingError(), socket);
  expect(await client.closed).toMatch(/^HTTP\/1\.1 503 /);
  expect(errors).toEqual([]);
  expect(handled).toBe(0);
  await app.close();
});

it('closes the connection of a complete request without a response if its handler does not end in time', async () => {
  const app = fastify({ clientErrorHandler: createClientErrorHandler({}) });
  registerDrain(app);
  const begun = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  app.get('/', async () => {
    begun.resolve();
    await release.promise;
    return 'late';
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const client = await connectTo({ port: (app.server.address() as AddressInfo).port });
  client.send('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  await begun.promise;
  await app.drain({ timeoutMs: 100 });
  expect(await client.closed).toBe('');
  release.resolve();
  await app.close();
});

it('does not wait for pipelined requests of a client that has disconnected', async () => {
  const app = fastify();
  registerDrain(app);
  let received = 0;
  let finishFirst = () => {};
  app.addHook('onRequest', (_request, _reply, done) => {
    received += 1;
    done();
  });
  app.get('/', () =>
    received > 1 ? 'later' : new Promise((resolve) => (finishFirst = () => resolve('first'))),
  );
  await app.listen({ host: '127.0.0.1', port: 0 });
  const connected = once(app.server, 'connection');
  const client = await connectTo({ port: (app.server.address() as AddressInfo).port });
  const [socket] = (await connected) as [Socket];
  const disconnected = once(socket, 'close');
  client.send('GET / HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(5));
  await expect.poll(() => received).toBe(5);
  client.socket.destroy();
  await disconnected;
  finishFirst();
  // Longer than the test timeout: a request that is still counted fails the test.
  await app.drain({ timeoutMs: 60_000 });
  await app.close();
});
