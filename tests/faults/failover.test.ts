import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { ServerProcess } from '#tests/support/server-process.ts';
import { canStartCluster, type DatabaseCluster, startDatabaseCluster } from './support/database-cluster.ts';
import { startFaultServer } from './support/fault-server.ts';
import { countAcknowledged, createJournal } from './support/journal.ts';
import { usePostgres } from './support/postgres.ts';
import { LOAD_SETTINGS, PADDLE_SETTINGS, startProductLoad } from './support/product-load.ts';
import { createRandom, getSeed } from './support/random.ts';
import { type Query, verifyJournal } from './support/verify-journal.ts';
import { startWriteLoad } from './support/write-load.ts';

/** Of each fault. */
const ROUNDS = Number(process.env.FAULT_ROUNDS ?? 5);
const LONGEST_LOAD_MS = 2_000;
/** Including the time until the lost server is a synchronous standby. */
const ROUND_TIMEOUT_MS = 180_000;

interface Fault {
  name: string;
  /** The time until the next write, which the values in `patroni.yml` determine. */
  limitMs: number;
  /** A server that is started again in time stays the primary. */
  mayStayPrimary?: boolean;
  inject(cluster: DatabaseCluster, node: string): Promise<void>;
  /** What happens to the machine after the other one has taken over. */
  end?(cluster: DatabaseCluster, node: string): void;
}

const FAULTS: readonly Fault[] = [
  {
    name: 'PostgreSQL is killed',
    limitMs: 15_000,
    inject: (cluster, node) => cluster.killPostgres(node),
  },
  {
    name: 'PostgreSQL and Patroni are killed, the machine is off',
    limitMs: 30_000,
    inject: (cluster, node) => cluster.turnOff(node),
    end: (cluster, node) => cluster.turnOn(node),
  },
  {
    name: 'PostgreSQL and Patroni are killed, Patroni is restarted',
    limitMs: 30_000,
    mayStayPrimary: true,
    inject: (cluster, node) => cluster.killPatroni(node),
  },
];

if (!canStartCluster)
  process.stdout.write('PostgreSQL, Patroni, etcd or HAProxy is not installed: no failover is tested.\n');

describe.skipIf(!canStartCluster)('a cluster of two PostgreSQL servers', () => {
  it('continues on the standby without an operator and loses no write when the primary is lost', {
    timeout: (FAULTS.length * ROUNDS + 1) * ROUND_TIMEOUT_MS,
  }, async () => {
    const seed = getSeed();
    process.stdout.write(`  failover: FAULT_SEED=${seed} FAULT_ROUNDS=${ROUNDS}\n`);
    const random = createRandom(seed);
    const journal = createJournal();
    const cluster = await startDatabaseCluster();
    const query = await openConnection(cluster.url);
    const product = await startFaultServer({
      ...LOAD_SETTINGS,
      ...PADDLE_SETTINGS,
      LOG_LEVEL: 'silent',
      DATABASE_URL: cluster.url,
    });
    expect(await getStatus(product, '/news')).toBe(200);
    printRow(
      'Fault',
      'Primary',
      'Writes again after',
      'Seconds of 503',
      'Responses 503',
      'Synchronous after',
    );
    printRow('---', '---', '--:', '--:', '--:', '--:');

    for (const [index, fault] of FAULTS.flatMap((each) => Array<Fault>(ROUNDS).fill(each)).entries()) {
      const outage = createOutage();
      const load = await startProductLoad(product, journal, {
        seed: seed + index,
        onResponse: outage.onResponse,
      });
      const primary = await cluster.waitUntilSynchronous();
      await wait(random.between(0, LONGEST_LOAD_MS));
      outage.begin();
      await fault.inject(cluster, primary);
      await expect.poll(outage.has503, { timeout: fault.limitMs, interval: 20 }).toBe(true);
      expect(await getStatus(product, '/healthz')).toBe(200);
      expect(await getStatus(product, '/news')).toBe(200);
      const recoveryMs = await outage.waitForWrite(2 * fault.limitMs);
      fault.end?.(cluster, primary);
      const rejoinBegan = performance.now();
      const next = await cluster.waitUntilSynchronous();
      const rejoinMs = performance.now() - rejoinBegan;
      await load.stop();
      if (!fault.mayStayPrimary) expect(next).not.toBe(primary);
      const { count, durationMs } = outage.summarize();
      printRow(
        fault.name,
        `${primary} → ${next}`,
        ...[recoveryMs, durationMs].map(toSeconds),
        count,
        toSeconds(rejoinMs),
      );
      expect(product.hasExited(), product.output()).toBe(false);
      expect(load.unexpected).toEqual([]);
      expect(load.failures).toEqual([]);
      expect(recoveryMs).toBeLessThan(fault.limitMs);
      await verifyJournal(journal, query);
    }
    process.stdout.write(`  ${countAcknowledged(journal)} acknowledged writes, 0 lost, 0 incomplete\n`);
  });
});

describe('a primary that waits for a standby', () => {
  const postgres = usePostgres();

  it.skipIf(!postgres)('acknowledges no write while the standby is lost', async () => {
    const server = postgres as NonNullable<typeof postgres>;
    const url = await server.createDatabase('tezi');
    const product = await startFaultServer({ DATABASE_URL: url });
    const load = await startWriteLoad(product);
    await load.nextAcknowledged();
    await server.query(url, "alter system set synchronous_standby_names = '*'");
    await server.query(url, 'select pg_reload_conf()');
    // Until all connections have read the setting.
    await wait(1_000);
    const acknowledged = load.acknowledged.size;
    // Longer than a commit may take.
    await wait(20_000);
    const { size } = load.acknowledged;
    await load.stop();
    expect(size).toBe(acknowledged);
    expect(load.statuses.get(503)).toBeGreaterThan(0);
    process.stdout.write(`  synchronous standby lost: ${size - acknowledged} writes acknowledged in 20 s\n`);
  });
});

/** Observes the responses to a load while the database is away. */
function createOutage() {
  let beganAt = Number.POSITIVE_INFINITY;
  let first503At: number | undefined;
  let writtenAt: number | undefined;
  let count = 0;
  return {
    begin() {
      beganAt = performance.now();
    },
    onResponse(status: number, sentAt: number) {
      if (sentAt < beganAt) return;
      const now = performance.now();
      if (status === 503) {
        first503At ??= now;
        count += 1;
      } else if (status >= 200 && status < 300) writtenAt ??= now;
    },
    has503: () => count > 0,
    /** Returns the time from the fault until the first acknowledgment of a write that was sent after it. */
    async waitForWrite(timeout: number): Promise<number> {
      await expect.poll(() => writtenAt, { timeout, interval: 20 }).toBeDefined();
      return (writtenAt as number) - beganAt;
    },
    /** Returns the number of responses with 503, and the time from the first one until the next write. */
    summarize: () => ({ count, durationMs: (writtenAt as number) - (first503At as number) }),
  };
}

/** Connects for each statement, because a connection to a lost primary is closed. */
async function openConnection(url: string): Promise<Query> {
  const pool = new pg.Pool({ connectionString: url, max: 1, maxUses: 1 });
  pool.on('error', () => {});
  onTestFinished(() => pool.end());
  return async (statement) => (await pool.query(statement)).rows;
}

const getStatus = async ({ url }: ServerProcess, path: string) => (await fetch(`${url}${path}`)).status;

const toSeconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;

function printRow(...cells: (string | number)[]): void {
  process.stdout.write(`  | ${cells.join(' | ')} |\n`);
}
