import { hostname } from 'node:os';
import type { FastifyInstance } from 'fastify';
import type { Dependencies } from '#server/dependencies.ts';
import { createBackupCheck } from '#server/platform/backup/backup-check.ts';
import { type Checks, createChecks } from '#server/platform/checks/checks.ts';
import { createDatabaseChecks } from '#server/platform/database/database-checks.ts';
import { createEmailCheck } from '#server/platform/email/email-check.ts';
import { isRecipientRejected } from '#server/platform/email/outbox.ts';
import { createJobsCheck } from '#server/platform/jobs/jobs-check.ts';
import { backupQueue } from './maintenance-jobs.ts';

/** Creates the checks of a server, with those of the platform. Each domain registers its own. They run while the server listens. */
export function setUpChecks(
  app: FastifyInstance,
  { config, database, clock, logger }: Pick<Dependencies, 'config' | 'database' | 'clock' | 'logger'>,
): Checks {
  const checks = createChecks({ server: `${hostname()}:${config.port}`, database, clock, logger });
  const { db } = database;
  checks.register(
    ...createDatabaseChecks(database),
    createEmailCheck(db),
    createJobsCheck(db, isRecipientRejected),
  );
  // A demo has nothing to lose.
  if (config.mode === 'production' || config.scheduledBackups !== null) {
    const backups = config.hasExternalBackups ? 'external' : config.scheduledBackups;
    checks.register(createBackupCheck({ db, clock, backups, queue: backupQueue }));
  }
  app.addHook('onListen', async () => checks.start());
  app.addHook('onClose', () => checks.close());
  return checks;
}
