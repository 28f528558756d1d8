import { beforeEach, expect, it, vi } from 'vitest';
import { connectionGroup } from './admission.ts';
import { createSharing } from './sessions.ts';
import { DatabaseUnavailable } from './unavailable.ts';

class Session {
  isReleased = false;
  failure: DatabaseUnavailable | null = null;

  fail(error: DatabaseUnavailable) {
    this.failure = error;
  }

  release() {
    this.isReleased = true;
  }
}

let opened: Session[];
let openSession: () => Promise<Session>;
let now: number;

beforeEach(() => {
  now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  opened = [];
  openSession = async () => {
    const session = new Session();
    opened.push(session);
    return session;
  };
});

/** Returns a function that starts a statement, which ends when its `end` or `fail` is called. */
function createStarter() {
  const share = createSharing(() => openSession());
  return async (group = 'news') => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    let session: Session | undefined;
    const statement = connectionGroup.run(group, () =>
      share((given) => {
        session = given;
        return promise;
      }),
    );
    statement.catch(() => {});
    while (session === undefined) await Promise.resolve();
    const settle = (end: () => void) => async () => {
      end();
      await statement.catch(() => {});
    };
    return { session, end: settle(resolve), fail: (error: Error) => settle(() => reject(error))() };
  };
}

it('shares a connection until the last statement has ended', async () => {
  const start = createStarter();
  const [first, second] = [await start(), await start()];
  expect(second.session).toBe(first.session);
  await first.end();
  expect(opened).toMatchObject([{ isReleased: false }]);
  const third = await start();
  expect(third.session).toBe(first.session);
  await second.end();
  await third.end();
  expect(opened).toMatchObject([{ isReleased: true }]);
  expect((await start()).session).not.toBe(first.session);
});

it('opens another connection for another group', async () => {
  const start = createStarter();
  expect((await start('news')).session).not.toBe((await start('board-meetings')).session);
});

it('opens another connection for more than 16 statements', async () => {
  const start = createStarter();
  for (let count = 0; count < 17; count += 1) await start();
  expect(opened).toHaveLength(2);
});

it('does not queue a statement behind one that takes longer than 25 ms', async () => {
  const start = createStarter();
  const slow = await start();
  now += 25;
  const next = await start();
  expect(next.session).not.toBe(slow.session);
  await slow.end();
  expect((await start()).session).toBe(next.session);
  expect(opened).toMatchObject([{ isReleased: true }, { isReleased: false }]);
});

it('opens another connection after a statement failed', async () => {
  const start = createStarter();
  const [failing, other] = [await start(), await start()];
  await failing.fail(new Error('lost'));
  expect((await start()).session).not.toBe(failing.session);
  expect(opened[0]?.isReleased).toBe(false);
  await other.end();
  expect(opened[0]?.isReleased).toBe(true);
});

it('fails the other statements when one has waited too long for the database', async () => {
  const start = createStarter();
  const locked = new DatabaseUnavailable('locked');
  const [failing, other] = [await start(), await start()];
  await failing.fail(locked);
  expect(opened[0]?.failure).toBe(locked);
  await other.end();
  await (await start()).fail(locked);
  expect(opened[1]).toMatchObject({ failure: null, isReleased: true });
});

it('leaves the other statements alone when one is in error', async () => {
  const start = createStarter();
  const [failing] = [await start(), await start()];
  await failing.fail(new Error('division by zero'));
  expect(opened[0]?.failure).toBeNull();
});

it('fails all statements that wait for a connection that cannot be opened, and then opens another', async () => {
  const working = openSession;
  openSession = () => Promise.reject(new Error('unreachable'));
  const share = createSharing(() => openSession());
  const results = await Promise.allSettled([share(async () => 1), share(async () => 2)]);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  openSession = working;
  expect(await share(async () => 3)).toBe(3);
});
