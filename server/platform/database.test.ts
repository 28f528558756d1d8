import { describe, expect, it } from 'vitest';
import { useTestApp } from '#tests/support/test-app.ts';
import { isDatabaseUnreachable, isUniqueViolation } from './database.ts';

const test = useTestApp();
const customers = async () => (await test.database.pool.query('select email from users')).rows;
const insert =
  "insert into users (email, first_name, last_name, created_at) values ('a@b.com', 'A', 'B', now())";

describe('a unit of work', () => {
  it('that fails leaves nothing behind', async () => {
    const failing = test.database.transaction(async (tx) => {
      await tx.execute(insert);
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    expect(await customers()).toEqual([]);
  });

  it('that a statement breaks leaves nothing behind', async () => {
    const failing = test.database.transaction(async (tx) => {
      await tx.execute(insert);
      await tx.execute(insert);
    });
    const error = await failing.catch((reason: unknown) => reason);
    expect(isUniqueViolation(error, 'users_email_key')).toBe(true);
    expect(isUniqueViolation(error, 'users_google_id_key')).toBe(false);
    expect(await customers()).toEqual([]);
  });

  it('that succeeds is kept, and gives what it made', async () => {
    const made = await test.database.transaction(async (tx) => {
      await tx.execute(insert);
      return 'made';
    });
    expect(made).toBe('made');
    expect(await customers()).toEqual([{ email: 'a@b.com' }]);
  });
});

describe('an error of the database', () => {
  const error = (code: string) => Object.assign(new Error('it broke'), { code });

  it.each(['ECONNREFUSED', 'ENOENT', 'EPIPE', '08006', '53300', '57P01', '57P03'])(
    '%s means that the database cannot be reached, however deep it lies',
    (code) => {
      expect(isDatabaseUnreachable(error(code))).toBe(true);
      expect(
        isDatabaseUnreachable(new Error('outer', { cause: new Error('inner', { cause: error(code) }) })),
      ).toBe(true);
    },
  );

  it.each(['23505', '42P01', '57014', 'ERR_INVALID_ARG_TYPE'])('%s does not', (code) => {
    expect(isDatabaseUnreachable(error(code))).toBe(false);
  });

  it.each([undefined, null, 'ECONNREFUSED', { code: 'ECONNREFUSED' }])('is not %j', (value) => {
    expect(isDatabaseUnreachable(value)).toBe(false);
    expect(isUniqueViolation(value, 'users_email_key')).toBe(false);
  });
});
