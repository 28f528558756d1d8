import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { HOUR, MINUTE } from '#core/server/platform/clock.ts';
import { DatabaseUnavailable } from '#core/server/platform/database/unavailable.ts';
import { createLogger } from '#core/server/platform/logger.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/test-database.ts';
import { SettableClock } from '#tests/support/test-app.ts';
import { type Check, createChecks, type Finding, listMissing } from './checks.ts';

let shared: TestDatabase;
const clock = new SettableClock();
beforeAll(async () => {
  shared = await createTestDatabase();
});
afterAll(() => shared.remove());
beforeEach(async () => {
  clock.set('2026-11-21T05:42:00.000Z');
  await shared.database.pool.query('truncate check_results');
});

const OK: Finding = { state: 'ok', cause: 'All is well.', action: null };
const FAILING: Finding = { state: 'failing', cause: '25 emails wait.', action: 'Check the mail server.' };
const define = (id: string, run: () => Promise<Finding>, scope: Check['scope'] = 'shared'): Check => ({
  id,
  title: `Title of ${id}`,
  scope,
  run,
});
const create = (
  server = 'one:3000',
  database: Pick<TestDatabase['database'], 'db'> = shared.database,
  limits: { runMs?: number; cacheMs?: number } = { cacheMs: 0 },
) => createChecks({ server, database, clock, logger: createLogger('silent'), limits });

describe('the checks of a server', () => {
  it('returns what each check found', async () => {
    const checks = create();
    checks.register(
      define('email', async () => FAILING),
      define('clock', async () => OK, 'server'),
    );
    expect(await checks.read()).toEqual([
      { ...FAILING, id: 'email', title: 'Title of email', path: null, server: null, since: clock.now() },
      { ...OK, id: 'clock', title: 'Title of clock', path: null, server: 'one:3000', since: clock.now() },
    ]);
  });

  it('reports a check that throws or hangs as unknown, without hiding or delaying the others', async () => {
    const checks = create('one:3000', shared.database, { runMs: 50, cacheMs: 0 });
    let starts = 0;
    const worked = Promise.withResolvers<Finding>();
    checks.register(
      // It is ok only if those after it do not wait for it.
      define('waits', () => worked.promise),
      define('hangs', () => {
        starts += 1;
        return new Promise(() => {});
      }),
      define('throws', () => {
        throw new Error('password=secret');
      }),
      define('locked', async () => {
        throw new Error('a statement failed', { cause: new DatabaseUnavailable('locked') });
      }),
      define('works', async () => {
        worked.resolve(OK);
        return OK;
      }),
    );
    await checks.read();
    const results = await checks.read();
    expect(results.map(({ id, state, cause }) => [id, state, cause])).toEqual([
      ['waits', 'ok', 'All is well.'],
      ['hangs', 'unknown', 'The check did not finish in time.'],
      ['throws', 'unknown', 'The check failed with an unexpected error.'],
      ['locked', 'unknown', 'The check could not read the database (locked).'],
      ['works', 'ok', 'All is well.'],
    ]);
    // One that hangs is not started again, so that runs do not pile up.
    expect(starts).toBe(1);
  });

  it('runs the checks once for simultaneous and soon repeated reads', async () => {
    const checks = create('one:3000', shared.database, { cacheMs: MINUTE });
    let runs = 0;
    checks.register(
      define('email', async () => {
        runs += 1;
        return OK;
      }),
    );
    await Promise.all([checks.read(), checks.read()]);
    await checks.readAll();
    expect(runs).toBe(1);
  });
});

describe('a server whose clock is wrong', () => {
  it('reports its clock and its own problems, and leaves out what other servers report too', async () => {
    const checks = create();
    checks.register(
      define('backups', async () => FAILING),
      define('clock', async () => FAILING, 'server'),
      define('writes', async () => OK, 'server'),
    );
    expect(await checks.read()).toMatchObject([
      { id: 'clock', state: 'failing', cause: FAILING.cause },
      { id: 'writes', state: 'ok' },
    ]);
    // Another server shows its clock, and what all share as it is.
    const other = create('two:3000');
    other.register(define('backups', async () => OK));
    expect((await other.readAll()).map(({ id, state }) => [id, state])).toEqual([
      ['clock', 'failing'],
      ['backups', 'ok'],
    ]);
  });

  it('reports the shared problems that its clock cannot cause, and none of its own that it can', async () => {
    const checks = create();
    checks.register(
      { ...define('email', async () => FAILING), usesClock: false },
      { ...define('paddle-webhooks', async () => FAILING, 'server'), usesClock: true },
      define('news', async () => FAILING),
      define('clock', async () => FAILING, 'server'),
    );
    expect((await checks.read()).map(({ id, state }) => [id, state])).toEqual([
      ['email', 'failing'],
      ['clock', 'failing'],
    ]);
  });
});

