import { describe, expect, it } from 'vitest';
import { forceChange, listEntries } from '#tests/support/ledger/ledger.ts';
import { useTestApp } from '#tests/support/test-app.ts';
import {
  appendEntries,
  createSigningKey,
  generateSigningKey,
  type NewEntry,
  releaseSubjects,
} from './append-entries.ts';
import { verifyLedger } from './verify-ledger.ts';

const test = useTestApp();
let count = 0;

function makeEntry(overrides: Partial<NewEntry> = {}): NewEntry {
  count += 1;
  return {
    kind: 'signal.changed',
    reference: `test:${count}`,
    subject: 'test',
    payload: { count },
    isOpen: true,
    recordedAt: test.clock.now(),
    ...overrides,
  };
}

const append = (...entries: NewEntry[]) =>
  test.database.transaction((tx) => appendEntries(tx, entries, null));

const verify = () => verifyLedger(test.database.db, Date.UTC(2100, 0));

describe('the chain', () => {
  it('the chain has one entry after the other when transactions run at the same time', async () => {
    const before = (await verify()).entries;
    const results = await Promise.allSettled(
      Array.from({ length: 30 }, (_, index) =>
        test.database.transaction(async (tx) => {
          await appendEntries(tx, [makeEntry(), makeEntry({ isOpen: false })], null);
          if (index % 5 === 0) throw new Error('rolled back');
        }),
      ),
    );
    expect(results.flatMap(({ status }, index) => (status === 'rejected' ? [index] : []))).toEqual(
      expect.arrayContaining([0, 5, 10, 15, 20, 25]),
    );
    // On a busy machine more are rejected, because they wait too long for a connection.
    const appended = results.filter(({ status }) => status === 'fulfilled').length * 2;
    expect(appended).toBeGreaterThan(2);
    const { rows } = await test.database.pool.query('select sequence from ledger_entries order by sequence');
    expect(rows.map(({ sequence }) => Number(sequence))).toEqual(
      Array.from({ length: before + appended }, (_, index) => index + 1),
    );
    expect(await verify()).toMatchObject({ isValid: true, entries: before + appended });
  });

  it('accepts thousands of entries at once', async () => {
    const before = (await verify()).entries;
    await append(...Array.from({ length: 4_500 }, () => makeEntry()));
    expect(await verify()).toMatchObject({ isValid: true, entries: before + 4_500 });
  });

  it('never goes back in time, even if a clock does', async () => {
    await append(makeEntry({ recordedAt: new Date('2026-11-24T00:00:00Z') }), makeEntry());
    const entries = await listEntries(test);
    expect(entries.slice(-2).map(({ time }) => time)).toEqual(Array(2).fill('2026-11-24T00:00:00.000Z'));
  });

  it('the chain has each reference once', async () => {
    const entry = makeEntry();
    await append(entry);
    await expect(append(entry)).rejects.toMatchObject({ cause: { code: '23505' } });
  });

  it('commits to the same content differently each time', async () => {
    await append(makeEntry({ payload: { count: 0 } }), makeEntry({ payload: { count: 0 } }));
    const [first, second] = (await listEntries(test)).slice(-2);
    expect(first.commitment).not.toBe(second.commitment);
  });
});

describe('the head', () => {
  const [firstKey, secondKey] = [
    createSigningKey(generateSigningKey()),
    createSigningKey(generateSigningKey()),
  ];
  const readHeads = async () =>
    (await test.database.pool.query('select * from ledger_heads order by sequence, signed_at')).rows;

  it('the head is signed in the transaction of every change, also by writers at the same time', async () => {
    const firsts = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) =>
        test.database.transaction(async (tx) => {
          const first = await appendEntries(tx, [makeEntry(), makeEntry()], firstKey);
          if (index % 5 === 0) throw new Error('rolled back');
          return first;
        }),
      ),
    );
    const signed = firsts.flatMap((result) => (result.status === 'fulfilled' ? result.value + 1 : []));
    expect((await readHeads()).map(({ sequence }) => Number(sequence))).toEqual(
      signed.toSorted((a, b) => a - b),
    );
    expect(await verify()).toMatchObject({
      isValid: true,
      heads: 16,
    });
  });

  it('the head is never dated before what it signs, nor an entry before the head before it', async () => {
    for (const entry of [makeEntry(), makeEntry({ recordedAt: new Date('2026-01-01T00:00:00Z') })])
      await test.database.transaction((tx) => appendEntries(tx, [entry], secondKey));
    const [before, after] = (await readHeads()).slice(-2);
    const [last] = (await listEntries(test)).slice(-1);
    expect(new Date(last.time) >= before?.signed_at).toBe(true);
    expect(after?.signed_at > before?.signed_at).toBe(true);
    const report = await verify();
    expect(report).toMatchObject({ isValid: true, heads: 18 });
    expect(report.keys.map(({ key }) => key)).toEqual([firstKey.publicKey, secondKey.publicKey]);
  });
});

