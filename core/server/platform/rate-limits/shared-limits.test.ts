import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { EndpointShape } from '#core/contract/endpoint.ts';
import { connectDatabase } from '#core/server/platform/database.ts';
import { createLogger } from '#core/server/platform/logger.ts';
import { register, signIn } from '#features/accounts/contract/sign-in.ts';
import { createAppOnDatabase } from '#tests/support/database/app-on-database.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/test-database.ts';

const SETTINGS = { LIMIT_SIGN_IN_ACCOUNT: '4/15m', LIMIT_SIGN_UP_ADDRESS: '3/1h' };
const clientIp = '203.0.113.7';

let made: TestDatabase;
let closeAll: () => Promise<void>;
let servers: [FastifyInstance, FastifyInstance];
beforeAll(async () => {
  made = await createTestDatabase();
  const other = connectDatabase(made.database.url, createLogger('silent'));
  servers = [await createAppOnDatabase(made.database, SETTINGS), await createAppOnDatabase(other, SETTINGS)];
  closeAll = async () => {
    for (const server of servers) await server.close();
    await other.close();
    await made.remove();
  };
});
afterAll(() => closeAll());
beforeEach(() => made.database.pool.query('delete from rate_limits'));

async function send(
  server: FastifyInstance,
  { path }: EndpointShape,
  payload: object,
  remoteAddress = clientIp,
) {
  const url = `/api${path}`;
  return (await server.inject({ method: 'POST', url, remoteAddress, payload })).statusCode;
}

describe('two servers on one database', () => {
  it('rejects a sign-in on the second server after wrong passwords on both', async () => {
    const [first, second] = servers;
    const attempt = (server: FastifyInstance) =>
      send(server, signIn, { email: 'ayesha@example.com', password: 'not this one' });
    const statuses = [];
    for (const server of [first, second, first, first]) statuses.push(await attempt(server));
    expect(statuses).toEqual([401, 401, 401, 401]);
    expect(await attempt(second)).toBe(429);
    expect(await attempt(first)).toBe(429);
  });

  it('rejects wrong passwords for an account beyond four times the limit of a /64 from a /56', async () => {
    const attempt = (number: number) =>
      send(
        servers[number % 2] as FastifyInstance,
        signIn,
        { email: 'ayesha@example.com', password: 'not this one' },
        `2001:db8:1:${number.toString(16)}::1`,
      );
    const statuses = [];
    for (let number = 0; number < 16; number += 1) statuses.push(await attempt(number));
    expect(new Set(statuses)).toEqual(new Set([401]));
    expect(await attempt(17)).toBe(429);
    expect(await attempt(0x100)).toBe(401);
  });

  it('rejects registrations beyond sixteen times the limit of a /64 from a /48', async () => {
    const signUp = (number: number) =>
      send(
        servers[number % 2] as FastifyInstance,
        register,
        {
          first_name: 'Ayesha',
          last_name: 'Khan',
          email: `ipv6-${number}@example.com`,
          password: 'correct horse',
        },
        `2001:db8:2:${(number * 0x100).toString(16)}::1`,
      );
    const statuses = [];
    for (let number = 0; number < 48; number += 1) statuses.push(await signUp(number));
    expect(new Set(statuses)).toEqual(new Set([201]));
    expect(await signUp(48)).toBe(429);
  });

  it('rejects a registration on the second server after those of its IP address on both', async () => {
    const [first, second] = servers;
    const signUp = (server: FastifyInstance, number: number) =>
      send(server, register, {
        first_name: 'Ayesha',
        last_name: 'Khan',
        email: `ayesha-${number}@example.com`,
        password: 'correct horse',
      });
    const statuses = [];
    for (const [number, server] of [first, second, first].entries())
      statuses.push(await signUp(server, number));
    expect(statuses).toEqual([201, 201, 201]);
    expect(await signUp(second, 4)).toBe(429);
    expect(await signUp(first, 5)).toBe(429);
  });
});
