import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLogger } from '#core/server/platform/logger.ts';
import { createAppOnDatabase } from '#tests/support/database/app-on-database.ts';
import { createTestDatabase } from '#tests/support/database/test-database.ts';

const INFO = 30;
const WARN = 40;

let made: Awaited<ReturnType<typeof createTestDatabase>>;
let app: FastifyInstance;
let lines: { level: number; code?: string; msg: string }[] = [];

beforeAll(async () => {
  made = await createTestDatabase();
  const logger = createLogger('debug', { write: (line) => void lines.push(JSON.parse(line)) });
  app = await createAppOnDatabase(made.database, {}, { logger });
  await app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await app.close();
  await made.remove();
});
beforeEach(() => {
  lines = [];
});

async function send(text: string): Promise<Socket> {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => {});
  await once(socket, 'connect');
  const received = once(app.server, 'request');
  socket.write(text);
  await received;
  return socket;
}

describe('a client that disconnects', () => {
  it.each([
    ['the API', '/api/customers/auth/login/', 'application/json'],
    ['a page', '/login', 'application/x-www-form-urlencoded'],
  ])('logs a client error when a client disconnects while it sends a body to %s', async (_, path, type) => {
    const socket = await send(
      `POST ${path} HTTP/1.1\r\nHost: tezi.test\r\nContent-Type: ${type}\r\nContent-Length: 500\r\n\r\n{"email":`,
    );
    socket.resetAndDestroy();
    await vi.waitFor(
      () => expect(lines).toMatchObject([{ level: INFO, code: 'client_aborted', msg: 'request rejected' }]),
      // The first request for a page loads all of them.
      { timeout: 20_000 },
    );
  });

  it('logs no error when a client disconnects while it waits for the response', async () => {
    const finished = new Promise<void>((resolve) =>
      app.server.once('request', (_request, response) => response.once('close', resolve)),
    );
    const socket = await send('GET /api/news/articles/ HTTP/1.1\r\nHost: tezi.test\r\n\r\n');
    socket.resetAndDestroy();
    await finished;
    expect(await app.inject('/api/news/articles/')).toMatchObject({ statusCode: 200 });
    expect(lines.filter(({ level }) => level >= WARN)).toEqual([]);
  });
});
