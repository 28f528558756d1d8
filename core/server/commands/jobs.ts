import type { Command } from 'commander';
import { listQueues, retryDeadLetters } from '#core/server/platform/jobs/dead-letters.ts';
import { recordOperatorEvent } from '#core/server/platform/security-events/store-event.ts';
import type { CommandDependencies } from './command-dependencies.ts';

/** `tezi jobs …`: shows the background jobs and retries those that failed permanently. */
export function addJobsCommands(
  program: Command,
  { withDatabase, print, clock }: Pick<CommandDependencies, 'withDatabase' | 'print' | 'clock'>,
): void {
  const jobs = program.command('jobs').description('Background jobs, such as emails to send');

  jobs
    .command('list', { isDefault: true })
    .description('List the queues that have jobs')
    .action(() =>
      withDatabase(async (database) => {
        const queues = await listQueues(database.db);
        if (queues.length === 0) print('There are no jobs.');
        for (const { name, waiting, running, dead } of queues) {
          print(`${name}: ${waiting} waiting, ${running} running, ${dead} failed permanently`);
        }
      }),
    );

  jobs
    .command('retry')
    .description('Queue the jobs that failed permanently once more; the server runs them')
    .action(() =>
      withDatabase(async (database) => {
        const retried = await database.transaction(async (tx) => {
          await recordOperatorEvent(tx, { kind: 'jobs_retried' }, clock.now());
          return retryDeadLetters(tx);
        });
        print(`Jobs queued again: ${retried}.`);
      }),
    );
}
