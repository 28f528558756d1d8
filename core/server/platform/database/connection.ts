import pg from 'pg';
import { SECOND } from '#core/server/platform/clock.ts';
import { DatabaseUnavailable, withDeadline } from './unavailable.ts';

const CLOSE_TIMEOUT_MS = SECOND;

/** Connections that are no longer usable. */
const lost = new WeakSet<pg.ClientBase>();

export const isLost = (client: pg.ClientBase): boolean => lost.has(client);

/**
 * Handles the `error` event of a connection, which without a listener ends the process. Every client of the driver
 * needs this; the pool listens only while a connection is idle.
 */
export function watchConnection(client: pg.ClientBase): void {
  client.on('error', () => lost.add(client));
}

/** Creates a client, not connected yet, whose loss does not end the process. */
export function createClient(config: pg.ClientConfig): pg.Client {
  const client = new pg.Client(config);
  watchConnection(client);
  return client;
}

/**
 * Runs one statement. Destroys the connection when no response arrives in time: the driver's own `query_timeout` leaves
 * the statement in flight on a connection that looks usable.
 */
export async function queryWithin(
  client: pg.Client,
  timeoutMs: number,
  query: pg.QueryConfig | string,
  values?: unknown[],
): Promise<pg.QueryResult> {
  try {
    return await withDeadline(client.query(query, values), timeoutMs);
  } catch (error) {
    if (error instanceof DatabaseUnavailable) destroyConnection(client);
    throw error;
  }
}

/** Closes a connection, without waiting long for a server that does not respond. */
export async function closeConnection(client: pg.Client): Promise<void> {
  await withDeadline(client.end(), CLOSE_TIMEOUT_MS).catch(() => destroyConnection(client));
}

/** Closes a connection at once: its statements fail. */
export function destroyConnection(client: pg.Client): void {
  lost.add(client);
  client.connection.stream.destroy();
}

/**
 * A connection next to the pool's, for checks that must not depend on whether the pool is in use. It is opened by the
 * first query and again after it was lost.
 */
export interface Probe {
  /** Throws `DatabaseUnavailable` when the database does not respond in time. */
  query(text: string): Promise<pg.QueryResult>;
  close(): Promise<void>;
}

export function createProbe(config: pg.ClientConfig, timeoutMs: number): Probe {
  let current: { client: pg.Client; connected: Promise<unknown> } | null = null;

  function connect() {
    const client = createClient({ ...config, connectionTimeoutMillis: timeoutMs });
    const opened = { client, connected: client.connect() };
    client.once('end', () => {
      if (current === opened) current = null;
    });
    return opened;
  }

  return {
    async query(text) {
      current ??= connect();
      const used = current;
      try {
        await used.connected;
        return await queryWithin(used.client, timeoutMs, text);
      } catch (error) {
        if (error instanceof pg.DatabaseError) throw error;
        if (current === used) current = null;
        throw error instanceof DatabaseUnavailable ? error : new DatabaseUnavailable('unreachable', error);
      }
    },
    async close() {
      if (current) await closeConnection(current.client);
    },
  };
}
