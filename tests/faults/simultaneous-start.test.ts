import { describe, expect, it } from 'vitest';
import { DEMO_CUSTOMERS } from '#core/server/config/demo.ts';
import { ServerExitedError, startServerProcess } from '#tests/support/server-process.ts';
import { makeTemporaryDataDir, startFaultServer } from './support/fault-server.ts';
import { usePostgres } from './support/postgres.ts';

const ROUNDS = 2;
const SERVERS = 6;

describe('servers that start at the same time', () => {
  const postgres = usePostgres();

  it.skipIf(!postgres)('starts all servers on one empty PostgreSQL database', async () => {
    const server = postgres as NonNullable<typeof postgres>;
    for (let round = 1; round <= ROUNDS; round += 1) {
      const url = await server.createDatabase(`together_${round}`);
      const begin = performance.now();
      const started = await Promise.all(
        Array.from({ length: SERVERS }, () => startFaultServer({ DATABASE_URL: url })),
      );
      const seconds = ((performance.now() - begin) / 1000).toFixed(1);
      process.stdout.write(`  ${SERVERS} servers on an empty database: all ready after ${seconds} s\n`);
      expect(
        await server.query(
          url,
          `select (select count(*)::int from public.administrators) as administrators,
                  (select count(*)::int from public.users) as customers,
                  (select count(*) = count(distinct title) from public.signals) as "areSignalsUnique"`,
        ),
      ).toEqual([{ administrators: 1, customers: DEMO_CUSTOMERS.length, areSignalsUnique: true }]);
      for (const product of started) await product.stop();
    }
  });

  it('starts exactly one of the servers on one embedded database', async () => {
    const dataDir = makeTemporaryDataDir();
    const results = await Promise.allSettled(
      Array.from({ length: 3 }, () => startServerProcess({ DATA_DIR: dataDir })),
    );
    const started = results.filter((result) => result.status === 'fulfilled');
    const rejected = results.filter((result) => result.status === 'rejected');
    for (const { value } of started) await value.stop();
    expect(started.length).toBe(1);
    for (const { reason } of rejected) {
      expect(reason).toBeInstanceOf(ServerExitedError);
      expect((reason as ServerExitedError).output).toContain('has the embedded database');
      expect((reason as ServerExitedError).output).not.toContain('    at ');
    }
  });
});
