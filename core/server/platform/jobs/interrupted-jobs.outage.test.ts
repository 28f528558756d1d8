import type { SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import { expect, it, onTestFinished, vi } from 'vitest';
import { SECOND } from '#core/server/platform/clock.ts';
import { DatabaseUnavailable } from '#core/server/platform/database/unavailable.ts';
import type { Database } from '#core/server/platform/database.ts';
import { createLogger } from '#core/server/platform/logger.ts';
import { watchForInterruptedJobs } from './interrupted-jobs.ts';

it('lets other servers report for three checks after an outage of the database', async () => {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  onTestFinished(() => void vi.restoreAllMocks());
  const sleep = async <T>(ms = 0, value?: T): Promise<T> => {
    now += ms;
    return value as T;
  };
  const outage = { from: 5 * SECOND, until: 20 * SECOND };
  const stop = new AbortController();
  const takeovers: number[] = [];
  const db = {
    async execute(query: SQL) {
      if (now >= 36 * SECOND) stop.abort();
      if (now >= outage.from && now < outage.until) throw new DatabaseUnavailable('unreachable');
      if (new PgDialect().sqlToQuery(query).sql.includes('update pgboss.job')) takeovers.push(now / SECOND);
      return { rows: [] };
    },
  };
  const database = { db, changes: {} } as unknown as Database;
  await watchForInterruptedJobs(
    { boss: { fail: vi.fn() }, database, logger: createLogger('silent') },
    { signal: stop.signal, wake: vi.fn(), sleep },
  );
  // Those at 20, 22 and 24 seconds only look whether the database responds.
  expect(takeovers).toEqual([2, 4, 26, 28, 30, 32, 34, 36]);
});
