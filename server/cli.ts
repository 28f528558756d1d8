import { Command } from 'commander';
import { importCommands } from './commands/import.ts';
import { newsCommands } from './commands/news.ts';
import { premiumCommands } from './commands/premium.ts';
import { securityEventsCommand } from './commands/security-events.ts';
import { type Config, readConfig, readEnvironment } from './config/config.ts';
import {
  createAdministrator,
  listAdministrators,
  removeAdministrator,
  resetSecondFactor,
} from './domains/admin/admin.ts';
import { systemClock } from './platform/clock.ts';
import type { Database } from './platform/database.ts';
import { createLogger } from './platform/logger.ts';
import { recordOperatorEvent } from './platform/security-events/store-event.ts';
import { StartupError } from './platform/startup-error.ts';
import { describeStartupError } from './startup/database-errors.ts';
import { setUpFeedPipeline } from './startup/feed-pipeline.ts';
import { joinDatabase } from './startup/open-database.ts';
import { askPassword } from './startup/prompt-password.ts';

const program = new Command('tezi').description("The operator's commands. Each has --help.");

const admin = program.command('admin').description('Administrators');

admin
  .command('create')
  .description('Make an administrator. Without --password it is asked for, or read from standard input.')
  .requiredOption('--username <name>', 'the name to sign in with')
  .option(
    '--password <password>',
    'at least 12 characters; visible to other users of this machine while the command runs',
  )
  .action(async ({ username, password }: { username: string; password?: string }) => {
    const secret = password ?? (await askPassword(`Password for ${username}: `));
    await withDatabase(async (database, config) => {
      const made = await createAdministrator(database, { username, password: secret }, systemClock.now());
      process.stdout.write(`Administrator ${made.username} can sign in at ${config.publicUrl}/admin/login\n`);
    });
  });

admin
  .command('list')
  .description('Name the administrators')
  .action(() =>
    withDatabase(async (database) => {
      for (const { username, createdAt, totpConfirmedAt } of await listAdministrators(database.db)) {
        const factor = totpConfirmedAt ? 'with a second factor' : 'without a second factor';
        process.stdout.write(`${username}  since ${createdAt.toISOString().slice(0, 10)}, ${factor}\n`);
      }
    }),
  );

admin
  .command('remove')
  .description('Remove an administrator and end their sessions at once. What they published stays.')
  .requiredOption('--username <name>', 'the name they sign in with')
  .action(({ username }: { username: string }) =>
    withDatabase(async (database) => {
      await database.transaction(async (tx) => {
        const isRemoved = await removeAdministrator(tx, username);
        if (!isRemoved) throw new StartupError(`There is no administrator named ${username}.`);
        const event = { kind: 'administrator_removed', details: { label: username } } as const;
        await recordOperatorEvent(tx, event, systemClock.now());
      });
      process.stdout.write(`Administrator ${username} is removed and signed out.\n`);
    }),
  );

admin
  .command('reset-second-factor')
  .description(
    'For an administrator who lost phone and recovery codes: forget the second factor and end their sessions.',
  )
  .requiredOption('--username <name>', 'the name they sign in with')
  .action(({ username }: { username: string }) =>
    withDatabase(async (database) => {
      const now = systemClock.now();
      await resetSecondFactor(database, username, { now, logger: createLogger('warn') });
      process.stdout.write(`${username} is signed out and signs in with the password alone.\n`);
    }),
  );

newsCommands(program, {
  withDatabase,
  say: (line) => process.stdout.write(`${line}\n`),
  clock: systemClock,
  // What fails is said in a line of its own.
  logger: createLogger('error'),
  setUpFeedPipeline,
});

importCommands(program, {
  withDatabase,
  say: (line) => process.stdout.write(`${line}\n`),
  output: process.stderr,
  clock: systemClock,
  logger: createLogger('error'),
});

premiumCommands(program, {
  withDatabase,
  say: (line) => process.stdout.write(`${line}\n`),
  clock: systemClock,
});

securityEventsCommand(program, { withDatabase, say: (line) => process.stdout.write(`${line}\n`) });

/** Runs a command on the configured database, a running server's too. */
async function withDatabase(work: (database: Database, config: Config) => Promise<void>): Promise<void> {
  const config = readConfig(readEnvironment());
  const { database, close } = await joinDatabase(config, createLogger('error'), {
    report: (line) => process.stderr.write(`${line}\n`),
  });
  try {
    await work(database, config);
  } finally {
    await close();
  }
}

try {
  await program.parseAsync();
} catch (error) {
  const sentence = describeStartupError(error);
  if (sentence === null) throw error;
  process.stderr.write(`${sentence}\n`);
  process.exitCode = 1;
}
