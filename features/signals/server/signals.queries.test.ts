import { expect, it } from 'vitest';
import { editSignal } from '#features/signals/contract/publishing/admin-endpoints.ts';
import { signInAdministrator } from '#tests/support/accounts/accounts.ts';
import { publish } from '#tests/support/signals/signals.ts';
import { useTestApp } from '#tests/support/test-app.ts';
import { listLevelVersions } from './signals.queries.ts';

const test = useTestApp();

it('reads only the versions that changed levels', async () => {
  const admin = await signInAdministrator(test);
  const signal = await publish(test, admin);
  const other = await publish(test, admin);
  for (const body of [
    { title: 'First' },
    { stop_loss: '450.00' },
    { title: 'Second' },
    { stop_loss: '455.00' },
    { risk_type: 'low' as const },
    { call_status: 'closed' as const },
  ])
    await test.call(editSignal, { params: signal, body }, { token: admin.access });
  await test.call(editSignal, { params: other, body: { title: 'Other' } }, { token: admin.access });

  const versions = await listLevelVersions(test.database.db, [signal.id, other.id]);
  const read = versions.map(({ signalId, symbol, levels }) => [signalId, symbol, levels.stop_loss]);
  expect(read.filter(([id]) => id === signal.id)).toEqual([
    [signal.id, 'LUCK', '448.00'],
    [signal.id, 'LUCK', '450.00'],
    [signal.id, 'LUCK', '455.00'],
  ]);
  expect(read.filter(([id]) => id === other.id)).toEqual([[other.id, 'LUCK', '448.00']]);
  expect(versions.every(({ changedAt }) => changedAt instanceof Date)).toBe(true);
});
