import { beforeAll, describe, expect, it } from 'vitest';
import { DAY } from '#core/server/platform/clock.ts';
import { MAX_PARAMETERS } from '#core/server/platform/database/parameters.ts';
import { deleteSignal, editSignal } from '#features/signals/contract/publishing/admin-endpoints.ts';
import type { AdminSignal } from '#features/signals/contract/publishing/signal-body.ts';
import { signInAdministrator } from '#tests/support/accounts/accounts.ts';
import { exportRecord, forceChange, listEntries, verifyText } from '#tests/support/ledger/ledger.ts';
import { publish } from '#tests/support/signals/signals.ts';
import { useTestApp } from '#tests/support/test-app.ts';
import { compareWithLedger } from './compare-with-ledger.ts';
import { releaseEndedSignals } from './release-ended-signals.ts';

const test = useTestApp();
let admin: { access: string };
beforeAll(async () => {
  admin = await signInAdministrator(test);
});

/** Longer than a session. */
async function advance(durationMs: number) {
  test.clock.advance(durationMs);
  admin = await signInAdministrator(test);
}

const edit = (signal: AdminSignal, body: object) =>
  test.call(editSignal, { params: signal, body }, { token: admin.access });
const remove = (signal: AdminSignal) => test.call(deleteSignal, { params: signal }, { token: admin.access });
const release = () =>
  releaseEndedSignals({
    database: test.database,
    clock: test.clock,
    config: { premiumPublicAfterDays: 7 },
  });
const findEntries = async ({ id }: AdminSignal) =>
  (await listEntries(test)).filter(({ payload }) => payload?.signal.id === id);

async function findContradictions(): Promise<string[]> {
  const found: string[] = [];
  for await (const contradiction of compareWithLedger(test.database.db)) found.push(contradiction);
  return found;
}

describe('a free signal', () => {
  it('a free signal is in the ledger with its content when it is published, changed, closed and deleted', async () => {
    const signal = await publish(test, admin, { analyst_name: 'Ayesha Khan' });
    await edit(signal, { stop_loss: '450.00' });
    await edit(signal, { call_status: 'closed' });
    await remove(signal);
    const entries = await findEntries(signal);
    expect(entries.map(({ kind }) => kind)).toEqual([
      'signal.published',
      'signal.changed',
      'signal.changed',
      'signal.deleted',
    ]);
    expect(entries.map(({ payload }) => payload.action)).toEqual(['added', 'updated', 'updated', 'deleted']);
    expect(entries[0].payload).toEqual({
      action: 'added',
      changed_at: test.clock.now().toISOString(),
      signal,
      entry: { is_open: true, subject: `signal:${signal.id}`, version: 2 },
    });
    expect(entries[1].payload.signal).toMatchObject({ stop_loss: '450.00', analyst_name: 'Ayesha Khan' });
    expect(JSON.stringify(entries)).not.toContain('"admin');
  });

  it('a free signal is hashed with these fields, and no other', async () => {
    const [entry] = await findEntries(await publish(test, admin));
    expect(Object.keys(entry.payload.signal).sort()).toEqual([
      'analyst_name',
      'analyst_registration',
      'call_status',
      'changed_at',
      'closed_at',
      'created_at',
      'disclosures',
      'entry_price',
      'horizon_days',
      'id',
      'leverage',
      'notes',
      'order_type',
      'rationale',
      'risk_type',
      'sector',
      'shariah_type',
      'signal_type',
      'stop_loss',
      'symbol',
      'target_points',
      'title',
      'version',
    ]);
  });

  it('a free signal is not in the ledger if it could not be published', async () => {
    const before = (await listEntries(test)).length;
    const { status } = await edit(await publish(test, admin), { entry_price: '1.00' });
    expect(status).toBe(400);
    expect(await listEntries(test)).toHaveLength(before + 1);
  });
});

