import { join } from 'node:path';
import { Command } from 'commander';
import { expect, it } from 'vitest';
import { trackSecurityEvents } from '#tests/support/accounts/security-events.ts';
import { makeTemporaryDir } from '#tests/support/database/data-dir.ts';
import { createTestDatabase } from '#tests/support/database/test-database.ts';
import { useTestApp } from '#tests/support/test-app.ts';
import { addBackupCommands } from './backup.ts';

const test = useTestApp();

/** Runs a command on a database and returns the printed lines. */
async function run(url: string, ...words: string[]): Promise<string[]> {
  const lines: string[] = [];
  const program = new Command('tezi').exitOverride();
  addBackupCommands(program, {
    withExistingDatabase: (work) => work(url),
    withUnusedDatabase: (work) => work(url),
    print: (line) => lines.push(line),
    output: { write: () => {} },
    clock: test.clock,
    logger: test.logger,
  });
  await program.parseAsync(words, { from: 'user' });
  return lines;
}

it('backs up and restores a database, and records both in the security log', {
  timeout: 60_000,
}, async () => {
  const newEvents = trackSecurityEvents(test);
  const file = join(makeTemporaryDir(), 'tezi.backup');
  expect(await run(test.database.url, 'backup', file)).toEqual([
    expect.stringMatching(/^\/.+tezi\.backup: \d+ rows of \d+ tables \(migration \d{4}_[a-z-]+\), 0\.0 MB$/),
  ]);
  const byOperator = { accountKind: 'operator', details: { label: 'tezi.backup' } };
  expect(await newEvents()).toMatchObject([{ kind: 'backup_created', ...byOperator }]);

  const { database, remove } = await createTestDatabase({ isMigrated: false });
  expect(await run(database.url, 'restore', file)).toEqual([
    expect.stringMatching(
      /^Restored \d+ rows of \d+ tables \(.+\), backed up at 2026-11-21T05:42:00\.000Z\.$/,
    ),
  ]);
  const { rows } = await database.pool.query('select kind, details from security_events order by id');
  expect(rows).toEqual([{ kind: 'database_restored', details: { label: 'tezi.backup' } }]);
  await expect(run(database.url, 'restore', file)).rejects.toThrow('The database is not empty.');
  await remove();
});
