import { describe, expect, it } from 'vitest';
import { createAccount } from '#simulators/paddle/account.ts';
import { testAccount } from '#simulators/paddle/testing/test-account.ts';
import { MONTHLY } from '#simulators/paddle/testing/test-catalog.ts';
import { keepSnapshots } from './snapshot.ts';

function keptAccount(kept: unknown) {
  const saved: unknown[] = [];
  const made = testAccount({
    snapshot: { load: async () => kept, save: async (state) => void saved.push(state) },
  });
  return { ...made, saved, snapshots: keepSnapshots(made.account) };
}

describe('a snapshot', () => {
  it('carries the account over a restart; where webhooks go is as it is set up now', async () => {
    const first = keptAccount(null);
    await first.snapshots.load();
    const [id = ''] = first.control.seed([{ priceId: MONTHLY, customerEmail: 'a@example.com' }]);
    await first.control.advance({ ms: 5_000 });
    await first.snapshots.close();

    const kept: unknown = JSON.parse(JSON.stringify(first.saved.at(-1)));
    const account = createAccount({
      ...first.account.options,
      webhook: { url: 'https://elsewhere.test/', secrets: ['x'] },
      snapshot: { load: async () => kept, save: async () => {} },
    });
    await keepSnapshots(account).load();
    expect(account.state.subscriptions[id]).toEqual(first.account.state.subscriptions[id]);
    expect(account.clock.nowMs()).toBe(Date.parse('2026-11-21T10:00:05.000Z'));
    expect(Object.values(account.state.destinations).map(({ destination }) => destination)).toEqual([
      'https://elsewhere.test/',
    ]);
  });

  it.each([null, 'nothing', {}, { version: 2 }, { version: 1, subscriptions: [] }])(
    'that is %j is not taken up',
    async (kept) => {
      const { account, snapshots } = keptAccount(kept);
      const before = account.state;
      await snapshots.load();
      expect(account.state).toBe(before);
    },
  );

  it('that cannot be read is not taken up either', async () => {
    const { account } = testAccount({
      snapshot: { load: () => Promise.reject(new Error('unreadable')), save: async () => {} },
    });
    await keepSnapshots(account).load();
    expect(account.state.subscriptions).toEqual({});
  });
});
