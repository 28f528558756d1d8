import { setTimeout as wait } from 'node:timers/promises';
import type { Job, JobWithMetadata, PgBoss } from 'pg-boss';
import { SECOND } from '#core/server/platform/clock.ts';
import { DatabaseUnavailable } from '#core/server/platform/database/unavailable.ts';
import type { Database } from '#core/server/platform/database.ts';
import type { Logger } from '#core/server/platform/logger.ts';
import { traceJob } from '#core/server/platform/tracing/tracing.ts';
import { type BossIntervals, createBoss, createQueue, shortenScheduleRetention } from './boss.ts';
import { enqueue, onEnqueued } from './enqueue.ts';
import {
  isAnyRunning,
  REPORT_MS,
  returnJob,
  takeOverAtStart,
  watchForInterruptedJobs,
} from './interrupted-jobs.ts';
import { ExpectedJobError, type Queue } from './queue.ts';

interface JobContext {
  /** Aborts when the server stops, when the job exceeds its time limit, or when another server has taken it over. */
  signal: AbortSignal;
}

/** Runs one job. May run again if the server crashes before the job is recorded as completed. */
type JobHandler<Data extends object> = (data: Data, context: JobContext) => Promise<void>;

interface Schedule {
  /** A cron expression, in UTC. */
  cron: string;
  /** Also runs when a server starts. */
  isRunAtStart?: boolean;
}

interface HandlerOptions {
  /** The number of jobs that this server runs at the same time. */
  concurrency?: number;
}

/** Runs the background jobs of all servers: each job on one of them at a time. */
export interface Jobs {
  /** Registers the handler of a queue. Call it before `start`. */
  handle<Data extends object>(queue: Queue<Data>, handler: JobHandler<Data>, options?: HandlerOptions): void;
  /** Registers a handler that runs at the times of a schedule, once on all servers together. */
  handleSchedule(queue: Queue, schedule: Schedule, handler: (context: JobContext) => Promise<void>): void;
  /**
   * Runs the jobs of a queue that are due until none is left, and waits some seconds for those that are running elsewhere. With
   * `includesDelayed`, retries do not wait.
   */
  runDue<Data extends object>(queue: Queue<Data>, options?: { includesDelayed?: boolean }): Promise<void>;
  /** Starts processing. Retries until the database is available. */
  start(): Promise<void>;
  /**
   * Stops processing. Waits for running jobs, but not longer than a few seconds: a job that has not ended, or that fails while
   * the server stops, is due again immediately, for another server or the next start.
   */
  close(): Promise<void>;
}

interface Registration {
  queue: Queue<never>;
  handler: JobHandler<never>;
  concurrency: number;
  schedule: Schedule | null;
}

interface JobsDependencies {
  database: Database;
  logger: Logger;
  /** Tests set shorter ones. */
  intervals?: Partial<BossIntervals & { pollMs: number; stopMs: number }>;
}

/** Finds jobs that a schedule or a crashed server added; the server's own jobs do not wait for it. */
const POLL_MS = 10 * SECOND;
const START_RETRY_MS = 5 * SECOND;
/** The time that running jobs have to end, within that for stopping the server (decision 24). */
const STOP_MS = 6 * SECOND;
/** The library fails the jobs that run after this. None do: they are returned before. */
const CLOSE_TIMEOUT_MS = 7 * SECOND;
const MAX_DELAYED = 1_000;
/** A crashed server's job stays active for longer. */
const ACTIVE_TIMEOUT_MS = 10 * SECOND;
const ACTIVE_POLL_MS = 20;

type AnyJob = Job<object> | JobWithMetadata<object>;

