import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectDatabase, type Database } from '#server/platform/database.ts';
import { createLogger } from '#server/platform/logger.ts';
import { templatePath } from '#tests/support/data-dir.ts';
import { type EmbeddedDatabase, startDatabaseInMemory } from './embedded-database.ts';

const logger = createLogger('silent');
let socketDir: string;
let embedded: EmbeddedDatabase;
let database: Database;

beforeAll(async () => {
  socketDir = mkdtempSync(join(tmpdir(), 'tezi-test-'));
  embedded = await startDatabaseInMemory(socketDir, await templatePath(), logger);
  database = connectDatabase({ kind: 'embedded', socketDir }, logger);
});
afterAll(async () => {
  await database.close();
  await embedded.close();
  rmSync(socketDir, { recursive: true });
});

/** A question whose answer shows when it is somebody else's: by its values and by its number of columns. */
async function ask(number: number): Promise<number[]> {
  const columns = expected(number).map((_, column) => `$${column + 1}::int as c${column}`);
  const { rows } = await database.pool.query(`select ${columns.join(', ')}`, expected(number));
  return Object.values(rows[0]);
}
const expected = (number: number) =>
  Array.from({ length: 1 + (number % 3) }, (_, column) => number * 10 + column);

describe('connections that ask at the same moment', () => {
  it('each get the answer to their own question', async () => {
    const numbers = Array.from({ length: 200 }, (_, index) => index);
    expect(await Promise.all(numbers.map(ask))).toEqual(numbers.map(expected));
  });

  it('do so too when all were kept waiting by a transaction', async () => {
    const numbers = [1, 2, 3, 4, 5, 6, 7, 8, 9];
    await Promise.all(numbers.map(ask));
    for (let round = 0; round < 20; round += 1) {
      const client = await database.pool.connect();
      await client.query('begin');
      const answers = Promise.allSettled(numbers.map(ask));
      await client.query('select 1');
      await client.query('commit');
      client.release();
      expect(await answers).toEqual(
        numbers.map((number) => ({ status: 'fulfilled', value: expected(number) })),
      );
    }
  });

  it('are not held up by one that leaves in the middle of a question', async () => {
    const client = await database.pool.connect();
    await client.query('begin');
    const lost = client.query('select $1::int', [1]).catch((error: Error) => error.message);
    client.release(new Error('gone'));
    expect(await Promise.all([4, 5].map(ask))).toEqual([expected(4), expected(5)]);
    expect(await lost).toBe('Connection terminated');
  });

  it('are not held up by one whose statement fails', async () => {
    const failing = database.pool
      .query('select $1::int / 0', [1])
      .catch((error: { code: string }) => error.code);
    expect(await Promise.all([7, 8].map(ask))).toEqual([expected(7), expected(8)]);
    expect(await failing).toBe('22012');
  });
});
