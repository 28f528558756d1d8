import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startSmtpServer } from '#tests/support/accounts/smtp-server.ts';
import {
  getEmbeddedDatabasePid,
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
/** A round takes a few seconds. */
const ROUND_TIMEOUT_MS = 60_000;
/** A server sends fewer emails than customers sign up until it is killed, so that they accumulate. */
const ALL_SETTLED_TIMEOUT_MS = SETTLED_TIMEOUT_MS + ROUNDS * 5_000;
const TIMEOUT_MS = ALL_SETTLED_TIMEOUT_MS + ROUNDS * ROUND_TIMEOUT_MS;

interface Target {
  settings: Record<string, string>;
  query: Query;
  /** Also kills the database. */
  killDatabase(): Promise<void>;
  /** Makes the database available again, unless the server does. */
  restoreDatabase(): Promise<void>;
}

describe('a server that is killed at a random time', () => {
  it('loses nothing and does nothing twice on the embedded database', { timeout: TIMEOUT_MS }, async () => {
    const dataDir = makeTemporaryDataDir();
    await killOften('embedded database', {
      settings: { DATA_DIR: dataDir },
      query: (statement) => queryEmbedded(dataDir, statement),
      async killDatabase() {
        process.kill(getEmbeddedDatabasePid(dataDir), 'SIGKILL');
      },
      async restoreDatabase() {},
    });
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
        killDatabase: () => server.crash(),
        restoreDatabase: () => server.start(),
      });
    },
  );
});

async function killOften(name: string, { settings, query, ...database }: Target): Promise<void> {
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
  let databaseKills = 0;
  for (let round = 1; round <= ROUNDS; round += 1) {
    const load = await startProductLoad(product, journal, { seed: seed + round });
    await waitForWrite(journal);
    await wait(random.between(0, LONGEST_LOAD_MS));
    const includesDatabase = random.chance(0.5);
    const exited = once(product.child, 'exit');
    product.child.kill('SIGKILL');
    if (includesDatabase) await database.killDatabase();
    await exited;
    await load.stop();
    if (includesDatabase) {
      databaseKills += 1;
      await database.restoreDatabase();
    }
    product = await start();
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
    `  SIGKILL, ${name}: ${ROUNDS} kills, ${databaseKills} of them with the database; ` +
      `${countAcknowledged(journal)} acknowledged writes, 0 lost, 0 incomplete, 0 repeated; ` +
      `${smtp.emails.length} emails, ${repeated} sent twice; ${journal.statuses.get(0) ?? 0} without a response\n`,
  );
}

async function waitForWrite(journal: Journal): Promise<void> {
  const before = countAcknowledged(journal);
  while (countAcknowledged(journal) === before) await wait(20);
}