describe('a premium signal', () => {
  const makeTexts = (mark: string) => ({
    symbol: mark,
    title: mark,
    sector: mark,
    analyst_name: mark,
    analyst_registration: mark,
    rationale: `${mark}\nand why`,
    disclosures: ['analyst_position' as const],
  });

  it.each([
    ['swing', 'QXSWINGQX', '471.37', '450.31'],
    ['investment', 'QXINVESTMENTQX', '471.39', '450.33'],
  ] as const)(
    'seals a %s signal until days after it was closed',
    async (signal_type, mark, entry_price, stop_loss) => {
      const signal = await publish(test, admin, { ...makeTexts(mark), signal_type, entry_price });
      await edit(signal, { stop_loss });
      await release();
      const sealed = (await listEntries(test)).slice(-2);
      expect(sealed.map((entry) => Object.keys(entry).join())).toEqual(
        Array(2).fill('commitment,hash,kind,previous,sequence,time,type'),
      );
      await edit(signal, { call_status: 'closed' });
      await advance(7 * DAY - 1);
      await release();
      const text = await exportRecord(test);
      for (const secret of [mark, signal.id, entry_price, stop_loss])
        expect(text.includes(secret), secret).toBe(false);
      await advance(1);
      expect(await release()).toBe(3);
      const entries = await findEntries(signal);
      expect(entries.map(({ payload }) => payload.signal.version)).toEqual([1, 2, 3]);
      expect(entries[0]).toMatchObject(sealed[0]);
      expect(entries[0].payload.signal).toMatchObject({
        rationale: `${mark}\nand why`,
        disclosures: ['analyst_position'],
      });
      expect(await verifyText(await exportRecord(test))).toMatchObject({ isValid: true });
      await remove(signal);
      await release();
      expect((await findEntries(signal)).at(-1).kind).toBe('signal.deleted');
    },
  );

  it('a premium signal is public days after it was deleted while it was open, so that nothing can be hidden', async () => {
    const signal = await publish(test, admin, { signal_type: 'swing' });
    await remove(signal);
    await advance(7 * DAY);
    await release();
    expect((await findEntries(signal)).map(({ kind }) => kind)).toEqual([
      'signal.published',
      'signal.deleted',
    ]);
  });

  it('stays sealed while it is open, also if it was closed before', async () => {
    const signal = await publish(test, admin, { signal_type: 'swing' });
    await edit(signal, { call_status: 'closed' });
    await edit(signal, { call_status: 'in_progress' });
    await advance(30 * DAY);
    await release();
    expect(await findEntries(signal)).toEqual([]);
  });

  it.each([
    ['swing', '2027-02-17'],
    ['investment', '2027-11-25'],
  ] as const)(
    'of type %s without prices is public 14 days after the delay after its time limit',
    async (signal_type, released) => {
      test.clock.set('2026-11-02T06:00:00Z');
      admin = await signInAdministrator(test);
      const signal = await publish(test, admin, { signal_type });
      const until = new Date(released).getTime() - test.clock.now().getTime();
      await advance(until - DAY);
      await release();
      expect(await findEntries(signal)).toEqual([]);
      await advance(2 * DAY);
      await release();
      expect(await findEntries(signal)).toHaveLength(1);
    },
  );
});

