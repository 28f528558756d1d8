import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { recordFiles } from '#core/contract/paths.ts';
import { readConfig } from '#core/server/config/config.ts';
import { createSigningKey, generateSigningKey, signHeadIfDue } from '#features/ledger/server/ledger.ts';
import { signInAdministrator } from '#tests/support/accounts/accounts.ts';
import { exportRecord, forceChange } from '#tests/support/ledger/ledger.ts';
import { publish } from '#tests/support/signals/signals.ts';
import { useTestApp } from '#tests/support/test-app.ts';
import { addRecordCommands } from './record.command.ts';

const test = useTestApp();
const dir = mkdtempSync(join(tmpdir(), 'tezi-test-record-'));
afterAll(() => {
  rmSync(dir, { recursive: true, force: true });
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const SITE = 'https://tezi.test';

async function verify(...words: string[]): Promise<string[]> {
  const lines: string[] = [];
  const program = new Command('tezi').exitOverride();
  addRecordCommands(program, {
    withDatabase: (work) => work(test.database, readConfig({})),
    print: (line) => lines.push(line),
    clock: test.clock,
  });
  await program.parseAsync(['record', 'verify', ...words], { from: 'user' });
  return lines;
}

function write(name: string, content: string): string {
  const path = join(dir, name);
  writeFileSync(path, content);
  return path;
}

let heads: string;
beforeAll(async () => {
  // The command has the time of the machine.
  vi.useFakeTimers({ toFake: ['Date'], now: test.clock.now() });
  const admin = await signInAdministrator(test);
  for (const signal_type of ['intraday', 'swing'] as const) await publish(test, admin, { signal_type });
  const signingKey = createSigningKey(generateSigningKey());
  await signHeadIfDue({ database: test.database, clock: test.clock, signingKey });
  heads = write('heads.json', (await test.request(recordFiles.heads)).body);
  await publish(test, admin);
});

beforeEach(() => {
  vi.stubGlobal('fetch', async ({ origin, pathname, search }: URL) => {
    if (origin !== SITE) throw new TypeError('fetch failed');
    const { statusCode, body } = await test.request(pathname + search);
    return new Response(body, { status: statusCode });
  });
});

describe('record verify', () => {
  it('verifies a file, a site and the database', async () => {
    const file = write('record.jsonl', await exportRecord(test));
    for (const source of [file, SITE]) {
      const lines = await verify(source, heads);
      expect(lines.slice(0, 2)).toEqual([
        'The record is valid.',
        '4 entries: 3 with their content, 1 sealed.',
      ]);
      expect(lines).toContain('Matches the saved copy: 1 hash compared.');
    }
    expect(await verify()).toContain(
      'The signals, their versions and their outcomes in the database match the record.',
    );
  });

  it('finds a changed byte of a file', async () => {
    const text = await exportRecord(test);
    const file = write('changed.jsonl', text.replace('"471.00"', '"471.01"'));
    await expect(verify(file)).rejects.toThrow('Line 1: The content of entry 1 is not what was committed to');
  });

  it('finds entries that a site has removed', async () => {
    await forceChange(
      test,
      'delete from ledger_payloads where sequence = 3; delete from ledger_entries where sequence = 3',
    );
    await expect(verify(SITE)).rejects.toThrow('Entry 3 is missing');
    await expect(verify()).rejects.toThrow('Entry 3 is missing');
    await forceChange(
      test,
      'delete from ledger_payloads where sequence = 4; delete from ledger_entries where sequence = 4',
    );
    await expect(verify(SITE)).rejects.toThrow('Entry 3 is missing: a head or a saved copy contains it');
  });

  it.each([
    ['a missing file', ['/none'], 'no such file'],
    ['a site that does not respond', ['https://none.test'], 'cannot be loaded'],
    ['a URL of another page', [`${SITE}/record`], 'Entry 3 is missing'],
  ])('explains %s', async (_, words, message) => {
    await expect(verify(...words)).rejects.toThrow(message);
  });
});
