import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Command } from 'commander';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readConfig } from '#core/server/config/config.ts';
import { exportRecordBundle } from '#features/ledger/contract/bundle.ts';
import { describeReport } from '#features/ledger/contract/verify-record.mjs';
import { createSigningKey, generateSigningKey } from '#features/ledger/server/ledger.ts';
import { deleteSignal, editSignal } from '#features/signals/contract/publishing/admin-endpoints.ts';
import type { AdminSignal } from '#features/signals/contract/publishing/signal-body.ts';
import { decideOutcome } from '#features/signals/contract/track-record/decisions.ts';
import { addRecordCommands } from '#features/signals/server/track-record/record.command.ts';
import { signInAdministrator, signUpCustomer } from '#tests/support/accounts/accounts.ts';
import { trackSecurityEvents } from '#tests/support/accounts/security-events.ts';
import { parseStrictCsv } from '#tests/support/csv.ts';
import { makeTemporaryDir } from '#tests/support/database/data-dir.ts';
import { evaluateGain } from '#tests/support/evaluation/evaluate-gain.ts';
import { unzip } from '#tests/support/ledger/unzip.ts';
import { storeBars } from '#tests/support/market/prices.ts';
import { publish } from '#tests/support/signals/signals.ts';
import { useTestApp } from '#tests/support/test-app.ts';

const test = useTestApp({}, { signingKey: createSigningKey(generateSigningKey()) });
const newEvents = trackSecurityEvents(test);
const RATIONALE = 'Broke out of its range.\nVolume was twice the average.';
/** Part of every text of a premium signal of another period. */
const MARK = 'QXPREMIUMQX';
const SEALED = {
  ...{ symbol: MARK, title: MARK, sector: MARK, analyst_name: MARK, rationale: MARK },
  ...{ entry_price: '7531.37', stop_loss: '7412.37', target_points: ['7642.37'] },
};
const DISCLOSED = { rationale: RATIONALE, disclosures: ['analyst_position' as const], horizon_days: 20 };

let premium: AdminSignal;
let free: AdminSignal;
let sealedId: string;
beforeAll(async () => {
  // The script that verifies the record has the time of the machine.
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-25T15:00:00Z') });
  test.clock.set('2026-10-01T05:00:00Z');
  await storeBars(test, MARK, { '2026-09-30': [7540, 7541, 7535, 7540] });
  const sealed = await publish(test, await signInAdministrator(test), { ...SEALED, signal_type: 'swing' });
  sealedId = sealed.id;
  test.clock.set('2026-11-21T05:42:00Z');
  const admin = await signInAdministrator(test);
  free = await publish(test, admin, { symbol: 'OGDC' });
  premium = await publish(test, admin, { symbol: 'OGDC', signal_type: 'swing', title: '=1+1', ...DISCLOSED });
  await evaluateGain(test, 'OGDC');
  const token = (await signInAdministrator(test)).access;
  const params = { id: premium.id };
  const override = { fill_price: '471.00', exit_price: '482.50', exit_date: '2026-11-23' };
  await test.call(
    decideOutcome,
    { params, body: { kind: 'override', reason: 'Filled later.', ...override } },
    { token },
  );
  await test.call(editSignal, { params, body: { call_status: 'closed' } }, { token });
  await test.call(deleteSignal, { params: { id: free.id } }, { token });
});
afterAll(() => vi.useRealTimers());

async function run(...words: string[]): Promise<string[]> {
  const lines: string[] = [];
  const program = new Command('tezi').exitOverride();
  addRecordCommands(program, {
    withDatabase: (work) => work(test.database, readConfig({})),
    print: (line) => lines.push(line),
    clock: test.clock,
  });
  await program.parseAsync(['record', 'bundle', ...words], { from: 'user' });
  return lines;
}

const parseLines = (text = '') =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));

it('an inspection bundle contains everything about the signals of its period, and its script verifies its record', async () => {
  const dir = makeTemporaryDir();
  const out = join(dir, 'bundle.zip');
  await newEvents();
  const lines = await run('--from', '2026-11-01', '--to', '2026-11-21', '--out', out);
  expect(lines[0]).toContain(`The bundle is in ${out}.`);
  expect(statSync(out).mode & 0o777).toBe(0o600);
  expect(await newEvents()).toMatchObject([
    {
      kind: 'record_bundle_exported',
      accountKind: 'operator',
      details: { label: '2026-11-01 to 2026-11-21' },
    },
  ]);

  const files = unzip(readFileSync(out), dir);
  const [header = [], ...records] = parseStrictCsv(files.get('signals.csv') ?? '');
  const signals = records.map((cells) => Object.fromEntries(header.map((name, at) => [name, cells[at]])));
  expect(signals.map(({ id }) => id).toSorted()).toEqual([free.id, premium.id].toSorted());
  expect(signals.find(({ id }) => id === premium.id)).toMatchObject({
    symbol: 'OGDC',
    signal_type: 'swing',
    published_at: '2026-11-21T05:42:00.000Z',
    horizon_days: '20',
    disclosures: 'The analyst holds a position in this security.',
    rationale: RATIONALE,
    state: 'closed',
    decision: 'override',
    decision_r_multiple: '0.5000',
    versions: '2',
  });
  expect(signals.find(({ id }) => id === free.id)?.deleted_at).toBe('2026-11-24T15:00:00.000Z');
  const versions = parseLines(files.get('versions.jsonl'));
  expect(versions.map(({ signal_id, action }) => [signal_id, action])).toEqual(
    expect.arrayContaining([
      [premium.id, 'added'],
      [premium.id, 'updated'],
      [free.id, 'deleted'],
    ]),
  );
  expect(parseLines(files.get('outcomes.jsonl'))).toEqual(
    expect.arrayContaining([expect.objectContaining({ signal_id: premium.id, steps: expect.any(Array) })]),
  );
  expect(parseLines(files.get('decisions.jsonl'))).toMatchObject([
    { signal_id: premium.id, decision: { reason: 'Filled later.' }, decided_by: expect.any(String) },
  ]);
  for (const name of Object.keys(signals[0] ?? {})) expect(files.get('README.txt')).toContain(`\n${name} `);
  for (const line of (files.get('SHA256SUMS') ?? '').trim().split('\n')) {
    const [digest, name = ''] = line.split('  ');
    expect(
      createHash('sha256')
        .update(files.get(name) ?? '')
        .digest('hex'),
      name,
    ).toBe(digest);
  }

  const script = await import(pathToFileURL(join(dir, 'record/verify-record.mjs')).href);
  const report = await script.verifyWithNode(
    join(dir, 'record/entries.jsonl'),
    join(dir, 'record/heads.json'),
  );
  expect(describeReport(report)).toContainEqual(expect.stringMatching(/^Matches the saved copy/));
  expect(report).toMatchObject({ isValid: true, sealed: 0 });
  // Every version, outcome and decision of the bundle has its entry.
  const entries = JSON.stringify(parseLines(files.get('record/entries.jsonl')));
  expect(entries).toContain(JSON.stringify(RATIONALE).slice(1, -1));
  expect(entries).toContain('Filled later.');
});

