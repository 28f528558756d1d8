import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DAY, MINUTE } from '#core/server/platform/clock.ts';
import type { Database } from '#core/server/platform/database.ts';
import { createTestDatabase } from '#tests/support/database/test-database.ts';
import { countAttempt, countFailure, rejectWhileDelayed } from './counters.ts';

const NOW = new Date('2026-11-21T05:42:00Z');
const MINUTES_LATER = new Date(NOW.getTime() + 5 * MINUTE);
const DAYS_LATER = new Date(NOW.getTime() + 30 * DAY);
const LIMIT = { max: 1, windowMs: 15 * MINUTE };
const throttled = { code: 'throttled' };

let database: Database;
let remove: () => Promise<void>;
beforeAll(async () => {
  ({ database, remove } = await createTestDatabase());
});
afterAll(() => remove());
beforeEach(() => database.pool.query('delete from rate_limits'));

const count = (now: Date) => countAttempt(database.db, 'sign-up', LIMIT, now);
const fail = (now: Date) => countFailure(database.db, 'sign-in', LIMIT, now);
const check = (now: Date) => rejectWhileDelayed(database.db, 'sign-in', LIMIT, now);

describe('a rate limit', () => {
  it('counts attempts on servers together although their clocks differ by minutes', async () => {
    await count(MINUTES_LATER);
    await expect(count(NOW)).rejects.toMatchObject(throttled);
    for (let failures = 0; failures < 12; failures += 1) await fail(MINUTES_LATER);
    await expect(check(NOW)).rejects.toMatchObject(throttled);
  });

  it('resets a counter although a server whose clock was days ahead set its end', async () => {
    await count(DAYS_LATER);
    await fail(DAYS_LATER);
    await expect(check(NOW)).resolves.toBeUndefined();
    await expect(count(NOW)).resolves.toBeUndefined();
    await expect(count(NOW)).rejects.toMatchObject(throttled);
    await fail(NOW);
    await expect(check(NOW)).rejects.toMatchObject(throttled);
  });
});
