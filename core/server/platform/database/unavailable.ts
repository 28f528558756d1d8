import pg from 'pg';

/**
 * The reason why the database could not run a statement, which may succeed later:
 * - `unreachable`: no connection, or the connection was lost;
 * - `busy`: every connection that this part of the server may use was in use for too long;
 * - `timeout`: the statement took too long or was canceled;
 * - `locked`: another session holds a lock that the statement needs;
 * - `conflict`: a deadlock or a serialization failure between two transactions.
 */
type UnavailableReason = 'unreachable' | 'busy' | 'timeout' | 'locked' | 'conflict';

/**
 * A temporary failure of the database. Thrown only where the server calls the driver, so that the same error codes from
 * elsewhere (a client's or a remote server's ECONNRESET) are never mistaken for one.
 */
export class DatabaseUnavailable extends Error {
  readonly reason: UnavailableReason;

  constructor(reason: UnavailableReason, cause?: unknown) {
    super(`the database is not available (${reason})`, { cause });
    this.name = 'DatabaseUnavailable';
    this.reason = reason;
  }
}

/** Returns the temporary failure in an error's chain of causes, or `null`. */
export function findUnavailable(error: unknown): DatabaseUnavailable | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof DatabaseUnavailable) return cause;
  }
  return null;
}

/** Returns the reason by the SQLSTATE of an error; `null` when the statement itself is at fault. */
export function getUnavailableReason(error: unknown): UnavailableReason | null {
  if (!(error instanceof pg.DatabaseError)) return null;
  const { code = '' } = error;
  switch (code) {
    case '57014':
      return 'timeout';
    case '55P03':
      return 'locked';
    case '40001':
    case '40P01':
      return 'conflict';
    // Read-only: the server was demoted to a standby, and the primary is elsewhere.
    case '25006':
      return 'unreachable';
  }
  return isConnectionLost(error) || RESOURCES_EXHAUSTED.includes(code) ? 'unreachable' : null;
}

/**
 * The server is out of disk space, memory or connections. Not 53400, a limit of its configuration, which a statement exceeds
 * each time.
 */
const RESOURCES_EXHAUSTED = ['53100', '53200', '53300'];

/**
 * 08: connection exceptions, but not 08P01, a message that violates the protocol, which the next attempt would repeat. 57P: the
 * server is shutting down or starting. Whatever the code, the server closes the connection after a fatal error: PgBouncer
 * reports a lost server as a fatal 08P01.
 */
const isConnectionLost = ({ code = '', severity = '' }: pg.DatabaseError): boolean =>
  /^(08\d|57P)/.test(code) || severity === 'FATAL' || severity === 'PANIC';

/** Waits for a read of the database for at most `timeoutMs`; then rejects with `DatabaseUnavailable`. */
export async function withDeadline<T>(read: Promise<T>, timeoutMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new DatabaseUnavailable('timeout')), timeoutMs);
  });
  try {
    return await Promise.race([read, deadline]);
  } finally {
    clearTimeout(timer);
  }
}
