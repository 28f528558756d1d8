import { describe, expect, it } from 'vitest';
import { StartupError } from '#core/server/platform/startup-error.ts';
import { useTestApp } from '#tests/support/test-app.ts';
import { countAdministrators } from './admin.queries.ts';
import { createAdministrator } from './first-accounts.ts';

const test = useTestApp();
const password = 'a long admin password';
const create = (credentials: { username: string; password: string }) =>
  createAdministrator(test.database, credentials, test.clock.now());

describe('createAdministrator', () => {
  it('stores the trimmed name and only a hash of the password', async () => {
    const administrator = await create({ username: ' Bilal ', password });
    expect(administrator).toMatchObject({ username: 'Bilal', createdAt: test.clock.now() });
    const { rows } = await test.database.pool.query('select * from administrators');
    expect(rows).toEqual([expect.objectContaining({ username: 'Bilal' })]);
    expect(rows[0].password_hash).toMatch(/^\$argon2id\$/);
    expect(JSON.stringify(rows)).not.toContain(password);
  });

  it.each([
    ['a blank name', { username: '  ', password }, 'The username is blank or longer than 150 characters.'],
    [
      'a name that is too long',
      { username: 'b'.repeat(151), password },
      'The username is blank or longer than 150 characters.',
    ],
    [
      'a password of eleven characters',
      { username: 'sana', password: 'elevenchars' },
      "An administrator's password must have 12 to 128 characters.",
    ],
    [
      'a password of 129 characters',
      { username: 'sana', password: 'x'.repeat(129) },
      "An administrator's password must have 12 to 128 characters.",
    ],
    ['a common password', { username: 'sana', password: '1qaz2wsx3edc' }, 'This password is too common.'],
    [
      "the demo's password",
      { username: 'sana', password: 'demo-admin-2026' },
      'This password only contains your name, your email or words about this site. Add a few unrelated words.',
    ],
    [
      'a password administrator of the name',
      { username: 'sana.malik', password: 'SanaMalik2026' },
      'This password only contains your name, your email or words about this site. Add a few unrelated words.',
    ],
    ['a name that is taken', { username: 'Bilal', password }, 'An administrator named Bilal already exists.'],
    [
      'a name taken in another case',
      { username: 'bILAL', password },
      'An administrator named bILAL already exists.',
    ],
  ])('rejects %s', async (_, credentials, message) => {
    const before = await countAdministrators(test.database.db);
    await expect(create(credentials)).rejects.toThrow(new StartupError(message));
    expect(await countAdministrators(test.database.db)).toBe(before);
  });

  it('creates one of two administrators with the same name at the same time', async () => {
    const both = await Promise.allSettled([
      create({ username: 'twin', password }),
      create({ username: 'TWIN', password }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });
});
