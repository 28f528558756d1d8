import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { createTestDatabase } from '#tests/support/database/test-database.ts';
import { createLogger } from './logger.ts';

it('logs an error of PostgreSQL with its code and constraint, but without the values of the row', async () => {
  const { database, remove } = await createTestDatabase({ isMigrated: false });
  const lines: string[] = [];
  const logger = createLogger('info', { write: (line) => void lines.push(line) });
  try {
    await database.runScript(
      'create table premium (symbol text, constraint symbol_length check (length(symbol) < 9))',
    );
    for (const insert of [
      () => database.runScript("insert into premium values ('UNMISTAKABLE')"),
      () => database.db.execute(sql`insert into premium values (${'UNMISTAKABLE'})`),
    ]) {
      await insert().then(
        () => expect.fail('the row was accepted'),
        (error: unknown) => logger.error({ err: error }, 'insert failed'),
      );
    }
  } finally {
    await remove();
  }
  expect(lines).toHaveLength(2);
  expect(lines[0]).toContain('"code":"23514"');
  expect(lines[0]).toContain('"constraint":"symbol_length"');
  expect(lines.join('')).toContain('violates check constraint');
  expect(lines.join('')).not.toContain('UNMISTAKABLE');
});

it.each([
  ["select 'UNMISTAKABLE'::integer", '22P02'],
  ["select 'UNMISTAKABLE'::date", '22007'],
  ["select '2026-13-45 UNMISTAKABLE'::timestamptz", '22007'],
  ["select '2026-02-30'::date", '22008', '2026-02-30'],
  ["select '98765432109876543210'::integer", '22003', '98765432109876543210'],
  [`select '{"UNMISTAKABLE": UNMISTAKABLE}'::jsonb`, '22P02'],
  ["do $$ begin raise exception 'UNMISTAKABLE'; end $$", 'P0001'],
])(
  'logs an error whose message has values with its code and routine only: %s',
  async (statement, code, value = 'UNMISTAKABLE') => {
    const { database, remove } = await createTestDatabase({ isMigrated: false });
    const lines: string[] = [];
    const logger = createLogger('info', { write: (line) => void lines.push(line) });
    try {
      for (const run of [
        () => database.runScript(statement),
        () => database.db.execute(sql`select (${value}::text)::integer`),
      ])
        await run().catch((error: unknown) => logger.error({ err: error }, 'statement failed'));
    } finally {
      await remove();
    }
    expect(lines).toHaveLength(2);
    expect(lines[0]).toContain(`"code":"${code}"`);
    expect(lines[0]).toMatch(new RegExp(`PostgreSQL error ${code} in \\w+`));
    expect(lines[0]).toContain('    at ');
    expect(lines.join('')).not.toContain(value);
  },
);
