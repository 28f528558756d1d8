import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { expect, onTestFinished } from 'vitest';
import { type ServerProcess, startServerProcess } from '#tests/support/server-process.ts';
import type { WriteLoad } from './write-load.ts';

/** The allowed status codes while the database is unavailable. */
const EXPECTED_STATUSES = [201, 503];

/** A data folder that is removed when the test ends. */
export function makeTemporaryDataDir(): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'tezi-faults-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  return dataDir;
}

/** Starts a server that is stopped when the test ends. */
export async function startFaultServer(settings: Record<string, string>): Promise<ServerProcess> {
  const server = await startServerProcess(
    { DATA_DIR: makeTemporaryDataDir(), ...settings },
    { hasOwnGroup: true },
  );
  onTestFinished(async () => void (await server.stop()));
  return server;
}

/** Returns the process ID of the main process of a server's embedded database. */
export const getEmbeddedDatabasePid = (dataDir: string): number =>
  Number(readFileSync(join(dataDir, 'postgresql/data/postmaster.pid'), 'utf8').split('\n')[0]);

/** Returns the processes that have the lock of an embedded database: PostgreSQL's, and the script that watches it. */
export function listDatabaseProcesses(dataDir: string): number[] {
  const lock = statSync(join(dataDir, 'postgresql/lock'));
  const hasLock = (pid: string) => {
    try {
      return statSync(`/proc/${pid}/fd/9`).ino === lock.ino;
    } catch {
      return false;
    }
  };
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && hasLock(name))
    .map(Number);
}

/** Runs one statement over the embedded database's socket. */
export async function queryEmbedded<Row extends pg.QueryResultRow>(
  dataDir: string,
  statement: string,
): Promise<Row[]> {
  const client = new pg.Client({ host: join(dataDir, 'socket'), user: 'postgres', database: 'tezi' });
  await client.connect();
  try {
    return (await client.query<Row>(statement)).rows;
  } finally {
    await client.end();
  }
}

export const COUNT_TITLES =
  "select title, count(*)::int from public.signals where title like 'Fault test %' group by title";

/**
 * Fails unless the server is still the same process, responded with nothing but 201 and 503, and stored every
 * acknowledged write exactly once. `stored` are the rows of `COUNT_TITLES`.
 */
export function expectNothingLost(
  server: ServerProcess,
  load: WriteLoad,
  stored: { title: string; count: number }[],
): void {
  expect(server.hasExited(), server.output()).toBe(false);
  const unexpected = [...load.statuses.keys()].filter((status) => !EXPECTED_STATUSES.includes(status));
  expect(unexpected, `statuses ${JSON.stringify([...load.statuses])}\n${server.output()}`).toEqual([]);
  const counts = new Map(stored.map(({ title, count }) => [title, count]));
  const lost = [...load.acknowledged].filter((title) => !counts.has(title));
  const doubled = stored.filter(({ count }) => count > 1);
  expect({ lost, doubled }).toEqual({ lost: [], doubled: [] });
  expect(load.acknowledged.size).toBeGreaterThan(0);
}

/** Prints one line of figures: `connection loss, PostgreSQL: 20 faults, recovery p50 12 ms, worst 40 ms; …`. */
export function report(name: string, recoveriesMs: readonly number[], load: WriteLoad): void {
  const sorted = recoveriesMs.toSorted((a, b) => a - b);
  const ms = (value: number | undefined) => `${Math.round(value ?? Number.NaN)} ms`;
  const statuses = [...load.statuses]
    .sort()
    .map(([status, count]) => `${count} × ${status || 'no response'}`);
  process.stdout.write(
    `  ${name}: ${sorted.length} faults, recovery p50 ${ms(sorted[Math.floor(sorted.length / 2)])}, ` +
      `worst ${ms(sorted.at(-1))}; slowest response ${ms(load.getLongestMs())}; ${load.acknowledged.size} acknowledged writes; ${statuses.join(', ')}\n`,
  );
}