export function createJobs({ database, logger, intervals = {} }: JobsDependencies): Jobs {
  const boss = createBoss({ executeSql: database.runScript }, intervals);
  const registrations = new Map<string, Registration>();
  const workerIds = new Map<string, string[]>();
  const createdQueues = new Set<string>();
  const stopping = new AbortController();
  const interruption = Promise.withResolvers<never>();
  interruption.promise.catch(() => {});
  let starting: Promise<void> | undefined;
  let unsubscribe = () => {};

  boss.on('error', (error) => {
    if (!stopping.signal.aborted) logger.error({ err: toError(error) }, 'processing background jobs failed');
  });
  boss.on('warning', ({ message, data }) => logger.warn({ data }, `background jobs: ${message}`));

  function register(registration: Registration): void {
    registrations.set(registration.queue.name, registration);
  }

  function getRegistration({ name }: { name: string }): Registration {
    const registration = registrations.get(name);
    if (!registration) throw new Error(`the queue "${name}" has no handler`);
    return registration;
  }

  function run(registration: Registration, job: AnyJob): Promise<void> {
    const { name } = registration.queue;
    return traceJob(
      () => ({
        name: `job ${name}`,
        kind: 'consumer',
        attributes: { 'messaging.destination.name': name, 'tezi.job_id': job.id },
      }),
      () => runHandler(registration, job),
    );
  }

  async function runHandler({ queue, handler }: Registration, job: AnyJob): Promise<void> {
    const signal = AbortSignal.any([stopping.signal, ...(job.signal ? [job.signal] : [])]);
    try {
      await Promise.race([handler((job.data ?? {}) as never, { signal }), interruption.promise]);
    } catch (error) {
      if (stopping.signal.aborted) {
        await returnJob(database.db, job.id);
        logger.info(
          { queue: queue.name, jobId: job.id },
          'background job was interrupted and will run again',
        );
        return;
      }
      const { retryLimit = 0 } = queue.options;
      const attempts = job.retryCount + 1;
      const isFinal = 'retryLimit' in job ? attempts > job.retryLimit : attempts > retryLimit;
      logger[error instanceof ExpectedJobError ? 'warn' : 'error'](
        { err: error, queue: queue.name, jobId: job.id, attempts, isFinal },
        'background job failed',
      );
      throw error;
    }
  }

  async function startBoss(): Promise<void> {
    await boss.start();
    await shortenScheduleRetention(boss);
    await createQueues(boss, [...registrations.values()]);
    await setSchedules(boss, [...registrations.values()]);
    await takeOverAtStart({ boss, database, logger });
    unsubscribe = onEnqueued(wake);
    for (const registration of registrations.values()) await startWorkers(registration);
    await enqueueAtStart();
    void watchForInterruptedJobs({ boss, database, logger }, { signal: stopping.signal, wake });
  }

  async function startWorkers(registration: Registration): Promise<void> {
    const { queue, concurrency } = registration;
    const { pollMs = POLL_MS } = intervals;
    const options = {
      pollingIntervalSeconds: pollMs / SECOND,
      heartbeatRefreshSeconds: REPORT_MS / SECOND,
      includeMetadata: true,
    } as const;
    const ids: string[] = [];
    workerIds.set(queue.name, ids);
    for (let index = 0; index < concurrency; index += 1) {
      const id = await boss.work(queue.name, options, async ([job]: JobWithMetadata<object>[]) => {
        // The next job does not wait for the poll.
        boss.notifyWorker(id);
        if (job) await run(registration, job);
      });
      ids.push(id);
    }
  }

  async function enqueueAtStart(): Promise<void> {
    const scheduled = [...registrations.values()].filter(({ schedule }) => schedule?.isRunAtStart);
    if (scheduled.length === 0) return;
    await database.transaction(async (tx) => {
      for (const { queue } of scheduled) await enqueue(tx, queue, {} as never);
    });
  }

  function wake(queueName: string): void {
    for (const id of workerIds.get(queueName) ?? []) boss.notifyWorker(id);
  }

  async function startWithRetries(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        return await startBoss();
      } catch (error) {
        logger.error({ err: error }, 'background jobs could not be started');
        await boss.stop({ graceful: false, close: false });
        await wait(START_RETRY_MS, undefined, { signal: stopping.signal }).catch(() => {});
      }
    }
  }

  async function runFetched(registration: Registration, job: JobWithMetadata<object>): Promise<void> {
    const { name } = registration.queue;
    const reporting = setInterval(() => void boss.touch(name, job.id).catch(() => {}), REPORT_MS);
    try {
      await run(registration, job);
    } catch (error) {
      await boss.fail(name, job.id, error as object);
      return;
    } finally {
      clearInterval(reporting);
    }
    await boss.complete(name, job.id);
  }

  /** Waits for the jobs that workers run. A worker's job is active in the database before its handler begins. */
  async function waitForActive(queueName: string): Promise<void> {
    const end = performance.now() + ACTIVE_TIMEOUT_MS;
    while (performance.now() < end && !stopping.signal.aborted) {
      if (!(await isAnyRunning(database.db, queueName))) return;
      await wait(ACTIVE_POLL_MS);
    }
  }

  return {
    handle(queue, handler, { concurrency = 1 } = {}) {
      register({
        queue: queue as Queue<never>,
        handler: handler as JobHandler<never>,
        concurrency,
        schedule: null,
      });
    },
    handleSchedule(queue, schedule, handler) {
      register({
        queue: queue as Queue<never>,
        handler: (_data, context) => handler(context),
        concurrency: 1,
        schedule,
      });
    },
    async runDue(queue, { includesDelayed = false } = {}) {
      const registration = getRegistration(queue);
      const { name } = queue;
      if (!createdQueues.has(name)) await createQueue(boss, registration.queue);
      createdQueues.add(name);
      const delayed = includesDelayed
        ? await boss.fetch<object>(name, {
            batchSize: MAX_DELAYED,
            ignoreStartAfter: true,
            includeMetadata: true,
          })
        : [];
      for (const job of delayed) await runFetched(registration, job);
      for (;;) {
        const [job] = await boss.fetch<object>(name, { includeMetadata: true });
        if (!job) break;
        await runFetched(registration, job);
      }
      await waitForActive(name);
    },
    start() {
      starting ??= startWithRetries();
      return starting;
    },
    async close() {
      stopping.abort(new Error('the server is stopping'));
      unsubscribe();
      const { stopMs = STOP_MS } = intervals;
      const timer = setTimeout(() => interruption.reject(new Error('the server is stopping')), stopMs);
      await starting;
      await boss.stop({ close: false, timeout: CLOSE_TIMEOUT_MS });
      clearTimeout(timer);
    },
  };
}

