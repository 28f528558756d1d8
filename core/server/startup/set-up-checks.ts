import { hostname } from 'node:os';
import type { FastifyInstance } from 'fastify';
import type { Config } from '#core/server/config/config.ts';
import { createBackupCheck } from '#core/server/platform/backup/backup-check.ts';
import { type Checks, createChecks } from '#core/server/platform/checks/checks.ts';
import type { Clock } from '#core/server/platform/clock.ts';
import { createDatabaseChecks } from '#core/server/platform/database/database-checks.ts';
import type { Database } from '#core/server/platform/database.ts';
import { createEmailCheck } from '#core/server/platform/email/email-check.ts';
import { isRecipientRejected } from '#core/server/platform/email/outbox.ts';
import { createJobsCheck } from '#core/server/platform/jobs/jobs-check.ts';
import type { Logger } from '#core/server/platform/logger.ts';
import { backupQueue } from './maintenance-jobs.ts';
import { createSiteChecks } from './site-checks.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** For commands that create the app without listening. */
    checks: Checks;
  }
}

/** Creates the checks of a server, with those of the platform. Each feature registers its own. They run while the server listens. */
export function setUpChecks(
  app: FastifyInstance,
  {
    config,
    database,
    clock,
    logger,
    isCommand = false,
  }: { config: Config; database: Database; clock: Clock; logger: Logger; isCommand?: boolean },
): Checks {
  const checks = createChecks({
    server: isCommand ? null : `${hostname()}:${config.port}`,
    database,
    clock,
    logger,
  });
  const { db } = database;
  checks.register(
    ...createSiteChecks(config),
    ...createDatabaseChecks(database),
    createEmailCheck(db, config),
    createJobsCheck(db, isRecipientRejected),
  );
  // A demo has nothing to lose.
  if (config.mode === 'production' || config.scheduledBackups !== null) {
    const backups = config.hasExternalBackups ? 'external' : config.scheduledBackups;
    checks.register(createBackupCheck({ db, clock, backups, queue: backupQueue }));
  }
  app.decorate('checks', checks);
  app.addHook('onListen', async () => checks.start());
  app.addHook('onClose', () => checks.close());
  return checks;
}
