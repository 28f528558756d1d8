import { getConnectionGroup } from './admission.ts';
import { DatabaseUnavailable } from './unavailable.ts';

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
