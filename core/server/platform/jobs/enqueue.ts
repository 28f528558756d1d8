import { EventEmitter } from 'node:events';
import { type SQL, sql } from 'drizzle-orm';
import { fromDrizzle } from 'pg-boss';
import { SECOND } from '#core/server/platform/clock.ts';
import { onCommit, type Queryable, type Transaction } from '#core/server/platform/database.ts';
import { createBoss, SCHEMA } from './boss.ts';
import { DEAD_LETTERS, type Queue } from './queue.ts';

interface EnqueueOptions {
  /** Identifies the job in an exclusive queue. */
  key?: string;
  /** The job is not due before this time has passed. */
  delayMs?: number;
}

/** Emits the name of a queue after jobs were added on this server. */
const commits = new EventEmitter().setMaxListeners(0);

/**
 * Queues a job in the transaction that causes it: it runs if and only if that transaction is committed, and on this server
 * immediately. Does nothing if an exclusive queue already has a job with this key.
 */
export function enqueue<Data extends object>(
  tx: Transaction,
  queue: Queue<Data>,
  data: Data,
  options: EnqueueOptions = {},
): Promise<void> {
  return enqueueAll(tx, queue, [{ data, ...options }]);
}

/**
 * Queues several jobs, see `enqueue`. With `wakeAfterMs` this server starts them so long after the commit, unless it looks for jobs before;
 * other servers start them when they look for jobs.
 */
export async function enqueueAll<Data extends object>(
  tx: Transaction,
  queue: Queue<Data>,
  jobs: ({ data: Data } & EnqueueOptions)[],
  { wakeAfterMs = 0 }: { wakeAfterMs?: number } = {},
): Promise<void> {
  const rows = jobs.map(({ data, key, delayMs }) => ({
    data,
    ...(key === undefined ? {} : { singletonKey: key }),
    ...(delayMs === undefined ? {} : { startAfter: Math.ceil(delayMs / SECOND) }),
  }));
  const boss = createBoss(fromDrizzle(tx, sql));
  if ((await boss.getQueue(queue.name)) === null) await createQueueIn(tx, queue);
  await boss.insert(queue.name, rows);
  announceEnqueued(tx, queue.name, wakeAfterMs);
  // Jobs are due at whole seconds.
  for (const { delayMs } of jobs) if (delayMs) announceEnqueued(tx, queue.name, delayMs + SECOND);
}

/**
 * Updates the statistics of jobs after many were queued: without them PostgreSQL, which does so itself within a minute, reads all jobs of the queue to
 * find each one.
 */
export async function analyzeJobs(db: Queryable): Promise<void> {
  await db.execute(sql`analyze (skip_locked) ${sql.identifier(SCHEMA)}.job_common (name)`);
}

/** Wakes the workers of a queue on this server after the commit, or when a delay has passed since. */
export function announceEnqueued(tx: Transaction, queueName: string, delayMs = 0): void {
  const announce = () => commits.emit('commit', queueName);
  onCommit(tx, delayMs === 0 ? announce : () => void setTimeout(announce, delayMs).unref());
}

/** Creates a queue in a transaction. `PgBoss.createQueue` would commit it, because it runs a script with its own one. */
async function createQueueIn<Data extends object>(
  tx: Transaction,
  { name, options }: Queue<Data>,
): Promise<void> {
  await tx.execute(
    sql`select ${sql.identifier(SCHEMA)}.create_queue(${name}, ${JSON.stringify(options)}::jsonb)`,
  );
}

/** Calls `listener` after jobs were added to a queue on this server. Returns the function that unsubscribes. */
export function onEnqueued(listener: (queueName: string) => void): () => void {
  commits.on('commit', listener);
  return () => commits.off('commit', listener);
}

/** Deletes the jobs of a queue whose data contains `data`, including completed ones and dead letters. */
export async function deleteJobs<Data extends object>(
  tx: Transaction,
  queue: Queue<Data>,
  data: Partial<Data>,
): Promise<void> {
  await tx.execute(sql`
    delete from ${sql.identifier(SCHEMA)}.job
    where (name = ${queue.name} or (name = ${DEAD_LETTERS} and source_name = ${queue.name}))
      and data @> ${JSON.stringify(data)}::jsonb
  `);
}

/** Returns whether a queue has a job that waits and is due by then. */
export async function isAnyDueWithin(
  tx: Transaction,
  queue: { name: string },
  delayMs: number,
): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    select from ${sql.identifier(SCHEMA)}.job
    where name = ${queue.name} and state < 'active' and start_after <= now() + ${Math.ceil(delayMs / SECOND)} * interval '1 s'
    limit 1`);
  return rows.length > 0;
}

/** Returns whether a queue has a job whose data contains `data` and that waits, runs or will be tried again. */
export async function hasUnfinishedJob<Data extends object>(
  tx: Transaction,
  queue: Queue<Data>,
  data: Partial<Data>,
): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    select from ${sql.identifier(SCHEMA)}.job
    where name = ${queue.name} and state < 'completed' and data @> ${JSON.stringify(data)}::jsonb
    limit 1`);
  return rows.length > 0;
}

/** Selects a field of the data of the jobs that have not finished. */
export const selectUnfinishedJobs = (queueNames: readonly string[], field: string): SQL => sql`
  select data ->> ${field} from ${sql.identifier(SCHEMA)}.job
  where name = any(${sql.param([...queueNames])}) and state < 'completed'`;