describe('the signals in the database', () => {
  let signal: AdminSignal;
  beforeAll(async () => {
    signal = await publish(test, admin, { signal_type: 'swing', rationale: 'A higher low.' });
    await edit(signal, { stop_loss: '449.00' });
  });

  it('the signals in the database match the ledger', async () => {
    expect(await findContradictions()).toEqual([]);
  });

  it('a version by an earlier release, which lacks new fields, is no contradiction of the signal', async () => {
    const remove = `update signal_versions set signal = signal - 'rationale' where signal_id = '${signal.id}' and version = 2`;
    await test.database.pool.query('create table saved_versions as table signal_versions');
    await forceChange(test, remove);
    // The entry in the ledger of this test has the field.
    expect(await findContradictions()).toEqual([
      `Version 2 of signal ${signal.id} differs from its entry in the ledger.`,
    ]);
    await forceChange(
      test,
      'delete from signal_versions; insert into signal_versions table saved_versions; drop table saved_versions',
    );
  });

  it.each([
    [
      'a changed signal',
      "update signals set stop_loss = 440 where id = 'ID'",
      'differs from its last version',
    ],
    [
      'a changed rationale',
      "update signals set rationale = 'We were right.' where id = 'ID'",
      'differs from its last version',
    ],
    [
      'a changed rationale of a version',
      `update signal_versions set signal = jsonb_set(signal, '{rationale}', '"We were right."') where signal_id = 'ID'`,
      'Version 1 of signal ID differs from its entry in the ledger.',
    ],
    [
      'a rationale added to a signal whose versions have none',
      `update signal_versions set signal = signal - 'rationale' where signal_id = 'ID'`,
      'Signal ID differs from its last version.',
    ],
    [
      'a rationale changed after an edit by an earlier release',
      `update signal_versions set signal = signal - 'rationale' where signal_id = 'ID' and version = 2;
       update signals set rationale = 'We were right.' where id = 'ID'`,
      'Signal ID differs from its last version.',
    ],
    [
      'a hidden signal',
      "update signals set deleted_at = now() where id = 'ID'",
      'differs from its last version',
    ],
    [
      'a changed version',
      `update signal_versions set signal = jsonb_set(signal, '{stop_loss}', '"440.00"') where signal_id = 'ID' and version = 1`,
      'Version 1 of signal ID differs from its entry in the ledger.',
    ],
    [
      'a version that was dated back',
      "update signal_versions set changed_at = changed_at - interval '1 hour' where signal_id = 'ID' and version = 1",
      'Version 1 of signal ID differs from its entry in the ledger.',
    ],
    [
      'entries that stay sealed with another signal',
      "update ledger_payloads set subject = 'signal:other' where subject = 'signal:ID'",
      'Version 1 of signal ID differs from its entry in the ledger.',
    ],
    [
      'a removed version',
      "delete from signal_versions where signal_id = 'ID' and version = 2",
      'Version 2 of signal ID is in the ledger, but was deleted from the history.',
    ],
    [
      'a removed signal',
      "delete from signal_versions where signal_id = 'ID'; delete from signals where id = 'ID'",
      'Version 1 of signal ID is in the ledger, but was deleted from the history.',
    ],
    [
      'an added version',
      "insert into signal_versions select signal_id, 3, action, changed_at, changed_by, administrator_id, signal from signal_versions where signal_id = 'ID' and version = 2",
      'Version 3 of signal ID is not in the ledger.',
    ],
  ])('the signals in the database cannot hide %s from the comparison', async (_, statement, message) => {
    const save = `create table saved_signals as table signals; create table saved_versions as table signal_versions;
      create table saved_payloads as table ledger_payloads`;
    await test.database.pool.query(save);
    await forceChange(test, statement.replaceAll('ID', signal.id));
    const found = await findContradictions();
    expect(found.join('\n')).toContain(message.replaceAll('ID', signal.id));
    await forceChange(
      test,
      `delete from signal_versions; delete from signals; delete from ledger_payloads;
       insert into signals table saved_signals; insert into signal_versions table saved_versions;
       insert into ledger_payloads table saved_payloads;
       drop table saved_signals; drop table saved_versions; drop table saved_payloads`,
    );
    expect(await findContradictions()).toEqual([]);
  });
});

it('releases more entries than a statement has parameters', async () => {
  const count = MAX_PARAMETERS + 1;
  // Those of the signals above.
  await release();
  await forceChange(
    test,
    `insert into signals (id, signal_type, symbol, entry_price, stop_loss, target_points, leverage, shariah_type, risk_type,
        order_type, call_status, version, created_at, closed_at)
      select gen_random_uuid(), 'swing', 'LUCK', 100, 90, '{110}', 1, 'Unknown', 'low', 'buy', 'closed', 1, '2020-01-01', '2020-01-01'
      from generate_series(1, ${count});
    insert into ledger_entries (sequence, recorded_at, kind, commitment, previous, hash)
      select 1000000 + row_number() over (), created_at, 'signal.published', '', id, id
      from signals where created_at = '2020-01-01';
    insert into ledger_payloads (sequence, reference, subject, is_open, salt, payload)
      select sequence, hash, 'signal:' || hash, false, '', '{}' from ledger_entries where sequence > 1000000`,
  );
  expect(await release()).toBe(count);
});
