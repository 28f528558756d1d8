import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { Command } from 'commander';
import { addBackupCommands } from './commands/backup.ts';
import { addImportCommands } from './commands/import.ts';
import { addJobsCommands } from './commands/jobs.ts';
import { addNewsCommands } from './commands/news.ts';
import { addPremiumCommands } from './commands/premium.ts';
import { addRecordCommands } from './commands/record.ts';
import { addSecurityEventsCommand } from './commands/security-events.ts';
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
import { generateVapidKey } from './platform/push/vapid.ts';
import { recordOperatorEvent } from './platform/security-events/store-event.ts';
import { StartupError } from './platform/startup-error.ts';
import {
  describeStartupError,
  joinDatabase,
  withExistingDatabase,
  withUnusedDatabase,
} from './startup/database/open-database.ts';
import { setUpFeedPipeline } from './startup/services.ts';

const print = (line: string) => process.stdout.write(`${line}\n`);

const program = new Command('tezi').description('Commands for operators. Each has --help.');

const admin = program.command('admin').description('Administrators');

admin
  .command('create')
  .description(
    'Create an administrator. Without --password the command prompts for one or reads it from standard input.',
  )
  .requiredOption('--username <name>', 'the username to sign in with')
  .option(
    '--password <password>',
    'at least 12 characters; visible to other users of this machine while the command runs',
  )
  .action(async ({ username, password }: { username: string; password?: string }) => {
    const secret = password ?? (await promptForPassword(`Password for ${username}: `));
    await withDatabase(async (database, config) => {
      const created = await createAdministrator(database, { username, password: secret }, systemClock.now());
      print(`Administrator ${created.username} can sign in at ${config.publicUrl}/admin/login`);
    });
  });

admin
  .command('list')
  .description('List the administrators')
  .action(() =>
    withDatabase(async (database) => {
      for (const { username, createdAt, totpConfirmedAt } of await listAdministrators(database.db)) {
        const factor = totpConfirmedAt ? 'with a second factor' : 'without a second factor';
        print(`${username}  since ${createdAt.toISOString().slice(0, 10)}, ${factor}`);
      }
    }),
  );

admin
  .command('remove')
  .description('Remove an administrator and end their sessions immediately. Their signals stay published.')
  .requiredOption('--username <name>', 'the username of the administrator')
  .action(({ username }: { username: string }) =>
    withDatabase(async (database) => {
      await database.transaction(async (tx) => {
        const id = await removeAdministrator(tx, username);
        if (id === null) throw new StartupError(`There is no administrator named ${username}.`);
        // The ID finds the events of the account, which lose their IP addresses later.
        const event = {
          kind: 'administrator_removed',
          target: { type: 'administrator', id },
          details: { label: username },
        } as const;
        await recordOperatorEvent(tx, event, systemClock.now());
      });
      print(`Administrator ${username} is removed and signed out.`);
    }),
  );

admin
  .command('reset-second-factor')
  .description(
    'Remove the second factor of an administrator who lost their phone and recovery codes, and end their sessions.',
  )
  .requiredOption('--username <name>', 'the username of the administrator')
  .action(({ username }: { username: string }) =>
    withDatabase(async (database) => {
      const now = systemClock.now();
      await resetSecondFactor(database, username, { now, logger: createLogger('warn') });
      print(`${username} is signed out and can sign in with the password alone.`);
    }),
  );

addNewsCommands(program, {
  withDatabase,
  print,
  clock: systemClock,
  // Failures are printed as results.
  logger: createLogger('error'),
  setUpFeedPipeline,
});

addImportCommands(program, {
  withDatabase,
  print,
  output: process.stderr,
  clock: systemClock,
  logger: createLogger('error'),
});

addPremiumCommands(program, {
  withDatabase,
  print,
  clock: systemClock,
});

addJobsCommands(program, { withDatabase, print, clock: systemClock });

addBackupCommands(program, {
  withExistingDatabase: (work) =>
    withExistingDatabase(readConfig(readEnvironment()), createLogger('error'), work),
  withUnusedDatabase: (work) =>
    withUnusedDatabase(readConfig(readEnvironment()), createLogger('error'), work),
  print,
  output: process.stderr,
  clock: systemClock,
  logger: createLogger('error'),
});

addRecordCommands(program, { withDatabase, print, clock: systemClock });

addSecurityEventsCommand(program, { withDatabase, print });

program
  .command('push-key')
  .description(
    'Print a new key for PUSH_VAPID_PRIVATE_KEY. Make one and leave it: a new one turns off all devices.',
  )
  .action(() => {
    print(generateVapidKey());
  });

/** Runs work on the configured database, also while a server uses it. */
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

/** Reads a line from the terminal without echo, or the first line of standard input if it is not a terminal. */
async function promptForPassword(prompt: string): Promise<string> {
  const isTerminal = process.stdin.isTTY === true;
  if (isTerminal) process.stderr.write(prompt);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: silent, terminal: isTerminal });
  const line = await Promise.race([
    once(lines, 'line').then(([text]) => text as string),
    once(lines, 'close').then(() => null),
  ]);
  lines.close();
  if (isTerminal) process.stderr.write('\n');
  if (line === null) throw new StartupError('No password was entered.');
  return line;
}