describe('closing the checks', () => {
  it('waits for the checks that run, and stores nothing afterwards', async () => {
    const checks = create();
    const found = Promise.withResolvers<Finding>();
    checks.register(define('email', () => found.promise));
    const reading = checks.read();
    let isClosed = false;
    const closing = checks.close().then(() => {
      isClosed = true;
    });
    await new Promise(setImmediate);
    expect(isClosed).toBe(false);
    found.resolve(FAILING);
    await Promise.all([reading, closing]);
    expect((await shared.database.pool.query('select from check_results')).rowCount).toBe(0);
  });
});

describe('the time since when a check has its state', () => {
  it('is that of the first result with the state, also for the next start and for other servers', async () => {
    let found = FAILING;
    const register = (server: string) => {
      const checks = create(server);
      checks.register(define('email', async () => found));
      return checks;
    };
    const first = register('one:3000');
    const since = clock.now();
    await first.read();
    clock.advance(HOUR);
    expect((await first.read())[0]?.since).toEqual(since);
    // A restart, and another server.
    for (const server of ['one:3000', 'two:3000'])
      expect((await register(server).read())[0]?.since.getTime()).toBeCloseTo(since.getTime(), -4);
    found = OK;
    expect((await first.read())[0]?.since).toEqual(clock.now());
  });

  it('comes from memory while the database cannot store it', async () => {
    const reject = () => {
      throw new DatabaseUnavailable('unreachable');
    };
    const checks = create('one:3000', { db: { select: reject, insert: reject } } as never);
    checks.register(define('database-writes', async () => FAILING, 'server'));
    const since = clock.now();
    await checks.read();
    clock.advance(MINUTE);
    expect((await checks.read())[0]).toMatchObject({ state: 'failing', since });
  });
});

describe('all checks', () => {
  it('contain the problems that other servers have, worst first, and not what they share', async () => {
    const other = create('two:3000');
    other.register(
      define('clock', async () => FAILING, 'server'),
      define('writes', async () => OK, 'server'),
      define('email', async () => FAILING),
    );
    await other.read();
    const checks = create('one:3000');
    checks.register(
      define('writes', async () => OK, 'server'),
      define('clock', async () => OK, 'server'),
      define('email', async () => FAILING),
    );
    const list = async () => (await checks.readAll()).map(({ id, server, state }) => [id, server, state]);
    const own = [
      ['email', null, 'failing'],
      ['writes', 'one:3000', 'ok'],
      ['clock', 'one:3000', 'ok'],
    ];
    expect(await list()).toEqual([own[0], ['clock', 'two:3000', 'failing'], ...own.slice(1)]);
    // That server has stopped.
    await shared.database.pool.query(
      "update check_results set checked_at = now() - interval '4 minutes' where server = 'two:3000'",
    );
    expect(await list()).toEqual(own);
  });

  it('contain a worse result of another server of what both share, with its name', async () => {
    const other = create('two:3000');
    other.register(
      define('backups', async () => FAILING),
      define('news', async () => OK),
    );
    await other.read();
    const checks = create('one:3000');
    checks.register(
      define('backups', async () => OK),
      define('news', async () => FAILING),
    );
    expect((await checks.readAll()).map(({ id, server, state }) => [id, server, state])).toEqual([
      ['news', null, 'failing'],
      ['backups', 'two:3000', 'failing'],
      ['backups', null, 'ok'],
    ]);
  });

  it('can prefer the own result of what all share, unless this server could not examine it', async () => {
    const other = create('two:3000');
    other.register(
      define('prices', async () => FAILING),
      define('backups', async () => FAILING),
      define('writes', async () => FAILING, 'server'),
    );
    await other.read();
    const checks = create('one:3000');
    checks.register(
      define('prices', async () => OK),
      define('backups', () => Promise.reject(new Error('unreadable'))),
      define('writes', async () => OK, 'server'),
    );
    const problems = (await checks.readAll({ isOwnPreferred: true })).filter(({ state }) => state !== 'ok');
    expect(problems.map(({ id, server, state }) => [id, server, state])).toEqual([
      ['backups', 'two:3000', 'failing'],
      ['writes', 'two:3000', 'failing'],
      ['backups', null, 'unknown'],
    ]);
  });
});

it.each([
  ['off', { state: 'off' }, 1],
  ['missing, which is worse than off', { state: 'failing', isMissing: true }, 1],
  ['failing', { state: 'failing' }, 0],
] as const)('counts an essential item that is %s as missing', async (_name, found, expected) => {
  const checks = create();
  checks.register({
    ...define('backups', async () => ({ ...FAILING, ...found })),
    setup: { group: 'Site', purpose: 'Restores the site.', isEssential: true },
  });
  expect(listMissing(await checks.readSetup())).toHaveLength(expected);
});
