import { Gauge, type Registry } from 'prom-client';
import type { Dependencies } from '#server/dependencies.ts';
import { readWebhookBacklog } from '#server/domains/billing/billing.ts';
import { countWaitingImports } from '#server/domains/imports/imports.ts';
import { readFeedHealth } from '#server/domains/news/news.ts';
import { findLastBackup } from '#server/platform/backup/backup-files.ts';
import { SECOND } from '#server/platform/clock.ts';
import { listQueues } from '#server/platform/jobs/dead-letters.ts';
import type { Logger } from '#server/platform/logger.ts';

/**
 * Registers what all servers share: every server reports the same values, so that dashboards use the maximum, not the sum.
 * They are read from the database with each scrape; while it is unavailable, `tezi_database_up` is 0 and they are absent.
 */
export function registerSystemMetrics(
  registry: Registry,
  { database, clock, logger, config }: Pick<Dependencies, 'database' | 'clock' | 'logger' | 'config'>,
): void {
  if (config.scheduledBackups !== null) registerBackupMetric(registry, config.scheduledBackups.dir, logger);
  let reading: Promise<void> | null = null;
  // The registry collects all metrics at once and waits for each one on its own, so each waits for the same reading.
  const collect = () => {
    reading ??= read().finally(() => (reading = null));
    return reading;
  };
  const define = <Label extends string>(name: string, help: string, labelNames: Label[] = []) =>
    new Gauge({ name, help, labelNames, registers: [registry], collect });

  const jobs = define('tezi_jobs', 'Background jobs by queue and state', ['queue', 'state']);
  const waiting = define('tezi_webhook_events_waiting', 'Webhook events that are not applied yet');
  const failed = define('tezi_webhook_events_failed', 'Webhook events that failed permanently');
  const lag = define('tezi_webhook_lag_seconds', 'Age of the oldest webhook event that is not applied yet');
  const feeds = define('tezi_feeds', 'News sources by the result of their last fetch', ['state']);
  const overdue = define('tezi_feeds_overdue', 'News sources that should have been fetched 15 minutes ago');
  const imports = define('tezi_imports_waiting', 'Downloads with rows that wait for review');
  new Gauge({
    name: 'tezi_database_up',
    help: 'Whether the database responds',
    registers: [registry],
    // On its own connection: a locked table or a busy pool is no outage.
    async collect() {
      this.set(
        await database.probe.query('select 1').then(
          () => 1,
          () => 0,
        ),
      );
    },
  });

  async function read(): Promise<void> {
    for (const gauge of [jobs, waiting, failed, lag, feeds, overdue, imports]) gauge.reset();
    try {
      const { db } = database;
      const now = clock.now();
      const [queues, webhooks, health, downloads] = await Promise.all([
        listQueues(db),
        readWebhookBacklog(db, now),
        readFeedHealth(db, now),
        countWaitingImports(db),
      ]);
      for (const { name: queue, ...counts } of queues) {
        for (const [state, count] of Object.entries(counts)) jobs.set({ queue, state }, count);
      }
      waiting.set(webhooks.waiting);
      failed.set(webhooks.failed);
      lag.set(webhooks.lagSeconds);
      for (const state of ['healthy', 'failing', 'disabled'] as const) feeds.set({ state }, health[state]);
      overdue.set(health.overdue);
      imports.set(downloads);
    } catch (error) {
      logger.warn({ err: error }, 'metrics of the database could not be read');
      for (const gauge of [waiting, failed, lag, overdue, imports]) gauge.remove();
    }
  }
}

/** Also for a backup that never succeeded, so that an alert can find it. Only one of the servers writes a file each day. */
function registerBackupMetric(registry: Registry, dir: string, logger: Logger): void {
  new Gauge({
    name: 'tezi_backup_last_success_timestamp_seconds',
    help: 'Time of the newest daily backup in the folder of this server, 0 if there is none',
    registers: [registry],
    async collect() {
      const last = await findLastBackup(dir).catch((error) => {
        logger.warn({ err: error }, 'the folder of backups could not be read');
        return null;
      });
      this.set(last === null ? 0 : last.getTime() / SECOND);
    },
  });
}
