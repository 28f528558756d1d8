import { Command } from 'commander';
import { expect, it } from 'vitest';
import { readConfig } from '#server/config/config.ts';
import { emailQueue, queueEmail } from '#server/platform/email/outbox.ts';
import { useTestApp } from '#tests/support/test-app.ts';
import { addJobsCommands } from './jobs.ts';

const test = useTestApp();

async function run(...words: string[]): Promise<string[]> {
  const lines: string[] = [];
  const program = new Command('tezi').exitOverride();
  addJobsCommands(program, {
    withDatabase: (work) => work(test.database, readConfig({})),
    print: (line) => lines.push(line),
    clock: test.clock,
  });
  await program.parseAsync(['jobs', ...words], { from: 'user' });
  return lines;
}

it('lists the jobs that wait and those that failed permanently, and retries these', async () => {
  expect(await run()).toEqual(['There are no jobs.']);
  await test.database.transaction((tx) =>
    queueEmail(tx, { template: 'no-such-template', recipient: 'ayesha@example.com' }),
  );
  expect(await run()).toEqual(['email: 1 waiting, 0 running, 0 failed permanently']);
  for (let attempt = 1; attempt <= 8; attempt += 1) {
    await test.jobs.runDue(emailQueue, { includesDelayed: true });
  }
  expect(await run('list')).toEqual(['email: 0 waiting, 0 running, 1 failed permanently']);
  expect(await run('retry')).toEqual(['Jobs queued again: 1.']);
  expect(await run()).toEqual(['email: 1 waiting, 0 running, 0 failed permanently']);
});

it('retries any number of jobs at once', async () => {
  await test.database.pool.query(
    "insert into pgboss.job (name, source_name, data) select 'dead-letters', 'email', '{}' from generate_series(1, 1001)",
  );
  expect(await run('retry')).toEqual(['Jobs queued again: 1001.']);
});
