import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createAppOnDatabase } from '#tests/support/database/app-on-database.ts';
import { useTestApp } from '#tests/support/test-app.ts';
import { createLogger } from './logger.ts';

const test = useTestApp();
const lines: string[] = [];
let app: FastifyInstance;

beforeAll(async () => {
  const logger = createLogger('debug', { write: (line) => void lines.push(line) });
  app = await createAppOnDatabase(test.database, {}, { logger });
});
afterAll(() => app.close());

const post = (url: string, payload: unknown, headers: Record<string, string> = {}) =>
  app.inject({ method: 'POST', url: `/api${url}`, payload: payload as object, headers });

it('logs no password, token or email of any request, whether it succeeds or fails', async () => {
  const password = 'Unmistakable-Passw0rd-7731';
  const email = 'logged@example.com';
  const customer = { first_name: 'A', last_name: 'B', email, password };
  const { tokens } = (await post('/customers/auth/register/', customer)).json();
  const bearer = { authorization: `Bearer ${tokens.access}` };

  await post('/customers/auth/register/', customer);
  await post('/customers/auth/login/', { email, password });
  await post('/customers/auth/login/', { email, password: `${password}-wrong` });
  await post('/customers/auth/login/', { email: [email], password: { password } });
  await post('/customers/auth/login/', `{"password": "${password}", broken`, {
    'content-type': 'application/json',
  });
  await post('/customers/auth/token/refresh/', { refresh: `${tokens.refresh}x` });
  await post('/customers/update-password/', { current_password: password, new_password: 'short' }, bearer);
  await post('/customers/delete-account/', { password: `${password}-wrong` }, bearer);
  await post('/customers/auth/password-reset/confirm/', {
    token: 'Unmistakable-Token-5519',
    new_password: password,
  });
  await app.inject({
    url: '/api/customers/profile/?token=Unmistakable-Token-5519',
    headers: { authorization: `Bearer ${tokens.access}x` },
  });
  // Unexpected errors contain the query and its values.
  await app.inject({
    url: '/api/customers/profile/',
    headers: { ...bearer, cookie: `tezi_device=${password}` },
  });
  await test.database.pool.query('alter table users rename to users_away');
  await post('/customers/auth/register/', { ...customer, email: 'other@example.com' });
  await post('/customers/auth/login/', { email, password });
  await test.database.pool.query('alter table users_away rename to users');
  await post('/customers/auth/token/refresh/', { refresh: tokens.refresh });

  const log = lines.join('');
  expect(log).toContain('"request rejected"');
  expect(log).toContain('"request failed"');
  for (const secret of [password, tokens.access, tokens.refresh, 'Unmistakable-Token-5519', '$argon2id$']) {
    expect(log).not.toContain(secret);
  }
  expect(log).not.toContain(email);
});
