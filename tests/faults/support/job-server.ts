/**
 * Queues numbered jobs and runs them until it is killed. Prints the number of each job once it is committed. Each run adds a
 * row to `job_runs`, which is updated when it ends. Usage: `job-server.ts embedded|server DATA_DIR|URL FIRST_NUMBER`.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { HOUR, MINUTE, SECOND } from '#core/server/platform/clock.ts';
import { connectDatabase } from '#core/server/platform/database.ts';
import { startEmbeddedDatabase } from '#core/server/platform/embedded-database/embedded-database.ts';
import { enqueue } from '#core/server/platform/jobs/enqueue.ts';
import { createJobs } from '#core/server/platform/jobs/jobs.ts';
import { defineQueue } from '#core/server/platform/jobs/queue.ts';
import { createLogger } from '#core/server/platform/logger.ts';
import { migrateDatabase } from '#core/server/platform/migrations/migrate.ts';
import { getPostgresBinDir } from '#tests/support/database/postgres-binaries.ts';

const [kind, location = '', firstNumber] = process.argv.slice(2);
const JOBS_PER_PROCESS = 200;
const MAX_RUN_MS = 20;

const queue = defineQueue<{ number: number }>('numbered', {
  timeLimitMs: MINUTE,
  // Those of webhook events. An interrupted attempt must not wait for them.
  retries: { maxAttempts: 50, firstDelayMs: 30 * SECOND, longestDelayMs: HOUR },
});

const logger = createLogger('error');
const url =
  kind === 'embedded'
    ? (await startEmbeddedDatabase({ dataDir: location, postgresBinDir: getPostgresBinDir() }, logger)).url
    : location;
const database = connectDatabase(url, logger);
await migrateDatabase(database);
await database.db.execute(
  sql`create table if not exists job_runs (number int, begun_at timestamptz, ended_at timestamptz)`,
);

const jobs = createJobs({ database, logger });
jobs.handle(
  queue,
  async ({ number }) => {
    const begun = await database.db.execute<{ begun_at: string }>(
      sql`insert into job_runs values (${number}, clock_timestamp()) returning begun_at::text`,
    );
    await wait(Math.random() * MAX_RUN_MS);
    await database.db.execute(
      sql`update job_runs set ended_at = clock_timestamp()
        where number = ${number} and begun_at = ${begun.rows[0]?.begun_at}`,
    );
  },
  { concurrency: 2 },
);
await jobs.start();
process.send?.('ready');
for (let index = 0; index < JOBS_PER_PROCESS; index += 1) {
  const number = Number(firstNumber) + index;
  await database.transaction((tx) => enqueue(tx, queue, { number }));
  process.send?.(number);
}
process.on('message', () => void jobs.close().then(() => process.exit(0)));
process.send?.('queued');