/** Creates missing queues, and changes those whose options are different from the ones in the database. */
async function createQueues(boss: PgBoss, registrations: Registration[]): Promise<void> {
  const existing = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
  for (const { queue } of registrations) {
    const stored = existing.get(queue.name);
    if (!stored) await createQueue(boss, queue);
    else if (isDifferent(stored, queue.options)) {
      const { policy: _, ...options } = queue.options;
      await boss.updateQueue(queue.name, options);
    }
  }
}

const isDifferent = (stored: object, wanted: object) =>
  Object.entries(wanted).some(([key, value]) => (stored as Record<string, unknown>)[key] !== value);

/** Stores new and changed schedules, and removes those that this version no longer has. */
async function setSchedules(boss: PgBoss, registrations: Registration[]): Promise<void> {
  const existing = new Map((await boss.getSchedules()).map(({ name, cron }) => [name, cron]));
  for (const { queue, schedule } of registrations) {
    if (schedule === null) continue;
    if (existing.get(queue.name) !== schedule.cron) await boss.schedule(queue.name, schedule.cron);
    existing.delete(queue.name);
  }
  for (const name of existing.keys()) await boss.unschedule(name);
}

/** The library copies the fields of some errors to an object that is not one. */
function toError(error: Error): Error {
  if (error instanceof Error) return error;
  const { name, reason } = error as Partial<DatabaseUnavailable>;
  return name === 'DatabaseUnavailable' && reason !== undefined ? new DatabaseUnavailable(reason) : error;
}
