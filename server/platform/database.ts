import { sql } from 'drizzle-orm';
import { drizzle, type NodePgQueryResultHKT } from 'drizzle-orm/node-postgres';
import type { PgDatabase } from 'drizzle-orm/pg-core';
import pg from 'pg';
import { CHANGE_CHANNEL, type ChangeBus, type ChangeTopic, createChangeBus } from './change-bus.ts';
import { SECOND } from './clock.ts';
import type { Logger } from './logger.ts';

/** What queries are made with: the database itself or a transaction of it. */
export type Queryable = PgDatabase<NodePgQueryResultHKT, Record<string, never>>;

/** A transaction. Use cases that write take one; only routes, jobs and commands open one. */
export type Transaction = Queryable;

export interface Database {
  /** Reads outside a transaction. */
  read: Queryable;
  /** Runs one unit of work: all of it is kept, or on an exception none. What it announces is told once it is kept. */
  transaction<T>(work: (tx: Transaction, announce: (topic: ChangeTopic) => void) => Promise<T>): Promise<T>;
  changes: ChangeBus;
  pool: pg.Pool;
  close(): Promise<void>;
}

export type DatabaseSource = { kind: 'server'; url: string } | { kind: 'embedded'; socketDir: string };

const POOL_SIZE = 10;
const CONNECT_TIMEOUT_MS = 5 * SECOND;
const STATEMENT_TIMEOUT_MS = 15 * SECOND;

/** Opens a pool of connections. Nothing is connected before the first query. */
export function connectDatabase(source: DatabaseSource, logger: Logger): Database {
  const pool = new pg.Pool({
    max: POOL_SIZE,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    ...connectionOptions(source),
  });
  // An idle connection that the server closed: the pool replaces it.
  pool.on('error', (error) => logger.warn({ err: error }, 'a database connection was lost'));
  const database = drizzle(pool) as unknown as Queryable;
  const changes = createChangeBus(source.kind === 'server' ? source.url : null, logger);
  return {
    read: database,
    changes,
    pool,
    async transaction(work) {
      const topics = new Set<ChangeTopic>();
      const result = await database.transaction(async (tx) => {
        const made = await work(tx as unknown as Transaction, (topic) => topics.add(topic));
        if (source.kind === 'server') {
          for (const topic of topics) await tx.execute(sql`select pg_notify(${CHANGE_CHANNEL}, ${topic})`);
        }
        return made;
      });
      // At once here, so that whoever made the change sees it; the notification reaches the other servers.
      for (const topic of topics) changes.emit(topic);
      return result;
    },
    async close() {
      await changes.close();
      await pool.end();
    },
  };
}

function connectionOptions(source: DatabaseSource): pg.PoolConfig {
  if (source.kind === 'server')
    return { connectionString: source.url, statement_timeout: STATEMENT_TIMEOUT_MS };
  // The embedded database has one session for all connections: session settings would be shared, so none are made.
  return { host: source.socketDir, user: 'postgres', database: 'postgres' };
}

const UNREACHABLE = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'ENOTFOUND',
  'ETIMEDOUT',
  'EPIPE',
  'EAI_AGAIN',
]);
const UNREACHABLE_TEXTS = [
  'timeout exceeded when trying to connect',
  'Connection terminated',
  'Client has encountered',
];

/** Whether an error means that the database did not answer at all, as opposed to refusing a statement. */
export function isDatabaseUnreachable(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const code = (cause as { code?: unknown }).code;
    // 08: connection lost; 53: out of connections, memory or disk; 57P: the server is shutting down or starting.
    if (typeof code === 'string' && (UNREACHABLE.has(code) || /^(08|53|57P)/.test(code))) return true;
    const { message } = cause;
    if (UNREACHABLE_TEXTS.some((text) => message.includes(text))) return true;
  }
  return false;
}

/** Whether an error is the violation of the named unique constraint. */
export function isUniqueViolation(error: unknown, constraint: string): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof pg.DatabaseError) return cause.code === '23505' && cause.constraint === constraint;
  }
  return false;
}
