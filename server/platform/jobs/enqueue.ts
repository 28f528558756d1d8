import { EventEmitter } from 'node:events';
import { type SQL, sql } from 'drizzle-orm';
import { fromDrizzle } from 'pg-boss';
import { onCommit, type Transaction } from '#server/platform/database.ts';
import { createBoss, SCHEMA } from './boss.ts';
import { DEAD_LETTERS, type Queue } from './queue.ts';

interface EnqueueOptions {
  /** Identifies the job in an exclusive queue. */
  key?: string;
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

/** Queues several jobs, see `enqueue`. */
export async function enqueueAll<Data extends object>(
  tx: Transaction,
  queue: Queue<Data>,
  jobs: ({ data: Data } & EnqueueOptions)[],
): Promise<void> {
  const rows = jobs.map(({ data, key }) => ({ data, ...(key === undefined ? {} : { singletonKey: key }) }));
  const boss = createBoss(fromDrizzle(tx, sql));
  if ((await boss.getQueue(queue.name)) === null) await createQueueIn(tx, queue);
  await boss.insert(queue.name, rows);
  announceEnqueued(tx, queue.name);
}

/** Wakes the workers of a queue on this server after the commit. */
export function announceEnqueued(tx: Transaction, queueName: string): void {
  onCommit(tx, () => commits.emit('commit', queueName));
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

/** Selects a field of the data of the jobs that have not finished. */
export const selectUnfinishedJobs = (queueNames: readonly string[], field: string): SQL => sql`
  select data ->> ${field} from ${sql.identifier(SCHEMA)}.job
  where name = any(${sql.param([...queueNames])}) and state < 'completed'`;
