import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { SECOND } from '#core/server/platform/clock.ts';
import { DatabaseUnavailable } from '#core/server/platform/database/unavailable.ts';
import { connectDatabase } from '#core/server/platform/database.ts';
import { createLogger } from '#core/server/platform/logger.ts';
import { createAppOnDatabase } from '#tests/support/database/app-on-database.ts';
import { startDatabaseProxy } from '#tests/support/database/database-proxy.ts';
import { createTestDatabase } from '#tests/support/database/test-database.ts';
import { reportDatabaseSuccess } from './outage-log.ts';

let lines: Record<string, unknown>[];
const logger = createLogger('info', { write: (line) => void lines.push(JSON.parse(line)) });
const listMessages = () => lines.map(({ msg }) => msg);

beforeEach(() => {
  lines = [];
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
});
afterEach(() => {
  if (vi.isFakeTimers()) {
    reportDatabaseSuccess(logger);
    vi.advanceTimersByTime(30 * SECOND);
  }
  vi.useRealTimers();
});

const fail = (fields: Record<string, unknown> = {}) =>
  logger
    .child({ reqId: 'a' })
    .error({ err: new DatabaseUnavailable('unreachable'), ...fields }, 'request failed');

it('logs one line when the database goes away, one with counts every ten seconds, and one when it is back', () => {
  for (let second = 0; second < 25; second += 1) {
    fail({ method: 'GET', route: '/news' });
    if (second % 5 === 0) {
      logger.warn({ err: new DatabaseUnavailable('busy'), queue: 'email' }, 'background job failed');
    }
    vi.advanceTimersByTime(SECOND);
  }
  reportDatabaseSuccess(logger);
  vi.advanceTimersByTime(10 * SECOND);
  expect(listMessages()).toEqual([
    'the database is not available',
    'the database is still not available',
    'the database is still not available',
    'the database is available again',
  ]);
  expect(lines[0]).toMatchObject({ level: 50, reason: 'unreachable', place: 'request failed: GET /news' });
  expect(lines[1]?.failures).toEqual({ 'request failed: GET /news': 9, 'background job failed: email': 2 });
  expect(lines[3]).toMatchObject({ level: 40, durationMs: 25 * SECOND, failures: 30 });
  expect(JSON.stringify(lines)).not.toContain('    at ');
});

it('contains the ID of every request that failed in an outage or an overload, with few lines', () => {
  const failWith = (reqId: string, reason: 'unreachable' | 'locked') =>
    logger.child({ reqId }).error({ err: new DatabaseUnavailable(reason), route: '/news' }, 'request failed');
  const ids = Array.from({ length: 1200 }, (_, number) => `id-${number}-`);
  for (const id of ids) failWith(id, 'unreachable');
  reportDatabaseSuccess(logger);
  vi.advanceTimersByTime(10 * SECOND);
  const overloaded = ids.map((id) => `locked-${id}`);
  for (const id of overloaded) failWith(id, 'locked');
  vi.advanceTimersByTime(10 * SECOND);
  const log = JSON.stringify(lines);
  expect([...ids, ...overloaded].filter((id) => !log.includes(`"${id}"`))).toEqual([]);
  expect(lines.length).toBeLessThan(12);
  expect(listMessages()).toContain('the database is available again');
});

it('logs the IDs that no line has yet when the process ends', () => {
  fail();
  logger
    .child({ reqId: 'last-outage' })
    .error({ err: new DatabaseUnavailable('unreachable') }, 'request failed');
  const locked = () =>
    logger.child({ reqId: 'last-locked' }).error({ err: new DatabaseUnavailable('locked') }, 'failed');
  locked();
  locked();
  expect(JSON.stringify(lines)).not.toContain('last-outage');
  for (const listener of process.listeners('exit')) if (listener.name === 'flush') listener(0);
  expect(lines.slice(-2)).toMatchObject([{ requestIds: ['last-outage'] }, { requestIds: ['last-locked'] }]);
  reportDatabaseSuccess(logger);
  vi.advanceTimersByTime(60 * SECOND);
  expect(process.listeners('exit').filter(({ name }) => name === 'flush')).toEqual([]);
});

it('does not end an outage while some statements succeed and others fail', () => {
  for (let second = 0; second < 9; second += 1) {
    fail();
    reportDatabaseSuccess(logger);
    vi.advanceTimersByTime(SECOND);
  }
  expect(listMessages()).toEqual(['the database is not available']);
});