describe('the database', () => {
  const TABLES = ['ledger_entries', 'ledger_payloads', 'ledger_releases', 'ledger_heads'];

  it.each(TABLES)('rejects changes and deletions of %s', async (table) => {
    const column = table === 'ledger_payloads' ? 'payload = payload' : 'sequence = sequence';
    for (const statement of [
      `update ${table} set ${column}`,
      `delete from ${table}`,
      `truncate ${table} cascade`,
    ])
      await expect(test.database.pool.query(statement)).rejects.toMatchObject({ code: '23001' });
  });

  it.each([
    [
      'a changed time',
      "update ledger_entries set recorded_at = recorded_at - interval '1 day' where sequence = 7",
      'Entry 7 was changed',
    ],
    [
      'a changed kind',
      "update ledger_entries set kind = 'signal.deleted' where sequence = 8",
      'Entry 8 was changed',
    ],
    [
      'a changed content',
      `update ledger_payloads set payload = '{"count":0,"entry":{"is_open":true,"subject":"test","version":2}}' where sequence = 9`,
      'content of entry 9',
    ],
    ['content that is no JSON', "update ledger_payloads set payload = '{' where sequence = 9", 'not JSON'],
    [
      'a subject with which it is never released',
      "update ledger_payloads set subject = 'never' where sequence = 9",
      'Entry 9 is not released with its signal',
    ],
    [
      'content that was sealed after it was open',
      'update ledger_payloads set is_open = false where sequence = 9',
      'Entry 9 is not released with its signal',
    ],
    ['removed content', 'delete from ledger_payloads where sequence = 10', 'content of 1 entries is missing'],
    [
      'a removed entry',
      'delete from ledger_payloads where sequence = 11; delete from ledger_entries where sequence = 11',
      'Entry 11 is missing',
    ],
  ])('the database cannot hide %s from the verification', async (_, statement, message) => {
    const { rows } = await test.database.pool.query(
      'select * from ledger_entries natural join ledger_payloads where sequence between 7 and 11',
    );
    await forceChange(test, statement);
    const report = await verify();
    expect(report.isValid).toBe(false);
    expect(report.problem?.message).toContain(message);
    await restore(rows);
    expect((await verify()).isValid).toBe(true);
  });

  async function restore(rows: Record<string, unknown>[]): Promise<void> {
    const json = JSON.stringify(rows).replaceAll("'", "''");
    await forceChange(
      test,
      TABLES.slice(0, 2)
        .map(
          (table) => `delete from ${table} where sequence between 7 and 11;
            insert into ${table} select * from jsonb_populate_recordset(null::${table}, '${json}')`,
        )
        .join('; '),
    );
  }
});

it('the database cannot hide released content again', async () => {
  await append(...['first', 'second'].map((subject) => makeEntry({ subject, isOpen: false })));
  for (const subject of ['first', 'second'])
    await test.database.transaction((tx) => releaseSubjects(tx, [subject], test.clock.now()));
  await forceChange(test, 'delete from ledger_releases where position = 1');
  const { problem } = await verify();
  expect(problem?.message).toContain('Content was sealed again');
});

it('rejects a fork of the chain', async () => {
  await expect(
    test.database.pool.query(
      `insert into ledger_entries (sequence, recorded_at, kind, commitment, previous, hash)
       select 1000000, recorded_at, kind, commitment, previous, 'x' from ledger_entries where sequence = 5`,
    ),
  ).rejects.toMatchObject({ constraint: 'ledger_entries_previous_unique' });
});
