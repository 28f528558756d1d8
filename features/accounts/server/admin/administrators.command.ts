import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import type { Command } from 'commander';
import type { CommandDependencies } from '#core/server/commands/command-dependencies.ts';
import { recordOperatorEvent } from '#core/server/platform/security-events/store-event.ts';
import { StartupError } from '#core/server/platform/startup-error.ts';
import { createAdministrator, listAdministrators, removeAdministrator, resetSecondFactor } from './admin.ts';

/** `tezi admin …`: the administrators. */
export function addAdministratorCommands(
  program: Command,
  { withDatabase, print, clock, logger }: CommandDependencies,
): void {
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
        const created = await createAdministrator(database, { username, password: secret }, clock.now());
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
          await recordOperatorEvent(tx, event, clock.now());
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
        await resetSecondFactor(database, username, { now: clock.now(), logger });
        print(`${username} is signed out and can sign in with the password alone.`);
      }),
    );
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
