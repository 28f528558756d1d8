import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { refreshTokens } from '#core/contract/accounts/tokens.ts';
import { readProfile as readProfileEndpoint } from '#features/accounts/contract/profile.ts';
import { signUpCustomer } from '#tests/support/accounts/accounts.ts';
import { createAppOnDatabase } from '#tests/support/database/app-on-database.ts';
import { useTestApp } from '#tests/support/test-app.ts';

/** Signs with this secret. */
const OLD = 'x'.repeat(32);
const NEW = 'y'.repeat(32);

const test = useTestApp();
let rotated: FastifyInstance;
let replaced: FastifyInstance;

beforeAll(async () => {
  const create = (accepted: string[]) =>
    createAppOnDatabase(test.database, {}, { tokenSecrets: { current: NEW, accepted } });
  [rotated, replaced] = await Promise.all([create([OLD]), create([])]);
});
afterAll(() => Promise.all([rotated.close(), replaced.close()]));

const readProfile = async (app: FastifyInstance, token: string) =>
  (
    await app.inject({
      url: `/api${readProfileEndpoint.path}`,
      headers: { authorization: `Bearer ${token}` },
    })
  ).statusCode;

const refresh = async (app: FastifyInstance, token: string) =>
  (
    await app.inject({ method: 'POST', url: `/api${refreshTokens.path}`, payload: { refresh: token } })
  ).json();

it('accepts access tokens that were signed with an accepted secret, and no others', async () => {
  const { access } = await signUpCustomer(test);
  expect(await readProfile(rotated, access)).toBe(200);
  expect(await readProfile(replaced, access)).toBe(401);
});

it('continues a session with the new secret', async () => {
  const { refresh: token } = await signUpCustomer(test);
  const { access } = await refresh(rotated, token);
  expect(await readProfile(replaced, access)).toBe(200);
});

it('returns the successor that another server derived from the old secret', async () => {
  const { refresh: token } = await signUpCustomer(test);
  const first = (await test.call(refreshTokens, { body: { refresh: token } })).body;
  const second = await refresh(rotated, token);
  expect(second.refresh).toBe(first.refresh);
  expect(await readProfile(replaced, second.access)).toBe(200);
});

it('continues a session without the old secret, until it is ended as docs/operations/secrets.md describes', async () => {
  const { refresh: token } = await signUpCustomer(test);
  const { access, refresh: successor } = await refresh(replaced, token);
  expect(await readProfile(replaced, access)).toBe(200);

  const [statement] =
    /UPDATE sessions [^"]+/.exec(await readFile('docs/operations/secrets.md', 'utf8')) ?? [];
  await test.database.pool.query(statement ?? '');
  expect(await readProfile(replaced, access)).toBe(401);
  expect(await refresh(replaced, successor)).not.toHaveProperty('refresh');
});
