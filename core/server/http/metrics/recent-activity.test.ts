import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import fastify from 'fastify';
import { expect, it, vi } from 'vitest';
import { createCounters } from '#core/server/http/response-cache/stored-response.ts';
import { SettableClock } from '#tests/support/test-app.ts';
import { recordActivity } from './recent-activity.ts';

it('counts the responses of each minute, those of the cache included, and its server errors', async () => {
  const app = fastify();
  const counters = createCounters();
  const clock = new SettableClock();
  const activity = recordActivity(app, { counters }, clock, 50);
  app.get('/', async () => 'ok');
  app.get('/broken', async (_request, reply) => reply.code(500).send('failed'));
  await app.listen({ host: '127.0.0.1', port: 0 });
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  for (const path of ['/', '/broken']) {
    const [response] = (await once(get(url + path), 'response')) as [IncomingMessage];
    response.resume();
    await once(response, 'end');
  }
  // Pages call the API in memory, which is no request of a client.
  await app.inject('/');
  counters.hits += 5;

  const sum = (name: 'requests' | 'serverErrors') =>
    activity.minutes.reduce((total, minute) => total + minute[name], 0);
  await vi.waitUntil(() => sum('requests') === 7, { timeout: 20_000 });
  expect(activity.requests).toBe(7);
  expect(sum('serverErrors')).toBe(1);
  const [minute] = activity.minutes;
  expect(minute?.at).toEqual(clock.now());
  expect(minute?.memoryBytes).toBeGreaterThan(10e6);

  await vi.waitUntil(() => activity.minutes.length === 60, { timeout: 20_000 });
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(activity.minutes).toHaveLength(60);
  await app.close();
});
