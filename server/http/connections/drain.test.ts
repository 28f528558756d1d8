import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import fastify from 'fastify';
import { expect, it } from 'vitest';
import { connectTo } from '#tests/support/sockets.ts';
import { registerDrain } from './drain.ts';

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
