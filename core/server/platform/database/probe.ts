import pg from 'pg';
import { closeConnection, createClient, queryWithin } from './connection.ts';
import { DatabaseUnavailable } from './unavailable.ts';

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
