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
  // 08: connection lost; 53: out of connections, memory or disk; 57P: the server is shutting down or starting.
  return /^(08|53|57P)/.test(code) ? 'unreachable' : null;
}
