import { Command } from 'commander';
import { ConfigError, readConfig, readEnvironment } from './config.ts';
import { createAdministrator } from './domains/admin/admin.ts';
import { systemClock } from './platform/clock.ts';
import { createLogger } from './platform/logger.ts';
import { StartupError } from './platform/startup-error.ts';
import { askPassword } from './startup/ask-password.ts';
import { joinDatabase } from './startup/open-database.ts';

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
    const config = readConfig(readEnvironment());
    const { database, close } = await joinDatabase(config, createLogger('error'));
    try {
      const made = await createAdministrator(database, { username, password: secret }, systemClock.now());
      process.stdout.write(`Administrator ${made.username} can sign in at ${config.publicUrl}/admin/login\n`);
    } finally {
      await close();
    }
  });

try {
  await program.parseAsync();
} catch (error) {
  if (!(error instanceof ConfigError || error instanceof StartupError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