it('an inspection bundle contains sealed signals of other periods in its record only', async () => {
  const dir = makeTemporaryDir();
  const out = join(dir, 'bundle.zip');
  await run('--from', '2026-11-01', '--to', '2026-11-21', '--out', out);
  const { 'record/entries.jsonl': record, ...others } = Object.fromEntries(unzip(readFileSync(out), dir));
  // The chain proves their levels to the inspector.
  expect(record).toContain(MARK);
  expect(Object.keys(others).sort()).toEqual([
    'README.txt',
    'SHA256SUMS',
    'decisions.jsonl',
    'evidence/calendar.json',
    'evidence/prices.jsonl',
    'outcomes.jsonl',
    'record/evaluate.mjs',
    'record/heads.json',
    'record/verify-record.mjs',
    'signals.csv',
    'versions.jsonl',
  ]);
  const { entry_price, stop_loss, target_points } = SEALED;
  const paisa = [entry_price, stop_loss, ...target_points].map((price) => `":${price.replace('.', '')}`);
  for (const [name, text] of Object.entries(others))
    for (const secret of [MARK, sealedId, entry_price, stop_loss, ...target_points, ...paisa])
      expect(text.includes(secret), `${secret} in ${name}`).toBe(false);
});

it('an inspection bundle of a period without signals has headers only, and invalid options are rejected', async () => {
  const dir = makeTemporaryDir();
  const out = join(dir, 'empty.zip');
  await run('--from', '2025-01-01', '--to', '2025-01-31', '--out', out);
  const files = unzip(readFileSync(out), dir);
  expect(files.get('signals.csv')?.trim().split('\n')).toHaveLength(1);
  expect(files.get('versions.jsonl')).toBe('');
  const reject = (from: string, to: string, file = join(dir, 'other.zip')) =>
    expect(run('--from', from, '--to', to, '--out', file)).rejects;
  await reject('2025-02-01', '2025-01-31').toThrow('--from is after --to.');
  await reject('1 May', '2025-01-31').toThrow('Enter dates such as 2026-07-01');
  await reject('2025-01-01', '2025-01-31', out).toThrow('it exists already');
});

describe('POST /admin/record/bundle/', () => {
  const PERIOD = { from_date: '2026-11-01', to_date: '2026-11-21' };
  const download = (body: { password: string; from_date?: string; to_date?: string }, token?: string) =>
    test.call(exportRecordBundle, { body: { ...PERIOD, ...body } }, { token });

  it('an administrator downloads the archive of a period with their password, and the log lists it', async () => {
    const { access, password } = await signInAdministrator(test);
    await newEvents();
    const { status, headers, body } = await download({ password }, access);
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': 'attachment',
      'cache-control': 'no-store',
    });
    const signals = parseStrictCsv(unzip(body, makeTemporaryDir()).get('signals.csv') ?? '');
    expect(
      signals
        .slice(1)
        .map(([id]) => id)
        .toSorted(),
    ).toEqual([free.id, premium.id].toSorted());
    expect(await newEvents()).toMatchObject([
      {
        kind: 'record_bundle_exported',
        accountKind: 'administrator',
        details: { label: '2026-11-01 to 2026-11-21' },
      },
    ]);
  });

  it('rejects a wrong password, and a period that ends before it begins, without an export', async () => {
    const { access, password } = await signInAdministrator(test);
    await newEvents();
    expect(await download({ password: 'not this one' }, access)).toMatchObject({
      status: 400,
      body: { password: ['That password is incorrect.'] },
    });
    expect(await download({ password, to_date: '2026-10-31' }, access)).toMatchObject({
      status: 400,
      body: { to_date: ['Enter a date on or after the first one.'] },
    });
    expect((await newEvents()).map(({ kind }) => kind)).toEqual(['password_check_failed']);
  });

  it('rejects visitors and customers', async () => {
    const { access, password } = await signUpCustomer(test);
    expect((await download({ password })).status).toBe(401);
    expect((await download({ password }, access)).status).toBe(403);
  });
});
