import { Command } from 'commander';
import { addBackupCommands } from './core/server/commands/backup.ts';
import { addJobsCommands } from './core/server/commands/jobs.ts';
import { type Config, readConfig, readEnvironment } from './core/server/config/config.ts';
import { openBuiltPages } from './core/server/http/pages/page-source.ts';
import { systemClock } from './core/server/platform/clock.ts';
import type { Database } from './core/server/platform/database.ts';
import { createLogger } from './core/server/platform/logger.ts';
import { generateVapidKey } from './core/server/platform/push/vapid.ts';
import { createRateLimits } from './core/server/platform/rate-limits/rate-limits.ts';
import {
  describeStartupError,
  joinDatabase,
  withExistingDatabase,
  withUnusedDatabase,
} from './core/server/startup/database/open-database.ts';
import { getTokenSecrets, getVapid } from './core/server/startup/secrets.ts';
import { addAdministratorCommands } from './features/accounts/server/admin/administrators.command.ts';
import { addSecurityEventsCommand } from './features/accounts/server/admin/security-events.command.ts';
import { addCustomerCommands } from './features/accounts/server/customers.command.ts';
import { openAlertServices } from './features/alerts/server/alerts.ts';
import { openPaddle } from './features/billing/server/billing.ts';
import { addPremiumCommands } from './features/billing/server/premium.command.ts';
import { addImportCommands } from './features/imports/server/commands/import.command.ts';
import { addNewsCommands } from './features/news/server/news.command.ts';
import { addDoctorCommand } from './features/operations/server/doctor.command.ts';
import { addRecordCommands } from './features/signals/server/track-record/record.command.ts';
import { setUpFeedPipeline, setUpImporter } from './services.ts';

const print = (line: string) => process.stdout.write(`${line}\n`);

const program = new Command('tezi').description('Commands for operators. Each has --help.');

addAdministratorCommands(program, {
  withDatabase,
  print,
  clock: systemClock,
  logger: createLogger('warn'),
});

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
  setUpImporter,
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

addCustomerCommands(program, {
  withDatabase,
  print,
  clock: systemClock,
  // Most commands need none of the server.
  createHooks: async (config) => (await import('./app.ts')).createAccountHooks(config),
});

addRecordCommands(program, { withDatabase, print, clock: systemClock });

addSecurityEventsCommand(program, { withDatabase, print });

addDoctorCommand(program, { withDatabase, print, openChecks });

program
  .command('push-key')
  .description(
    'Print a new key for PUSH_VAPID_PRIVATE_KEY. Make one and leave it: a new one turns off all devices.',
  )
  .action(() => {
    print(generateVapidKey());
  });

/** Creates the app as the server does, with all checks, but neither listens nor runs jobs. */
async function openChecks(database: Database, config: Config) {
  const logger = createLogger('silent');
  const clock = systemClock;
  const { createApp } = await import('./app.ts');
  const tokenSecrets = await getTokenSecrets(config);
  const alerts = await openAlertServices(config, { db: database.db, vapid: await getVapid(config) });
  const app = await createApp(
    {
      config,
      database,
      clock,
      logger,
      tokenSecrets,
      ...alerts.services,
      billing: { paddle: (await openPaddle(config)).account, runDue: async () => {} },
      feedPoller: { fetchNow: async () => null },
      importer: setUpImporter({ database, clock, logger }),
      signingKey: null,
      isCommand: true,
      rateLimits: createRateLimits({ database, clock, limits: config.limits, secret: tokenSecrets.current }),
    },
    openBuiltPages(),
  );
  return {
    checks: app.checks,
    close: async () => {
      await app.close();
      alerts.close();
    },
  };
}

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
