import pg from 'pg';
import { describeStatement, traceCall } from '#core/server/platform/tracing/tracing.ts';
import { createAdmission, getConnectionGroup } from './admission.ts';
import { destroyConnection, isLost, queryWithin, watchConnection } from './connection.ts';
import { MAX_PARAMETERS } from './parameters.ts';
import { DatabaseUnavailable, getUnavailableReason } from './unavailable.ts';

/** The part of a connection that Drizzle uses. */
export interface Executor {
  query(query: pg.QueryConfig, values?: unknown[]): Promise<pg.QueryResult>;
}

/** One connection of the pool, in use until it is released. */
interface Session extends Executor {
  /** Fails all statements in flight with the error and closes the connection. */
  fail(error: DatabaseUnavailable): void;
  /** Returns the connection to the pool, or closes it when it is lost or `isReusable` is false. */
  release(options?: { isReusable: boolean }): void;
}

export interface Sessions extends Executor {
  open(): Promise<Session>;
  /** The number of callers that wait for a connection. */
  readonly waiting: number;
}

interface SessionOptions {
  max: number;
  maxPerGroup: number;
  waitMs: number;
  queryMs: number;
  /** Called after each statement that the database has executed. */
  reportSuccess: () => void;
  /** Called after each that it could not execute. */
  reportFailure: (error: DatabaseUnavailable) => void;
}

/**
 * The pool's connections as the server uses them: failures of the database are thrown as `DatabaseUnavailable`,
 * each statement has `queryMs`, each wait for a connection `waitMs`, and a lost connection never returns to the pool.
 */
export function createSessions(
  pool: pg.Pool,
  { max, maxPerGroup, waitMs, ...options }: SessionOptions,
): Sessions {
  const admission = createAdmission({ max, maxPerGroup, waitMs });
  pool.on('connect', watchConnection);

  function fail(error: DatabaseUnavailable): never {
    options.reportFailure(error);
    throw error;
  }

  async function open(): Promise<Session> {
    const releaseAdmission = await admission.admit().catch((error: DatabaseUnavailable) => fail(error));
    try {
      const client = await pool.connect();
      return createSession(client, options, releaseAdmission);
    } catch (error) {
      releaseAdmission();
      return fail(new DatabaseUnavailable('unreachable', error));
    }
  }

  const share = createSharing(open);

  async function runAlone<T>(run: (session: Session) => Promise<T>): Promise<T> {
    const session = await open();
    try {
      return await run(session);
    } finally {
      session.release();
    }
  }

  return {
    open,
    get waiting() {
      return admission.waiting;
    },
    query(query, values) {
      // Statements of `prepareOnce` are short, so they may share a connection.
      const use = query.name ? share : runAlone;
      return use(async (session) => {
        try {
          return await session.query(query, values);
        } catch (error) {
          if (!isStatementInvalid(query, error)) throw error;
          return await session.query({ ...query, name: undefined }, values);
        }
      });
    },
  };
}

function createSession(
  client: pg.PoolClient,
  {
    queryMs,
    reportSuccess,
    reportFailure,
  }: Pick<SessionOptions, 'queryMs' | 'reportSuccess' | 'reportFailure'>,
  releaseAdmission: () => void,
): Session {
  let fault: DatabaseUnavailable | undefined;
  let hasInvalidStatements = false;
  return {
    async query(query, values) {
      if (fault) throw fault;
      checkParameters(values ?? query.values);
      try {
        const result = await traceCall(
          () => describeStatement(query.text),
          () => queryWithin(client, queryMs, query, values),
        );
        reportSuccess();
        return result;
      } catch (error) {
        if (fault) throw fault;
        if (isStatementInvalid(query, error)) hasInvalidStatements = true;
        const unavailable = toUnavailable(error, client);
        if (!unavailable) throw error;
        reportFailure(unavailable);
        if (isLost(client) || unavailable.reason === 'unreachable') fault = unavailable;
        throw unavailable;
      }
    },
    fail(error) {
      fault = error;
      destroyConnection(client);
    },
    release({ isReusable } = { isReusable: true }) {
      client.release(isLost(client) || fault !== undefined || hasInvalidStatements || !isReusable);
      releaseAdmission();
    },
  };
}

/** The driver would send only the last 16 bits of the number of values, and the server report a violation of the protocol. */
function checkParameters(values: unknown[] = []): void {
  if (values.length <= MAX_PARAMETERS) return;
  throw new Error(
    `A statement has ${values.length} parameters, and PostgreSQL accepts ${MAX_PARAMETERS}: pass lists with isOneOf or toInsertBatches.`,
  );
}

/**
 * Returns true if a connection can no longer execute a named statement: a migration has changed the type of a column (0A000),
 * or something else than this server has deallocated it (26000). The driver does not prepare it again.
 */
const isStatementInvalid = ({ name }: pg.QueryConfig, error: unknown): boolean =>
  Boolean(name) && error instanceof pg.DatabaseError && ['0A000', '26000'].includes(error.code ?? '');

function toUnavailable(error: unknown, client: pg.ClientBase): DatabaseUnavailable | null {
  if (error instanceof DatabaseUnavailable) return error;
  const reason = getUnavailableReason(error) ?? (isLost(client) ? 'unreachable' : null);
  return reason && new DatabaseUnavailable(reason, error);
}

/** More statements would wait longer for those before them than for a connection of their own. */
const MAX_IN_FLIGHT = 16;
/**
 * Limits how many statements wait behind a slow one, and lets admission give the connection to another group: under constant
 * load a connection always has a statement in flight.
 */
const JOINABLE_MS = 25;

interface SharedConnection<Session> {
  session: Promise<Session>;
  inFlight: number;
  openedAt: number;
}

interface Shareable {
  fail(error: DatabaseUnavailable): void;
  release(): void;
}

/** Runs a statement on a connection that it may share with others of the same connection group. */
export type Share<Session> = <T>(run: (session: Session) => Promise<T>) => Promise<T>;

/**
 * Lets short statements outside transactions share a connection while others are in flight on it, in the driver's pipeline
 * mode. They are sent without waiting for earlier results, and PostgreSQL executes them one after another, each in its own
 * transaction. A connection is opened for the first statement and released after the last one.
 *
 * The time limits of PostgreSQL apply to each statement in turn. If one exceeds a limit, the others fail as well, because their
 * waits would add up.
 */
export function createSharing<Session extends Shareable>(open: () => Promise<Session>): Share<Session> {
  const joinable = new Map<string, SharedConnection<Session>>();

  function join(group: string): SharedConnection<Session> {
    const current = joinable.get(group);
    const isJoinable =
      current !== undefined &&
      current.inFlight < MAX_IN_FLIGHT &&
      performance.now() - current.openedAt < JOINABLE_MS;
    if (isJoinable) return current;
    const opened = { session: open(), inFlight: 0, openedAt: performance.now() };
    joinable.set(group, opened);
    return opened;
  }

  return async (run) => {
    const group = getConnectionGroup();
    const connection = join(group);
    connection.inFlight += 1;
    let session: Session | undefined;
    const leave = () => {
      if (joinable.get(group) === connection) joinable.delete(group);
    };
    try {
      session = await connection.session;
      return await run(session);
    } catch (error) {
      // The connection may be lost.
      leave();
      if (error instanceof DatabaseUnavailable && connection.inFlight > 1) session?.fail(error);
      throw error;
    } finally {
      connection.inFlight -= 1;
      if (connection.inFlight === 0) {
        leave();
        session?.release();
      }
    }
  };
}
