import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startSmtpServer } from '#tests/support/accounts/smtp-server.ts';
import type { ServerProcess } from '#tests/support/server-process.ts';
import {
  getEmbeddedDatabasePid,
  listDatabaseProcesses,
  makeTemporaryDataDir,
  queryEmbedded,
  startFaultServer,
} from './support/fault-server.ts';
import { countAcknowledged, createJournal, type Journal } from './support/journal.ts';
import { usePostgres } from './support/postgres.ts';
import { deliverRest, LOAD_SETTINGS, PADDLE_SETTINGS, startProductLoad } from './support/product-load.ts';
import { createRandom, getSeed } from './support/random.ts';
import { type Query, SETTLED_TIMEOUT_MS, verifyEffects, verifyJournal } from './support/verify-journal.ts';

const ROUNDS = Number(process.env.FAULT_ROUNDS ?? 3);
const LONGEST_LOAD_MS = 2_000;
/** The longest time until no process of the embedded database of a killed server is left. */
const ORPHAN_LIMIT_MS = 5_000;
/** A round takes a few seconds. */
const ROUND_TIMEOUT_MS = 60_000;
/** A server sends fewer emails than customers sign up until it is killed, so that they accumulate. */
const ALL_SETTLED_TIMEOUT_MS = SETTLED_TIMEOUT_MS + ROUNDS * 5_000;
const TIMEOUT_MS = ALL_SETTLED_TIMEOUT_MS + ROUNDS * ROUND_TIMEOUT_MS;

interface Target {
  settings: Record<string, string>;
  query: Query;
  /** What is killed, one of them each time. */
  victims: readonly Victim[];
  /** Called after a kill, before the server is started again. */
  afterKill(): Promise<void>;
}

interface Victim {
  name: string;
  kill(server: ServerProcess): void | Promise<void>;
  /** The server survives. */
  isDatabaseAlone?: boolean;
}

const SERVER: Victim = { name: 'server', kill: ({ child }) => void child.kill('SIGKILL') };
/** With everything that it has started, as when a terminal is closed or a job is canceled. */
const GROUP: Victim = {
  name: 'process group of the server',
  kill: ({ child }) => void process.kill(-(child.pid as number), 'SIGKILL'),
};

describe('a server that is killed at a random time', () => {
  it('loses nothing and does nothing twice on the embedded database', { timeout: TIMEOUT_MS }, async () => {
    const dataDir = makeTemporaryDataDir();
    const killDatabase = () => void process.kill(getEmbeddedDatabasePid(dataDir), 'SIGKILL');
    let slowestMs = 0;
    await killOften('embedded database', {
      settings: { DATA_DIR: dataDir },
      query: (statement) => queryEmbedded(dataDir, statement),
      victims: [
        SERVER,
        GROUP,
        { name: 'main process of PostgreSQL', kill: killDatabase, isDatabaseAlone: true },
        {
          name: 'server and main process of PostgreSQL',
          async kill(server) {
            await SERVER.kill(server);
            killDatabase();
          },
        },
      ],
      async afterKill() {
        const begin = performance.now();
        await expect
          .poll(() => listDatabaseProcesses(dataDir), { timeout: ORPHAN_LIMIT_MS, interval: 10 })
          .toEqual([]);
        slowestMs = Math.max(slowestMs, performance.now() - begin);
      },
    });
    process.stdout.write(
      `  no process of PostgreSQL was left ${Math.round(slowestMs)} ms after a kill of its server\n`,
    );
  });

  const postgres = usePostgres();

  it.skipIf(!postgres)(
    'loses nothing and does nothing twice on PostgreSQL',
    { timeout: TIMEOUT_MS },
    async () => {
      const server = postgres as NonNullable<typeof postgres>;
      const url = await server.createDatabase('sigkill');
      await killOften('PostgreSQL', {
        settings: { DATABASE_URL: url },
        query: (statement) => server.query(url, statement),
        victims: [
          SERVER,
          {
            name: 'server and PostgreSQL',
            async kill(product) {
              await SERVER.kill(product);
              await server.crash();
            },
          },
        ],
        afterKill: async () => {
          if (!server.isRunning()) await server.start();
        },
      });
    },
  );
});

async function killOften(name: string, { settings, query, victims, afterKill }: Target): Promise<void> {
  const seed = getSeed();
  process.stdout.write(`  SIGKILL, ${name}: FAULT_SEED=${seed} FAULT_ROUNDS=${ROUNDS}\n`);
  const random = createRandom(seed);
  const journal = createJournal();
  const smtp = await startSmtpServer();
  onTestFinished(() => smtp.close());
  const start = () =>
    startFaultServer({
      ...LOAD_SETTINGS,
      ...PADDLE_SETTINGS,
      LOG_LEVEL: 'silent',
      SMTP_URL: smtp.url,
      MAIL_FROM: 'no-reply@tezi.test',
      ...settings,
    });

  let product = await start();
  const kills = new Map<string, number>();
  const recoveriesMs: number[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    const load = await startProductLoad(product, journal, { seed: seed + round });
    await waitForWrite(journal);
    await wait(random.between(0, LONGEST_LOAD_MS));
    const victim = victims[random.below(victims.length)] as Victim;
    kills.set(victim.name, (kills.get(victim.name) ?? 0) + 1);
    if (victim.isDatabaseAlone) {
      const begin = performance.now();
      await victim.kill(product);
      // A write that is acknowledged next may have been committed before the kill.
      await waitForDatabase(query);
      await waitForWrite(journal);
      recoveriesMs.push(performance.now() - begin);
      await load.stop();
      expect(product.hasExited(), product.output()).toBe(false);
    } else {
      const exited = once(product.child, 'exit');
      await victim.kill(product);
      await exited;
      await afterKill();
      await load.stop();
      const begin = performance.now();
      product = await start();
      recoveriesMs.push(performance.now() - begin);
    }
    expect(load.unexpected, `round ${round}`).toEqual([]);
    await verifyJournal(journal, query);
    if (round % 20 === 0) process.stdout.write(`    ${round} rounds, ${countAcknowledged(journal)} writes\n`);
  }

  await deliverRest(product, journal);
  const repeated = await verifyEffects(journal, query, {
    emails: smtp.emails,
    kills: ROUNDS,
    timeoutMs: ALL_SETTLED_TIMEOUT_MS,
  });
  process.stdout.write(
    `  SIGKILL, ${name}: ${ROUNDS} kills (${[...kills].map(([victim, count]) => `${count} × ${victim}`).join(', ')}); ` +
      `available again after ${formatTimes(recoveriesMs)}; ` +
      `${countAcknowledged(journal)} acknowledged writes, 0 lost, 0 incomplete, 0 repeated; ` +
      `${smtp.emails.length} emails, ${repeated} sent twice; ${journal.statuses.get(0) ?? 0} without a response\n`,
  );
}

function formatTimes(timesMs: number[]): string {
  const sorted = timesMs.toSorted((a, b) => a - b).map(Math.round);
  return `${sorted[Math.floor(sorted.length / 2)]} ms at the median, ${sorted.at(-1)} ms at worst`;
}

async function waitForDatabase(query: Query): Promise<void> {
  while (!(await query('select 1').catch(() => null))) await wait(20);
}

async function waitForWrite(journal: Journal): Promise<void> {
  const before = countAcknowledged(journal);
  while (countAcknowledged(journal) === before) await wait(20);
}
