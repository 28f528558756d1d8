import { beforeAll, expect, it } from 'vitest';
import { DAY } from '#core/server/platform/clock.ts';
import { appendEntries } from '#features/ledger/server/ledger.ts';
import { deleteSignal } from '#features/signals/contract/publishing/admin-endpoints.ts';
import type { AdminSignal } from '#features/signals/contract/publishing/signal-body.ts';
import { readSealedPublications } from '#features/signals/contract/track-record/performance.ts';
import { signInAdministrator } from '#tests/support/accounts/accounts.ts';
import { exportRecord, verifyText } from '#tests/support/ledger/ledger.ts';
import { publish } from '#tests/support/signals/signals.ts';
import { useTestApp } from '#tests/support/test-app.ts';
import { compareWithLedger } from './compare-with-ledger.ts';
import { releaseEndedSignals } from './release-ended-signals.ts';

const test = useTestApp({ PREMIUM_PUBLIC_AFTER_DAYS: '7' });
const readMonths = async () => (await test.call(readSealedPublications, {})).body.months;
let swing: AdminSignal;

beforeAll(async () => {
  const admin = await signInAdministrator(test);
  await publish(test, admin);
  swing = await publish(test, admin, { signal_type: 'swing' });
  await publish(test, admin, { signal_type: 'swing', symbol: 'OGDC' });
  await publish(test, admin, { signal_type: 'investment' });
});

it('counts the sealed publications of each type by month, from the day after the publication on', async () => {
  expect(await readMonths()).toEqual([]);
  test.clock.advance(DAY);
  const types = [
    { signal_type: 'swing', count: 2 },
    { signal_type: 'investment', count: 1 },
  ];
  expect(await readMonths()).toEqual([{ month: '2026-11', total: 3, types, without_signal: 0 }]);
  expect((await verifyText(await exportRecord(test))).sealedPublications).toBe(3);
});

it('no longer counts a publication that was released', async () => {
  const admin = await signInAdministrator(test);
  await test.call(deleteSignal, { params: swing }, { token: admin.access });
  test.clock.advance(8 * DAY);
  await releaseEndedSignals({ ...test, config: { premiumPublicAfterDays: 7 } });
  expect((await readMonths())[0]).toMatchObject({ month: '2026-11', total: 2 });
});

it('shows a decoy, a sealed publication without a signal, and finds it in the database', async () => {
  const payload = { action: 'added', changed_at: test.clock.now().toISOString(), signal: { id: 'x' } };
  const decoy = { kind: 'signal.published', payload, isOpen: false, recordedAt: test.clock.now() };
  const subjects = ['signal:x', 'signal:3f1b6c1e-6a2e-4f0e-8f57-0d6f0a9b2c11', 'other'];
  await test.database.transaction((tx, announce) => {
    announce('track-record');
    return appendEntries(
      tx,
      subjects.map((subject) => ({ ...decoy, subject, reference: `decoy:${subject}` })),
      null,
    );
  });
  test.clock.advance(DAY);
  expect((await readMonths())[0]).toMatchObject({ total: 5, without_signal: 3 });
  const found: string[] = [];
  for await (const contradiction of compareWithLedger(test.database.db)) found.push(contradiction);
  expect(found).toEqual(
    subjects.map(() =>
      expect.stringMatching(/^Entry \d+ is sealed, but it is about no signal in the database\.$/),
    ),
  );
});
