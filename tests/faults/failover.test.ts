import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { COUNT_TITLES, expectNothingLost, report, startFaultServer } from './support/fault-server.ts';
import { findPostgresPrograms, type PostgresServer, startPostgres } from './support/postgres.ts';
import { isHaproxyInstalled, startStableAddress } from './support/stable-address.ts';
import { startWriteLoad } from './support/write-load.ts';

const programs = findPostgresPrograms();
const canFailOver = programs !== null && isHaproxyInstalled;
/** The time in which an operator, or a program such as Patroni, notices the loss. */
const NOTICE_MS = 2_000;

type Stored = { title: string; count: number };

if (!canFailOver)
  process.stdout.write('PostgreSQL or HAProxy is not installed: the test of a failover is skipped.\n');

async function start(options: Parameters<typeof startPostgres>[1] = {}): Promise<PostgresServer> {
  const server = await startPostgres(programs as string, options);
  onTestFinished(() => server.remove());
  return server;
}

describe.skipIf(!canFailOver)('with a synchronous standby', () => {
  it('continues on the promoted standby when the primary is lost', async () => {
    const primary = await start();
    const standby = await start({ primary });
    await primary.createDatabase('tezi');
    const port = await startStableAddress([primary, standby]);
    const product = await startFaultServer({ DATABASE_URL: `postgres://postgres@127.0.0.1:${port}/tezi` });
    await makeSynchronous(primary);
    const load = await startWriteLoad(product);
    for (let write = 0; write < 20; write += 1) await load.nextAcknowledged();
    const page = `${product.url}/news`;
    expect((await fetch(page)).status).toBe(200);

    await primary.crash();
    const recovery = load.nextAcknowledged();
    await wait(NOTICE_MS);
    expect((await fetch(`${product.url}/healthz`)).status).toBe(200);
    expect((await fetch(`${product.url}/readyz`)).status).toBe(503);
    expect((await fetch(page)).status).toBe(200);
    const promoted = performance.now();
    standby.promote();
    const recoveryMs = await recovery;
    const afterPromotionMs = performance.now() - promoted;
    for (let write = 0; write < 20; write += 1) await load.nextAcknowledged();
    await load.stop();

    report(`primary killed, standby promoted after ${NOTICE_MS} ms`, [recoveryMs], load);
    process.stdout.write(
      `  first acknowledged write ${Math.round(afterPromotionMs)} ms after the promotion\n`,
    );
    const url = `postgres://postgres@127.0.0.1:${standby.port}/tezi`;
    expectNothingLost(product, load, await standby.query<Stored>(url, COUNT_TITLES));
  });

  it('acknowledges no write that the standby does not have', async () => {
    const primary = await start();
    const url = await primary.createDatabase('tezi');
    const product = await startFaultServer({ DATABASE_URL: url });
    const load = await startWriteLoad(product);
    await load.nextAcknowledged();
    await makeSynchronous(primary);
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

/** Each commit waits for a standby from now on, which may be lost. */
async function makeSynchronous(primary: PostgresServer): Promise<void> {
  const url = `postgres://postgres@127.0.0.1:${primary.port}/postgres`;
  await primary.query(url, "alter system set synchronous_standby_names = '*'");
  await primary.query(url, 'select pg_reload_conf()');
}
