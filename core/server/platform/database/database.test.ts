import { inArray, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { isUniqueViolation } from '#core/server/platform/database.ts';
import { demoMailbox } from '#core/server/platform/email/email.tables.ts';
import { useTestApp } from '#tests/support/test-app.ts';
import { isOneOf, MAX_PARAMETERS } from './parameters.ts';
import { findUnavailable } from './unavailable.ts';

const test = useTestApp();
const customers = async () => (await test.database.pool.query('select email from users')).rows;
const insert =
  "insert into users (email, first_name, last_name, created_at) values ('a@b.com', 'A', 'B', now())";

describe('a transaction', () => {
  it('rolls back a transaction whose work throws', async () => {
    const failing = test.database.transaction(async (tx) => {
      await tx.execute(insert);
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    expect(await customers()).toEqual([]);
  });

  it('rolls back a transaction whose statement fails', async () => {
    const failing = test.database.transaction(async (tx) => {
      await tx.execute(insert);
      await tx.execute(insert);
    });
    const error = await failing.catch((reason: unknown) => reason);
    expect(isUniqueViolation(error, 'users_email_key')).toBe(true);
    expect(isUniqueViolation(error, 'users_google_id_key')).toBe(false);
    expect(await customers()).toEqual([]);
  });

  it('commits a transaction and returns its result', async () => {
    const made = await test.database.transaction(async (tx) => {
      await tx.execute(insert);
      return 'made';
    });
    expect(made).toBe('made');
    expect(await customers()).toEqual([{ email: 'a@b.com' }]);
  });
});

describe('a database error', () => {
  const failing = (code: string) =>
    test.database.db.execute(sql.raw(`do $$ begin raise sqlstate '${code}'; end $$`));
  const getReason = (code: string) =>
    failing(code).then(
      () => 'none',
      (error) => findUnavailable(error)?.reason,
    );

  it.each([
    ['57P03', 'unreachable'],
    ['53300', 'unreachable'],
    ['08006', 'unreachable'],
    ['25006', 'unreachable'],
    ['57014', 'timeout'],
    ['55P03', 'locked'],
    ['40P01', 'conflict'],
    ['40001', 'conflict'],
  ])('treats SQLSTATE %s as a temporary failure (%s)', async (code, reason) => {
    expect(await getReason(code)).toBe(reason);
    expect((await test.database.db.execute(sql`select 1 as one`)).rows).toEqual([{ one: 1 }]);
  });

  it.each(['23505', '42P01', '22012', '42501', '08P01', '53400', '58030'])(
    'does not treat SQLSTATE %s as a temporary failure',
    async (code) => {
      expect(await getReason(code)).toBeUndefined();
    },
  );

  it('names a statement with more parameters than the protocol can count, which is no outage', async () => {
    const recipients = Array.from({ length: MAX_PARAMETERS + 1 }, (_, index) => String(index));
    const { db } = test.database;
    const error = await db
      .select()
      .from(demoMailbox)
      .where(inArray(demoMailbox.recipient, recipients))
      .catch((reason: unknown) => reason);
    expect(findUnavailable(error)).toBeNull();
    expect((error as Error).cause).toMatchObject({
      message: expect.stringMatching(/^A statement has 65536 /),
    });
    expect(await db.select().from(demoMailbox).where(isOneOf(demoMailbox.recipient, recipients))).toEqual([]);
  });

  it.each([
    undefined,
    null,
    'ECONNREFUSED',
    Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }),
    Object.assign(new Error('Connection terminated unexpectedly'), { code: '57P01' }),
  ])('does not treat an error from elsewhere as a database failure: %s', (value) => {
    expect(findUnavailable(value)).toBeNull();
    expect(isUniqueViolation(value, 'users_email_key')).toBe(false);
  });
});
