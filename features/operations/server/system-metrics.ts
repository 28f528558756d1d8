import { Gauge, type Registry } from 'prom-client';
import { listQueues } from '#core/server/platform/jobs/dead-letters.ts';
import type { Dependencies } from '#dependencies.ts';
import { countWaitingImports } from '#features/imports/server/imports.ts';

/**
 * Registers what all servers share: every server reports the same values, so that dashboards use the maximum, not the sum.
 * They are read from the database with each scrape; while it is unavailable, `tezi_database_up` is 0 and they are absent.
 */
export function registerSystemMetrics(
  registry: Registry,
  { database, logger }: Pick<Dependencies, 'database' | 'logger'>,
): void {
  let reading: Promise<void> | null = null;
  // The registry collects all metrics at once and waits for each one on its own, so each waits for the same reading.
  const collect = () => {
    reading ??= read().finally(() => (reading = null));
    return reading;
  };
  const define = <Label extends string>(name: string, help: string, labelNames: Label[] = []) =>
    new Gauge({ name, help, labelNames, registers: [registry], collect });

  const jobs = define('tezi_jobs', 'Background jobs by queue and state', ['queue', 'state']);
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
    for (const gauge of [jobs, imports]) gauge.reset();
    try {
      const { db } = database;
      const [queues, downloads] = await Promise.all([listQueues(db), countWaitingImports(db)]);
      for (const { name: queue, ...counts } of queues) {
        for (const [state, count] of Object.entries(counts)) jobs.set({ queue, state }, count);
      }
      imports.set(downloads);
    } catch (error) {
      logger.warn({ err: error }, 'metrics of the database could not be read');
      imports.remove();
    }
  }
}
