import { existsSync } from 'node:fs';
import type pg from 'pg';
import { readCpuTime } from '../responses/load.ts';
import type { ClientProcess } from '../streams/client-process.ts';
import type { Server } from '../support/server.ts';
import type { Publisher } from './publisher.ts';
import type { Service } from './service-process.ts';

/** What a benchmark of alerts works with. */
export interface Bench {
  server: Server;
  pool: pg.Pool;
  services: Record<'push' | 'telegram' | 'email', Service>;
  /** The streams of the subscribers. */
  clients: ClientProcess;
  publisher: Publisher;
  /** The subscribers. */
  ids: readonly string[];
  /** Of the device that they all have. */
  keys: { p256dh: string; auth: string };
}

/** Milliseconds since 1970, on the clock that all processes share. */
export const getTime = () => performance.timeOrigin + performance.now();

const DELIVERIES = 'alert_deliveries join alert_events on alert_events.id = event_id';

/** The result of a message. Times are in milliseconds since 1970. */
export interface Delivery {
  state: string;
  reason: string | null;
  attempts: number;
  acceptedAt: number;
}

/** Reads the results of a signal's messages on a channel. */
export async function readDeliveries(pool: pg.Pool, signalId: string, channel: string): Promise<Delivery[]> {
  const { rows } = await pool.query<Delivery>(
    `select state, reason, attempts, extract(epoch from accepted_at)::float8 * 1000 as "acceptedAt"
     from ${DELIVERIES} where subject ->> 'signalId' = $1 and channel = $2`,
    [signalId, channel],
  );
  return rows;
}

/** Counts the messages of a signal by state. */
export async function countStates(pool: pg.Pool, signalId: string, channel: string) {
  const deliveries = await readDeliveries(pool, signalId, channel);
  const count = (state: string) => deliveries.filter((each) => each.state === state).length;
  return { accepted: count('accepted'), waiting: count('queued') + count('claimed') };
}

/** Returns a function that reads the CPU time since now, in seconds, of the server and of each process next to it. */
export async function measureCpu({ server, pool, services, clients }: Bench) {
  const { rows } = await pool.query<{ pid: number }>(
    'select pid from pg_stat_activity where datname = current_database()',
  );
  const processes: Record<string, (number | undefined)[]> = {
    server: [server.pid],
    PostgreSQL: rows.map(({ pid }) => pid),
    'push service': [services.push.pid],
    Telegram: [services.telegram.pid],
    'email server': [services.email.pid],
    'streams of customers': [clients.pid],
    visitors: [process.pid],
  };
  const read = () => Object.values(processes).map((pids) => pids.map(readIfRunning));
  const before = read();
  return (): Record<string, number> => {
    const after = read();
    return Object.fromEntries(
      Object.keys(processes).map((name, index) => [
        name,
        (after[index] ?? []).reduce(
          (total, time, position) => total + Math.max(0, time - (before[index]?.[position] ?? 0)) / 1e6,
          0,
        ),
      ]),
    );
  };
}

const readIfRunning = (pid: number | undefined) => (existsSync(`/proc/${pid}/stat`) ? readCpuTime(pid) : 0);
