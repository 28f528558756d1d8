import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { startSmtpServer } from '#tests/support/accounts/smtp-server.ts';
import type { ServerProcess } from '#tests/support/server-process.ts';
import { startFaultServer } from './support/fault-server.ts';
import { countAcknowledged, createJournal } from './support/journal.ts';
import { usePostgres } from './support/postgres.ts';
import { deliverRest, LOAD_SETTINGS, PADDLE_SETTINGS, startProductLoad } from './support/product-load.ts';
import { getSeed } from './support/random.ts';
import { followSignals, type SignalFollower } from './support/signal-follower.ts';
import { type Query, SETTLED_TIMEOUT_MS, verifyEffects } from './support/verify-journal.ts';
import { startWriteLoad, type WriteLoad } from './support/write-load.ts';

const FOLLOWERS = 20;
const RECONNECTS = 1_000;
const BEFORE_FAULT_MS = 1_500;
const INVALIDATIONS = 200;
const RECEIVED_TIMEOUT_MS = 20_000;

describe('several servers on one PostgreSQL database', () => {
  const postgres = usePostgres();

  const createDatabase = (name: string) => postgres?.createDatabase(name) as Promise<string>;
  const startServer = (databaseUrl: string) =>
    startFaultServer({ DATABASE_URL: databaseUrl, HOST: '127.0.0.1' });

  async function startTwoServers(databaseUrl: string): Promise<ServerProcess[]> {
    return [await startServer(databaseUrl), await startServer(databaseUrl)];
  }

  /** Opens streams on the running servers in turn. */
  async function follow(servers: readonly ServerProcess[]): Promise<SignalFollower[]> {
    let next = 0;
    const pickServer = () => {
      const running = servers.filter((server) => !server.hasExited());
      next += 1;
      return running[next % running.length] as ServerProcess;
    };
    const followers = Array.from({ length: FOLLOWERS }, () => followSignals(pickServer));
    onTestFinished(async () => void (await Promise.all(followers.map(({ stop }) => stop()))));
    await Promise.all(followers.map(({ opened }) => opened));
    return followers;
  }

  /** Fails unless every follower has reached the last version, and each stream continued from its start without a gap. */
  async function expectLastVersion(
    databaseUrl: string,
    followers: readonly SignalFollower[],
  ): Promise<number> {
    const stored = await postgres?.query<{ position: number }>(
      databaseUrl,
      "select position::int from public.signal_event_positions where signal_type = 'intraday'",
    );
    const last = stored?.[0]?.position ?? 0;
    for (const follower of followers) {
      await vi.waitUntil(() => follower.listVersions().flat().at(-1) === last, {
        timeout: RECEIVED_TIMEOUT_MS,
      });
      for (const versions of follower.listVersions())
        expect(versions).toEqual(versions.map((_, index) => (versions[0] ?? 0) + index));
    }
    return last - Math.max(...followers.map((follower) => follower.getStart()));
  }

  function report(
    name: string,
    events: number,
    followers: readonly SignalFollower[],
    loads: WriteLoad[],
  ): void {
    const acknowledged = loads.reduce((total, load) => total + load.acknowledged.size, 0);
    process.stdout.write(
      `  ${name}: ${acknowledged} acknowledged writes, ${events} versions for each of ${FOLLOWERS} streams, ` +
        `${countReconnects(followers)} reconnects, no gaps\n`,
    );
  }

  it.skipIf(!postgres)(
    'leads every stream to the last version when a server is killed while signals are published',
    async () => {
      const databaseUrl = await createDatabase('killed_server');
      const servers = await startTwoServers(databaseUrl);
      const followers = await follow(servers);
      const loads = await Promise.all(servers.map((server) => startWriteLoad(server)));
      await wait(BEFORE_FAULT_MS);
      servers[0]?.child.kill('SIGKILL');
      await wait(BEFORE_FAULT_MS);
      await Promise.all(loads.map((load) => load.stop()));
      const events = await expectLastVersion(databaseUrl, followers);
      expect(events).toBeGreaterThan(0);
      expect(followers.some((follower) => follower.countReconnects() > 0)).toBe(true);
      report('killed server', events, followers, loads);
    },
  );

  it.skipIf(!postgres)('leads every stream to the last version during a rolling restart', async () => {
    const databaseUrl = await createDatabase('rolling_restart');
    const servers = await startTwoServers(databaseUrl);
    const followers = await follow(servers);
    const loads: WriteLoad[] = [];
    for (const server of [...servers]) {
      const load = await startWriteLoad(server);
      loads.push(load);
      await wait(BEFORE_FAULT_MS);
      const exited = once(server.child, 'exit');
      // Removed first, as a load balancer does, so that no client reconnects to it.
      servers.splice(servers.indexOf(server), 1);
      server.child.kill('SIGTERM');
      expect(await exited).toEqual([0, null]);
      await load.stop();
      servers.push(await startServer(databaseUrl));
    }
    const events = await expectLastVersion(databaseUrl, followers);
    expect(events).toBeGreaterThan(0);
    for (const follower of followers) {
      expect(new Set(follower.listEnds())).toEqual(new Set(['restart']));
      expect(follower.listEnds()).toHaveLength(follower.countReconnects());
    }
    report('rolling restart', events, followers, loads);
  });

  it.skipIf(!postgres)(
    'sends every email and applies every webhook once when a server is killed',
    { timeout: SETTLED_TIMEOUT_MS + 60_000 },
    async () => {
      const databaseUrl = await createDatabase('killed_server_jobs');
      const smtp = await startSmtpServer();
      onTestFinished(() => smtp.close());
      const start = () =>
        startFaultServer({
          ...LOAD_SETTINGS,
          ...PADDLE_SETTINGS,
          LOG_LEVEL: 'silent',
          DATABASE_URL: databaseUrl,
          SMTP_URL: smtp.url,
          MAIL_FROM: 'no-reply@tezi.test',
        });
      const [killed, survivor] = [await start(), await start()];
      const journal = createJournal();
      const seed = getSeed();
      const loads = [
        await startProductLoad(killed, journal, { seed }),
        await startProductLoad(survivor, journal, { seed: seed + 1 }),
      ];
      await wait(BEFORE_FAULT_MS);
      killed.child.kill('SIGKILL');
      await wait(BEFORE_FAULT_MS);
      for (const load of loads) await load.stop();
      expect(loads.flatMap(({ unexpected }) => unexpected)).toEqual([]);
      await deliverRest(survivor, journal);
      const query: Query = (statement) =>
        (postgres as NonNullable<typeof postgres>).query(databaseUrl, statement);
      const begin = performance.now();
      const repeated = await verifyEffects(journal, query, { emails: smtp.emails, kills: 1 });
      process.stdout.write(
        `  killed server: ${countAcknowledged(journal)} acknowledged writes, all jobs done ` +
          `${((performance.now() - begin) / 1_000).toFixed(0)} s later; ${smtp.emails.length} emails, ` +
          `0 lost, ${repeated} sent twice\n`,
      );
    },
  );

  it.skipIf(!postgres)(
    `leads every stream to the last version despite ${RECONNECTS} forced reconnects`,
    async () => {
      const databaseUrl = await createDatabase('reconnects');
      const servers = await startTwoServers(databaseUrl);
      const followers = await follow(servers);
      const loads = await Promise.all(servers.map((server) => startWriteLoad(server)));
      while (countReconnects(followers) < RECONNECTS) {
        followers[Math.floor(Math.random() * followers.length)]?.cut();
        await wait(Math.random() * 10);
      }
      await Promise.all(loads.map((load) => load.stop()));
      const events = await expectLastVersion(databaseUrl, followers);
      report('forced reconnects', events, followers, loads);
    },
  );

  it.skipIf(!postgres)('responds with a published signal on the other server', async () => {
    const databaseUrl = await createDatabase('invalidation');
    const [writer, reader] = (await startTwoServers(databaseUrl)) as [ServerProcess, ServerProcess];
    const load = await startWriteLoad(writer, { writers: 1 });
    const delaysMs: number[] = [];
    while (delaysMs.length < INVALIDATIONS) {
      await load.nextAcknowledged();
      const publishedAt = performance.now();
      const title = [...load.acknowledged].at(-1) as string;
      while (!(await readList(reader)).includes(`"${title}"`)) {
        expect(performance.now() - publishedAt).toBeLessThan(5_000);
      }
      delaysMs.push(performance.now() - publishedAt);
    }
    await load.stop();
    const sorted = delaysMs.toSorted((a, b) => a - b);
    const quantile = (share: number) => (sorted[Math.floor(sorted.length * share)] ?? Number.NaN).toFixed(1);
    process.stdout.write(
      `  a signal is listed on the other server after its publication was acknowledged: ` +
        `p50 ${quantile(0.5)} ms, p99 ${quantile(0.99)} ms\n`,
    );
  });
});

const countReconnects = (followers: readonly SignalFollower[]) =>
  followers.reduce((total, follower) => total + follower.countReconnects(), 0);

async function readList({ url }: ServerProcess): Promise<string> {
  const response = await fetch(`${url}/api/signals/psx-signals/?signal_type=intraday`);
  return response.text();
}
