import { beforeAll, expect, it, vi } from 'vitest';
import { paths } from '#core/contract/paths.ts';
import { decideOutcome } from '#features/signals/contract/track-record/decisions.ts';
import { readPerformance } from '#features/signals/contract/track-record/performance.ts';
import { compareResultsWithLedger } from '#features/signals/server/track-record/ledger/compare-results.ts';
import { evaluateSignals } from '#features/signals/server/track-record/outcomes/evaluate-signals.ts';
import { createResultReader } from '#features/signals/server/track-record/performance/read-results.ts';
import { recordTerms } from '#features/signals/server/track-record/track-record.tables.ts';
import { signInAdministrator } from '#tests/support/accounts/accounts.ts';
import { exportRecord, listEntries as listAllEntries, verifyText } from '#tests/support/ledger/ledger.ts';
import { storeBars } from '#tests/support/market/prices.ts';
import { publish } from '#tests/support/signals/signals.ts';
import { useTestApp } from '#tests/support/test-app.ts';
import { enterTermChanges, storeTerms } from './enter-term-changes.ts';
import { getTerms, type Terms } from './terms.ts';

const test = useTestApp({ PREMIUM_PUBLIC_AFTER_DAYS: '0', TRACK_RECORD_COST_PERCENT: '0.50' });
const LEVELS = { entry_price: '100.00', stop_loss: '95.00', target_points: ['110.00'] };

/** Starts a server with other settings, as `main.ts` and the evaluation job do. */
async function startWith(settings: { premiumPublicAfterDays?: number; costUnits?: number } = {}) {
  const dependencies = { ...test, config: { ...test.config, ...settings } };
  await storeTerms(dependencies);
  await enterTermChanges(dependencies);
}

const listChanges = async () => (await test.call(readPerformance, { query: {} })).body.terms_changes;

const listEntries = async () => (await listAllEntries(test)).filter(({ kind }) => kind === 'terms.changed');

beforeAll(async () => {
  const day = { '2026-11-02': [104, 105, 103, 104] } as const;
  const bars = structuredClone(day) as unknown as Record<string, [number, number, number, number]>;
  await storeBars(test, 'OGDC', { ...bars, '2026-11-03': [102, 113, 99, 112] });
  await storeBars(test, 'PPL', { ...bars, '2026-11-03': [103, 104, 94, 96] });
  test.clock.set('2026-11-03T03:00:00Z');
  const admin = await signInAdministrator(test);
  await publish(test, admin, { ...LEVELS, symbol: 'OGDC', signal_type: 'swing' });
  const lost = await publish(test, admin, { ...LEVELS, symbol: 'PPL' });
  test.clock.set('2026-11-03T15:00:00Z');
  while ((await evaluateSignals({ ...test, releaseDays: 0 })) !== null);
  const { access: token } = await signInAdministrator(test);
  const body = { kind: 'void', reason: 'The stop had a digit too many.' } as const;
  await test.call(decideOutcome, { params: { id: lost.id }, body }, { token });
});

it('a new site enters its first terms, and a start with the same settings enters nothing', async () => {
  await startWith();
  await startWith();
  const [entry, ...others] = await listEntries();
  expect(others).toEqual([]);
  expect(entry.payload.changes).toEqual([
    { name: 'cost_percent', before: null, after: '0.50' },
    { name: 'premium_public_after_days', before: null, after: '0' },
    { name: 'rules_version', before: null, after: '3' },
    { name: 'voids_count', before: null, after: 'after_first_possible_fill' },
  ]);
  expect(await listChanges()).toMatchObject([{ sequence: entry.sequence, changes: entry.payload.changes }]);
  const [row] = await test.database.db.select().from(recordTerms);
  expect(row).toMatchObject({ terms: getTerms(test.config), pending: null, releasedUntil: null });
});

