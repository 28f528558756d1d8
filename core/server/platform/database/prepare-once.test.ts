import { sql } from 'drizzle-orm';
import { integer, pgTable, text } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestDatabase } from '#tests/support/database/test-database.ts';
import { prepareOnce } from './prepare-once.ts';

const quotes = pgTable('quotes', { id: integer(), price: text() });
const prepareFind = prepareOnce(
  (db, _form: string) =>
    db
      .select()
      .from(quotes)
      .where(sql`${quotes.id} = ${sql.placeholder('id')}`),
  (form) => form,
);

let made: Awaited<ReturnType<typeof createTestDatabase>>;

beforeAll(async () => {
  made = await createTestDatabase();
});
afterAll(() => made.remove());
beforeEach(async () => {
  await made.database.pool.query('drop table if exists quotes');
  await made.database.pool.query('create table quotes (id int, price varchar(20))');
  await made.database.pool.query("insert into quotes values (1, '448.00')");
});

const find = () => prepareFind(made.database.db, 'by id').execute({ id: 1 });
const QUOTE = { id: 1, price: '448.00' };

it('prepares a statement that is executed with other values', async () => {
  expect(await find()).toEqual([QUOTE]);
  expect(await prepareFind(made.database.db, 'by id').execute({ id: 2 })).toEqual([]);
});

it.each([
  ['a migration changes the type of a column', 'alter table quotes alter column price type text'],
  ['a connection pooler deallocates it', 'deallocate all'],
])('executes a prepared statement after %s', async (_, change) => {
  await find();
  await made.database.pool.query(change);
  for (let count = 0; count < 3; count += 1) expect(await find()).toEqual([QUOTE]);
});
