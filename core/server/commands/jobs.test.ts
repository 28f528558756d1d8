import { Command } from 'commander';
import { expect, it } from 'vitest';
import { readConfig } from '#core/server/config/config.ts';
import { emailQueue, queueEmail } from '#core/server/platform/email/outbox.ts';
import { trackSecurityEvents } from '#tests/support/accounts/security-events.ts';
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

it('retries nothing that cannot be recorded', async () => {
  const before = await run();
  await test.database.pool.query(
    "insert into pgboss.job (name, source_name, data) values ('dead-letters', 'email', '{}')",
  );
  await test.database.pool.query('alter table security_events rename to security_events_away');
  await expect(run('retry')).rejects.toThrow();
  await test.database.pool.query('alter table security_events_away rename to security_events');
  expect(await run()).toEqual(before.map((line) => line.replace('0 failed', '1 failed')));
  const newEvents = trackSecurityEvents(test);
  await newEvents();
  expect(await run('retry')).toEqual(['Jobs queued again: 1.']);
  expect(await newEvents()).toMatchObject([{ kind: 'jobs_retried', accountKind: 'operator' }]);
});

it('retries any number of jobs at once', async () => {
  await test.database.pool.query(
    "insert into pgboss.job (name, source_name, data) select 'dead-letters', 'email', '{}' from generate_series(1, 1001)",
  );
  expect(await run('retry')).toEqual(['Jobs queued again: 1001.']);
});
