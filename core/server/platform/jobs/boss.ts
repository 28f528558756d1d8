import { type ConstructorOptions, PgBoss } from 'pg-boss';
import { HOUR, MINUTE, SECOND } from '#core/server/platform/clock.ts';
import { DEAD_LETTER_OPTIONS, DEAD_LETTERS, type Queue } from './queue.ts';

/** The schema of pg-boss. The migrations create it; `boss.test.ts` checks that it matches the library's version. */
export const SCHEMA = 'pgboss';

/** The intervals of pg-boss, in milliseconds. Long ones keep an idle server idle. */
export interface BossIntervals {
  /** Looking for jobs of crashed servers. */
  superviseMs: number;
  /** Deleting old jobs. */
  maintenanceMs: number;
  /** Looking for schedules that are due. */
  cronMs: number;
}

const INTERVALS: BossIntervals = {
  superviseMs: MINUTE,
  maintenanceMs: 10 * MINUTE,
  cronMs: 30 * SECOND,
};
const CRON_QUEUE_POLL_MS = 10 * SECOND;

const toSeconds = (durationMs: number) => Math.max(1, Math.round(durationMs / SECOND));

/** Creates pg-boss on our own connections. It opens none, and does not change its schema. */
export function createBoss(
  db: NonNullable<ConstructorOptions['db']>,
  intervals: Partial<BossIntervals> = {},
): PgBoss {
  const { superviseMs, maintenanceMs, cronMs } = { ...INTERVALS, ...intervals };
  const options: ConstructorOptions = {
    db,
    schema: SCHEMA,
    migrate: false,
    superviseIntervalSeconds: toSeconds(superviseMs),
    monitorIntervalSeconds: toSeconds(superviseMs),
    maintenanceIntervalSeconds: toSeconds(maintenanceMs),
    cronMonitorIntervalSeconds: toSeconds(cronMs),
    cronWorkerIntervalSeconds: toSeconds(Math.min(cronMs, CRON_QUEUE_POLL_MS)),
    clockMonitorIntervalSeconds: toSeconds(10 * MINUTE),
    flowIntervalSeconds: toSeconds(HOUR),
    registerInstance: false,
    reindex: false,
    monitorVacuum: false,
  };
  return new PgBoss(options);
}

/** Creates a queue, and the one of its dead letters, unless they exist. */
export async function createQueue(boss: PgBoss, { name, options }: Queue<never>): Promise<void> {
  if (options.deadLetter === DEAD_LETTERS) await boss.createQueue(DEAD_LETTERS, DEAD_LETTER_OPTIONS);
  await boss.createQueue(name, options);
}

/** The library's own queue of schedules that are due. */
const DUE_SCHEDULES = '__pgboss__send-it';
/** Until it is deleted, a completed job prevents another server from starting the same run of its schedule. */
const DUE_SCHEDULE_RETENTION_MS = HOUR;

/** Deletes the jobs of past schedule runs soon. By default a week of them is kept, tens of thousands of rows. */
export function shortenScheduleRetention(boss: PgBoss): Promise<void> {
  return boss.updateQueue(DUE_SCHEDULES, { deleteAfterSeconds: toSeconds(DUE_SCHEDULE_RETENTION_MS) });
}