it('counts only a limited number of places', () => {
  for (let number = 0; number < 200; number += 1) fail({ method: 'GET', route: `/${number}` });
  vi.advanceTimersByTime(10 * SECOND);
  const failures = lines[1]?.failures as Record<string, number>;
  expect(Object.keys(failures)).toHaveLength(51);
  expect(failures.other).toBe(149);
});

it('warns of a statement that waited for a lock, without a stack', () => {
  const err = new DatabaseUnavailable('locked', new Error('canceling statement due to lock timeout'));
  logger.error({ err, code: 'database_locked' }, 'request failed');
  logger.error({ err: new Error('a mistake') }, 'request failed');
  expect(lines[0]).toMatchObject({
    level: 40,
    reason: 'locked',
    code: 'database_locked',
    msg: 'request failed',
  });
  expect(JSON.stringify(lines[0])).not.toContain('    at ');
  expect(JSON.stringify(lines[1])).toContain('    at ');
});

it.each([
  ['busy', undefined],
  ['timeout', undefined],
  ['timeout', new Error('canceling statement due to statement timeout')],
  ['locked', new Error('canceling statement due to lock timeout')],
  ['conflict', new Error('deadlock detected')],
] as const)('warns of an overload (%s), and summarizes its repetitions', (reason, cause) => {
  const overload = (fields: Record<string, unknown>) =>
    logger.error({ err: new DatabaseUnavailable(reason, cause), method: 'GET', ...fields }, 'request failed');
  overload({ route: '/news', reqId: 'first' });
  for (let second = 0; second < 25; second += 1) {
    overload({ route: '/news' });
    vi.advanceTimersByTime(SECOND);
  }
  overload({ route: '/companies', reqId: 'other' });
  vi.advanceTimersByTime(20 * SECOND);
  overload({ route: '/news', reqId: 'again' });
  vi.advanceTimersByTime(20 * SECOND);
  const failed = { msg: 'request failed', level: 40, reason };
  const summary = (count: number) =>
    expect.objectContaining({
      level: 40,
      msg: 'further statements could not be executed',
      failures: { [`request failed: GET /news (${reason})`]: count },
    });
  expect(lines).toEqual([
    expect.objectContaining({ ...failed, route: '/news', reqId: 'first' }),
    summary(10),
    summary(10),
    expect.objectContaining({ ...failed, route: '/companies', reqId: 'other' }),
    summary(5),
    expect.objectContaining({ ...failed, route: '/news', reqId: 'again' }),
  ]);
  expect(JSON.stringify(lines)).not.toContain('    at ');
});

it('logs a limited number of kinds of overload', () => {
  for (let number = 0; number < 200; number += 1)
    logger.error(
      { err: new DatabaseUnavailable('busy'), method: 'GET', route: `/${number}` },
      'request failed',
    );
  expect(lines).toHaveLength(50);
  vi.advanceTimersByTime(10 * SECOND);
  expect(lines.at(-1)?.failures).toEqual({ other: 150 });
  vi.advanceTimersByTime(20 * SECOND);
});

it('logs few lines for requests without a database, and for their readiness checks', async () => {
  vi.useRealTimers();
  const made = await createTestDatabase();
  const proxy = await startDatabaseProxy(made.database.url);
  const database = connectDatabase(proxy.url, logger);
  const app = await createAppOnDatabase(database, {}, { logger });
  onTestFinished(async () => {
    await app.close();
    await database.close();
    await proxy.close();
    await made.remove();
  });
  const payload = { email: 'no-one@example.com', password: 'Wrong-Passw0rd-1' };
  const signIn = () => app.inject({ method: 'POST', url: '/api/customers/auth/login/', payload });
  expect((await signIn()).statusCode).toBe(401);
  await proxy.stop();
  lines = [];
  for (let number = 1; number <= 20; number += 1) expect((await signIn()).statusCode).toBe(503);
  expect((await app.inject('/readyz')).statusCode).toBe(503);
  const errors = lines.filter(({ level }) => (level as number) >= 40);
  expect(errors.map(({ msg }) => msg)).toEqual(['the database is not available']);
  await proxy.start();
  await vi.waitFor(
    async () => {
      await signIn();
      expect(listMessages()).toContain('the database is available again');
    },
    { timeout: 30_000, interval: 250 },
  );
}, 60_000);
