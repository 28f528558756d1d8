import { eq, sql } from 'drizzle-orm';
import { integer, numeric, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase } from '#tests/support/database/test-database.ts';
import { decodeByList } from './map-rows.ts';

const bars = pgTable('bars', {
  id: integer(),
  close: numeric(),
  at: timestamp({ withTimezone: true, mode: 'date' }),
  tags: text().array(),
});

let made: Awaited<ReturnType<typeof createTestDatabase>>;

beforeAll(async () => {
  made = await createTestDatabase();
  await made.database.pool.query('create table bars (id int, close numeric, at timestamptz, tags text[])');
  await made.database.pool.query(
    `insert into bars values (1, '448.10', '2026-11-23T10:30:00Z', '{"a,b",c}'), (2, null, null, null)`,
  );
});
afterAll(() => made.remove());

const prepareAll = () =>
  made.database.db
    .select({
      id: bars.id,
      close: bars.close,
      at: bars.at,
      tags: bars.tags,
      isHigh: sql<boolean>`${bars.close} > 400`,
      doubled: sql`${bars.id} * 2`.mapWith((value) => Number(value)).as('doubled'),
    })
    .from(bars)
    .orderBy(bars.id)
    .prepare('');

it('decodes rows like Drizzle: columns, expressions, arrays and null', async () => {
  const rows = await decodeByList(prepareAll()).execute();
  expect(rows).toEqual(await prepareAll().execute());
  expect(rows).toEqual([
    {
      id: 1,
      close: '448.10',
      at: new Date('2026-11-23T10:30:00Z'),
      tags: ['a,b', 'c'],
      isHigh: true,
      doubled: 2,
    },
    { id: 2, close: null, at: null, tags: null, isHigh: null, doubled: 4 },
  ]);
});

it('leaves nested results to Drizzle', async () => {
  const prepare = () =>
    made.database.db
      .select({ bar: { id: bars.id, close: bars.close } })
      .from(bars)
      .where(eq(bars.id, 1))
      .prepare('');
  expect(await decodeByList(prepare()).execute()).toEqual([{ bar: { id: 1, close: '448.10' } }]);
});
