import { describe, expect, it } from 'vitest';
import { createAccount } from '#simulators/paddle/account.ts';
import { createTestAccount } from '#tests/support/paddle-simulator/test-account.ts';
import { MONTHLY } from '#tests/support/paddle-simulator/test-catalog.ts';
import { createSnapshotStore } from './paddle-simulator.ts';

function restoreAccount(stored: unknown) {
  const saved: unknown[] = [];
  const made = createTestAccount({
    snapshot: { load: async () => stored, save: async (state) => void saved.push(state) },
  });
  return { ...made, saved, snapshots: createSnapshotStore(made.account) };
}

describe('a snapshot', () => {
  it('restores the account after a restart', async () => {
    const first = restoreAccount(null);
    await first.snapshots.load();
    const [id = ''] = first.control.seed([{ priceId: MONTHLY, customerEmail: 'a@example.com' }]);
    await first.control.advance({ ms: 5_000 });
    await first.snapshots.close();

    const stored: unknown = JSON.parse(JSON.stringify(first.saved.at(-1)));
    const account = createAccount({
      ...first.account.options,
      snapshot: { load: async () => stored, save: async () => {} },
    });
    await createSnapshotStore(account).load();
    expect(account.state.subscriptions[id]).toEqual(first.account.state.subscriptions[id]);
    expect(account.clock.nowMs()).toBe(Date.parse('2026-11-21T10:00:05.000Z'));
  });

  it.each([null, 'nothing', {}, { version: 2 }, { version: 1, subscriptions: [] }])(
    'ignores the invalid snapshot %j',
    async (stored) => {
      const { account, snapshots } = restoreAccount(stored);
      const before = account.state;
      await snapshots.load();
      expect(account.state).toBe(before);
    },
  );

  it('ignores a snapshot that cannot be loaded', async () => {
    const { account } = createTestAccount({
      snapshot: { load: () => Promise.reject(new Error('unreadable')), save: async () => {} },
    });
    await createSnapshotStore(account).load();
    expect(account.state.subscriptions).toEqual({});
  });
});
