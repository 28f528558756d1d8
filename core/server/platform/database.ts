import { sql } from 'drizzle-orm';
import { drizzle, type NodePgQueryResultHKT } from 'drizzle-orm/node-postgres';
import type { PgDatabase } from 'drizzle-orm/pg-core';
import pg from 'pg';
import {
  CHANGE_CHANNEL,
  type ChangeBus,
  type ChangeOptions,
  type ChangeTopic,
  createChangeBus,
} from './change-bus.ts';
import { MINUTE, SECOND } from './clock.ts';
import { createProbe, type Probe } from './database/connection.ts';
import { createSessions, type Executor } from './database/sessions.ts';
import type { DatabaseUnavailable } from './database/unavailable.ts';
import type { Logger } from './logger.ts';
import { reportDatabaseSuccess } from './logging/outage-log.ts';

/** For requests a full disk and a standby are like a database that cannot be reached; for operators they are not. */
type FailureReason = DatabaseUnavailable['reason'] | 'disk_full' | 'read_only';

const REASONS: Record<string, FailureReason> = { '53100': 'disk_full', '25006': 'read_only' };
const RECENT_MS = 5 * MINUTE;
/** More failures than these do not change what the check says. */
const MAX_RECENT = 1_000;

/** Counts the statements of this server that the database could not execute. In memory, because it may not be able to store that. */
class StatementFailures {
  /** Since the start, also those that did not happen, so that a metric can increase. */
  readonly totals: Record<FailureReason, number> = {
    disk_full: 0,
    read_only: 0,
    locked: 0,
    timeout: 0,
    conflict: 0,
    busy: 0,
    unreachable: 0,
  };
  #recent: { reason: FailureReason; at: number }[] = [];

  count({ reason: general, cause }: DatabaseUnavailable): void {
    const code = cause instanceof pg.DatabaseError ? cause.code : undefined;
    const reason = REASONS[code ?? ''] ?? general;
    this.totals[reason] += 1;
    this.#recent.push({ reason, at: performance.now() });
    if (this.#recent.length > 2 * MAX_RECENT) this.#recent = this.#recent.slice(-MAX_RECENT);
  }

  /** Counts those of the last five minutes. */
  countRecent(reason: FailureReason): number {
    const start = performance.now() - RECENT_MS;
    return this.#recent.filter((failure) => failure.reason === reason && failure.at > start).length;
  }
}

/** Runs queries: the database itself or a transaction of it. Only `Database.transaction` opens transactions. */
export type Queryable = Omit<PgDatabase<NodePgQueryResultHKT, Record<string, never>>, 'transaction'>;

declare const transactionBrand: unique symbol;

/** A transaction, which only `Database.transaction` creates. Functions that must run in a transaction take one. */
export type Transaction = Queryable & { readonly [transactionBrand]: true };

/** Announces a change of a transaction. Without options, its caller sees the change in every later response. */
export type Announce = (topic: ChangeTopic, options?: ChangeOptions) => void;

export interface Database {
  /** For connections outside the pool. */
  url: string;
  /** Queries outside a transaction. */
  db: Queryable;
  /**
   * Runs one transaction and commits it, or rolls back on an exception. Announced topics are published after the
   * commit.
   */
  transaction<T>(work: (tx: Transaction, announce: Announce) => Promise<T>): Promise<T>;
  /** Runs the SQL of a library, which may be a script of several statements with its own transaction. */
  runScript(text: string, values?: unknown[]): Promise<pg.QueryResult>;
  changes: ChangeBus;
  /** The connections. Code that serves requests uses `db` and `transaction`, which bound every wait. */
  pool: pg.Pool;
  /** The number of queries and transactions that wait for a connection. The pool's own queue is behind this one. */
  readonly waiting: number;
  /** What the database could not execute. */
  readonly failures: StatementFailures;
  /** Queries on a separate connection with short time limits, for readiness checks. */
  probe: Probe;
  close(): Promise<void>;
}

/** Time limits, in milliseconds. */
export interface DatabaseTimeouts {
  /** Opening a connection. */
  connectMs: number;
  /** Waiting until a connection is free. */
  waitMs: number;
  /** One statement, measured by the server. */
  statementMs: number;
  /** Waiting for a lock of another session. */
  lockMs: number;
  /** A transaction between two statements, measured by the server. */
  idleInTransactionMs: number;
  /**
   * One statement until its response arrives, including the statements before it on a shared connection. Longer than
   * `statementMs`, so that usually only an unresponsive server exceeds it.
   */
  queryMs: number;
  /** Opening the probe's connection, and each of its queries. */
  probeMs: number;
  /** The interval between two checks of the connection that listens for changes, and the time limit of each check. */
  listenCheckMs: number;
  /** The delay before the connection that listens for changes is opened again. */
  listenRetryMs: number;
}

const TIMEOUTS: DatabaseTimeouts = {
  connectMs: 5 * SECOND,
  waitMs: 3 * SECOND,
  statementMs: 15 * SECOND,
  lockMs: 3 * SECOND,
  idleInTransactionMs: 30 * SECOND,
  queryMs: 18 * SECOND,
  probeMs: 2 * SECOND,
  listenCheckMs: 5 * SECOND,
  listenRetryMs: 0.5 * SECOND,
};

const POOL_SIZE = 10;
/** The maximum number of connections that one part of the server uses, so that some remain for the others. */
const MAX_PER_GROUP = 6;
const KEEP_ALIVE_DELAY_MS = 10 * SECOND;

const commitWork = new WeakMap<Queryable, (() => void)[]>();

/**
 * Runs `work` after the transaction commits, or not at all if it rolls back. Without a transaction, runs it
 * immediately.
 */
export function onCommit(db: Queryable, work: () => void): void {
  const pending = commitWork.get(db);
  if (pending) pending.push(work);
  else work();
}

/** Opens a pool of connections. Nothing is connected before the first query. */
export function connectDatabase(
  url: string,
  logger: Logger,
  options: Partial<DatabaseTimeouts> = {},
): Database {
  const timeouts = { ...TIMEOUTS, ...options };
  const config = getClientConfig(url, timeouts);
  const pool = new pg.Pool({
    ...config,
    max: POOL_SIZE,
    connectionTimeoutMillis: timeouts.connectMs,
    pipeline: true,
  });
  // The server closed an idle connection; the pool opens a new one. If that fails too, the query that needs it reports it.
  pool.on('error', ({ message }) => logger.debug({ cause: message }, 'an idle database connection was lost'));
  const failures = new StatementFailures();
  const sessions = createSessions(pool, {
    max: POOL_SIZE,
    maxPerGroup: MAX_PER_GROUP,
    ...timeouts,
    reportSuccess: () => reportDatabaseSuccess(logger),
    reportFailure: (error) => failures.count(error),
  });
  const { probeMs } = timeouts;
  const probe = createProbe(
    getClientConfig(url, { ...timeouts, statementMs: probeMs, lockMs: probeMs / 4 }),
    probeMs,
  );
  const changes = createChangeBus({ config, timeouts }, logger);

  /** Runs work in a transaction on one connection. Closes the connection unless the transaction ended cleanly. */
  async function inTransaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    const session = await sessions.open();
    let failure: { error: unknown } | undefined;
    let isReusable = false;
    try {
      const result = await createDrizzle(session).transaction(async (tx) => {
        try {
          return await work(tx as Queryable as Transaction);
        } catch (error) {
          failure = { error };
          throw error;
        }
      });
      isReusable = true;
      return result;
    } catch (error) {
      // An error other than the work's own comes from `begin`, `commit` or `rollback`; it must not replace the work's
      // own.
      isReusable = failure !== undefined && failure.error === error;
      throw failure ? failure.error : error;
    } finally {
      session.release({ isReusable });
    }
  }