it('the change of the rule for voids is entered once, with the figures before and after, by servers that start at once', async () => {
  const { db } = test.database;
  await db.update(recordTerms).set({ terms: { ...getTerms(test.config), voids_count: 'never' } });
  await Promise.all([startWith(), startWith(), startWith()]);
  await startWith();
  const [, entry, ...others] = await listEntries();
  expect(others).toEqual([]);
  expect(entry.payload).toMatchObject({
    changed_at: test.clock.now().toISOString(),
    changes: [{ name: 'voids_count', before: 'never', after: 'after_first_possible_fill' }],
    figures: {
      before: { closed: 1, won: 1, win_rate: '100.00', expectancy: '1.900' },
      after: { closed: 2, won: 1, win_rate: '50.00', expectancy: '0.400' },
    },
    entry: { is_open: true, version: 2 },
  });
  expect((await listChanges())[0]).toMatchObject({
    sequence: entry.sequence,
    changes: [{ name: 'voids_count' }],
  });
  expect((await verifyText(await exportRecord(test))).isValid).toBe(true);
  const page = (await test.request(paths.performance)).body;
  expect(page).toContain('On 3 Nov 2026 a rule was added: a signal that is voided');
  expect(page).toContain(`/record/entries.jsonl?from=${entry.sequence}&amp;limit=1`);
});

it('the terms that the release before did not store are entered for the first time', async () => {
  const { rules_version, voids_count } = getTerms(test.config);
  await test.database.db.update(recordTerms).set({ terms: { rules_version, voids_count } as Terms });
  await startWith();
  expect((await listEntries()).at(-1).payload.changes).toEqual([
    { name: 'cost_percent', before: null, after: '0.50' },
    { name: 'premium_public_after_days', before: null, after: '0' },
  ]);
});

it('a longer delay of premium results is entered, and what was released stays public', async () => {
  test.clock.set('2026-11-05T06:00:00Z');
  const settings = { premiumPublicAfterDays: 30, costUnits: 70 };
  await startWith(settings);
  expect((await listEntries()).at(-1).payload.changes).toEqual([
    { name: 'cost_percent', before: '0.50', after: '0.70' },
    { name: 'premium_public_after_days', before: '0', after: '30' },
  ]);
  const reader = createResultReader({ ...test, config: { ...test.config, ...settings } });
  const symbols = async () => (await reader.listPublic('all')).map(({ symbol }) => symbol).sort();
  expect(await symbols()).toEqual(['OGDC', 'PPL']);
  // Without the stored date it would not be.
  await test.database.db.update(recordTerms).set({ releasedUntil: null });
  test.database.changes.emit('track-record');
  expect(await symbols()).toEqual(['PPL']);
});

it('the figures of changed terms are calculated without a subscription that outlives it', async () => {
  const subscribe = vi.spyOn(test.database.changes, 'subscribe');
  await startWith({ premiumPublicAfterDays: 30, costUnits: 60 });
  expect((await listEntries()).at(-1).payload.changes).toEqual([
    { name: 'cost_percent', before: '0.70', after: '0.60' },
  ]);
  await startWith({ premiumPublicAfterDays: 30, costUnits: 70 });
  expect(subscribe).not.toHaveBeenCalled();
});

it.each([
  [
    'deleted',
    'delete from term_changes where id = 1',
    'Change 1 of the terms is in the ledger, but was deleted from the database.',
  ],
  [
    'changed',
    `update term_changes set figures = jsonb_set(figures, '{before,won}', '9') where id = 2`,
    'Change 2 of the terms differs from its entry in the ledger.',
  ],
])('record verify finds a change of the terms that was %s in the database', async (_, statement, message) => {
  await test.database.pool.query('create table saved_changes as table term_changes');
  await test.database.pool.query(statement);
  const found: string[] = [];
  for await (const contradiction of compareResultsWithLedger(test.database.db)) found.push(contradiction);
  expect(found).toEqual([message]);
  await test.database.pool.query(
    `delete from term_changes; insert into term_changes overriding system value table saved_changes;
     drop table saved_changes`,
  );
});

it('a change that is reverted before it is entered leaves no entry', async () => {
  const count = (await listEntries()).length;
  const costs = (costUnits: number) => ({ ...test.config, premiumPublicAfterDays: 30, costUnits });
  await storeTerms({ ...test, config: costs(90) });
  await startWith(costs(70));
  expect(await listEntries()).toHaveLength(count);
});