  async function runScript(text: string, values?: unknown[]): Promise<pg.QueryResult> {
    const session = await sessions.open();
    let isReusable = false;
    try {
      const result = await session.query({ text, ...(values ? { values } : {}) });
      isReusable = true;
      // A script has a result for each statement.
      return Array.isArray(result) ? { ...result.at(-1), rows: result.flatMap(({ rows }) => rows) } : result;
    } finally {
      // A script that failed may have left its transaction open.
      session.release({ isReusable });
    }
  }

  return {
    url,
    db: createDrizzle(sessions),
    runScript,
    changes,
    pool,
    get waiting() {
      return sessions.waiting + pool.waitingCount;
    },
    failures,
    probe,
    async transaction(work) {
      const topics = new Map<ChangeTopic, ChangeOptions>();
      const committed: (() => void)[] = [];
      let isWorkDone = false;
      const result = await inTransaction(async (tx) => {
        commitWork.set(tx, committed);
        const returned = await work(tx, (topic, options = {}) => {
          const announced = topics.get(topic) ?? options;
          topics.set(topic, options.staleWhileRevalidate ? announced : {});
        });
        for (const [topic, options] of topics) {
          await tx.execute(sql`select pg_notify(${CHANGE_CHANNEL}, ${changes.toPayload(topic, options)})`);
        }
        isWorkDone = true;
        return returned;
      }).catch((error) => {
        // The connection was lost during the commit, which may have succeeded: caches must not keep the old state.
        if (isWorkDone) {
          changes.acceptSentNotifications();
          for (const topic of topics.keys()) changes.emit(topic);
        }
        throw error;
      });
      // Published here immediately, so that the caller sees its own change; the notification reaches the other servers.
      for (const [topic, options] of topics) changes.emit(topic, options);
      for (const run of committed) run();
      return result;
    },
    async close() {
      await changes.close();
      await probe.close();
      await pool.end();
    },
  };
}

function createDrizzle(executor: Executor) {
  return drizzle({ client: executor as pg.Pool });
}

function getClientConfig(url: string, timeouts: DatabaseTimeouts): pg.ClientConfig {
  return {
    connectionString: url,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY_MS,
    statement_timeout: timeouts.statementMs,
    lock_timeout: timeouts.lockMs,
    idle_in_transaction_session_timeout: timeouts.idleInTransactionMs,
  };
}

/** True for a violation of the named unique constraint. */
export function isUniqueViolation(error: unknown, constraint: string): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof pg.DatabaseError) return cause.code === '23505' && cause.constraint === constraint;
  }
  return false;
}
