import { execFileSync } from 'node:child_process';
import nodeCrypto from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRecord } from '#tests/support/ledger/record-writer.ts';
import {
  type Cryptography,
  canonicalize,
  createNodeCryptography,
  describeReport,
  type RecordHead,
  readSavedCopy,
  verifyBytes,
  webCryptography,
} from './verify-record.mjs';

const cryptography = createNodeCryptography(nodeCrypto);
const SCRIPT = fileURLToPath(new URL('./verify-record.mjs', import.meta.url));
const dir = mkdtempSync(join(tmpdir(), 'tezi-test-record-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const record = createRecord();
let yesterday: Buffer;
let small: Buffer;
beforeAll(() => {
  record.announceKey();
  record.add({ symbol: 'LUCK', note: 'سیمنٹ 🐂', levels: ['471.00', null, 1.5] });
  record.add({ symbol: 'HBL' }, { isSealed: true });
  record.sign();
  yesterday = record.toBytes();
  record.announceKey();
  record.add({ symbol: 'OGDC' }, { kind: 'signal.changed' });
  record.sign();
  record.add({ symbol: 'PSO' });
  small = record.toBytes();
});

const verify = (bytes: Buffer) => verifyBytes([bytes], { cryptography });

function flip(bytes: Buffer, index: number, bit: number): Buffer {
  const changed = Buffer.from(bytes);
  changed[index] = (changed[index] ?? 0) ^ (1 << bit);
  return changed;
}

describe('a record', () => {
  it.each([
    ['node:crypto', cryptography],
    ['Web Crypto', webCryptography],
  ])('a record is valid with %s', async (_, given) => {
    const report = await verifyBytes([small], { cryptography: given });
    expect(report).toMatchObject({ isValid: true, entries: 6, revealed: 5, sealed: 1, heads: 2 });
    expect(report.lastHead).toEqual(record.heads[1]);
    expect(report.keys.map(({ sequence }) => sequence)).toEqual([1, 4]);
    expect(describeReport(report)).toContain('Not signed yet: 1 newer entry.');
    expect(describeReport(report)).toContain(
      '3 contents are in format 1, and 0 results are by rules before version 3: the newer checks do not apply to them.',
    );
  });

  it('a report counts the results by earlier rules, of which less is verified', async () => {
    const at = '2025-11-24T05:00:00.000Z';
    const entry = { is_open: true, subject: 'signal:A', version: 2 };
    const signal = { id: 'A', signal_type: 'intraday', created_at: at, stop_loss: '448.00' };
    const verify = async (evaluator_version: number) => {
      const written = createRecord();
      written.add({ entry, action: 'added', changed_at: at, signal });
      const outcome = { evaluated_at: at, evaluator_version, state: 'pending', ended_on: null };
      written.add({ entry, signal_id: 'A', outcome }, { kind: 'outcome.evaluated' });
      return describeReport(await verifyBytes([written.toBytes()], { cryptography })).at(-1);
    };
    expect(await verify(2)).toBe(
      '0 contents are in format 1, and 1 result is by rules before version 3: the newer checks do not apply to them.',
    );
    expect(await verify(3)).toContain('by version 3 of the rules');
  });

  it('a record is valid in pieces of any size', async () => {
    for (const size of [1, 7, 100]) {
      const pieces = Array.from({ length: Math.ceil(small.length / size) }, (_, index) =>
        small.subarray(index * size, (index + 1) * size),
      );
      expect(await verifyBytes(pieces, { cryptography })).toMatchObject({ isValid: true, entries: 6 });
    }
  });

  it('a record is found invalid with any single bit of any byte changed', async () => {
    const missed: number[] = [];
    // Most changes leave the signatures in front of them as they are, and verifying one takes longest.
    const results = new Map<string, boolean>();
    const remembering: Cryptography = {
      ...cryptography,
      async verifySignature(signed) {
        const input = JSON.stringify(signed);
        const result = results.get(input) ?? (await cryptography.verifySignature(signed));
        results.set(input, result);
        return result;
      },
    };
    for (let index = 0; index < small.length; index += 1) {
      for (let bit = 0; bit < 8; bit += 1) {
        if ((await verifyBytes([flip(small, index, bit)], { cryptography: remembering })).isValid)
          missed.push(index);
      }
    }
    expect(missed).toEqual([]);
  }, 600_000);

  it('a record is found invalid with random bytes of a large record replaced', async () => {
    const large = createRecord();
    large.announceKey();
    for (let count = 0; count < 2_000; count += 1) large.add({ count }, { isSealed: count % 3 === 0 });
    large.sign();
    const bytes = large.toBytes();
    expect((await verify(bytes)).isValid).toBe(true);
    for (let round = 0; round < 40; round += 1) {
      const index = nodeCrypto.randomInt(bytes.length);
      const changed = Buffer.from(bytes);
      changed[index] = ((changed[index] ?? 0) + nodeCrypto.randomInt(1, 256)) % 256;
      expect((await verify(changed)).isValid, `byte ${index}`).toBe(false);
    }
  }, 120_000);

  const edits: [string, (lines: string[]) => string[], string][] = [
    ['a removed entry', (lines) => lines.toSpliced(1, 1), 'Entry 2 is missing'],
    ['a repeated entry', (lines) => lines.toSpliced(1, 0, lines[1] ?? ''), 'Entry 3 is missing'],
    ['a removed key', (lines) => lines.slice(1), 'Entry 1 is missing'],
    ['an empty line', (lines) => lines.toSpliced(1, 0, ''), 'not JSON'],
    ['spaces', (lines) => [` ${lines[0]}`, ...lines.slice(1)], 'canonical form'],
    [
      'an unknown member',
      (lines) => [String(lines[0]).replace('{', '{"a":1,')],
      'neither an entry nor a head',
    ],
    ['a web page', () => ['<!doctype html>'], 'not JSON'],
    ['deeply nested content', () => [`${'['.repeat(200_000)}${']'.repeat(200_000)}`], 'not an entry'],
    [
      'a signature by another key',
      (lines) =>
        lines.map((line) =>
          line.replace(`"key":"${record.heads[1]?.key}"`, `"key":"${record.heads[0]?.key}"`),
        ),
      'does not announce',
    ],
  ];
  it.each(edits)('a record is found invalid with %s', async (_, edit, message) => {
    const lines = small.toString().trimEnd().split('\n');
    const report = await verify(Buffer.from(`${edit(lines).join('\n')}\n`));
    expect(report.problem?.message).toContain(message);
  });
});

/** Returns the receipt of an entry, as the page of its signal has it. */
function toReceipt(line: string | undefined, head: RecordHead | null = record.heads[0] ?? null) {
  const { type: _, ...entry } = JSON.parse(line ?? '');
  return { entry, head };
}

describe('a saved copy', () => {
  it.each([
    ["yesterday's heads", 1, () => Buffer.from(JSON.stringify({ heads: record.heads.slice(0, 1) }))],
    ["yesterday's record", 4, () => yesterday],
    ['a receipt', 2, () => Buffer.from(JSON.stringify(toReceipt(record.lines[1])))],
    ['a receipt without a head', 1, () => Buffer.from(JSON.stringify(toReceipt(record.lines[1], null)))],
  ])("accepts a saved copy of %s as part of today's record", async (_, compared, read) => {
    const { saved, problem } = await readSavedCopy(read(), { cryptography });
    expect(problem).toBeNull();
    expect(await verifyBytes([small], { cryptography, saved })).toMatchObject({ isValid: true, compared });
  });

  it('finds a record that was rewritten completely', async () => {
    const rewritten = createRecord();
    rewritten.announceKey();
    for (let count = 0; count < 6; count += 1) rewritten.add({ count });
    rewritten.sign();
    const { saved } = await readSavedCopy(yesterday, { cryptography });
    const report = await verifyBytes([rewritten.toBytes()], { cryptography, saved });
    expect(report.problem?.message).toContain('the record was rewritten');
  });

  it('finds a head that was removed from the record', async () => {
    const { saved } = await readSavedCopy(small, { cryptography });
    for (const head of record.heads) {
      const lines = record.lines.filter((line) => !line.includes(head.signature));
      const bytes = Buffer.from(`${lines.join('\n')}\n`);
      expect((await verify(bytes)).isValid).toBe(true);
      const report = await verifyBytes([bytes], { cryptography, saved });
      expect(report.problem?.message).toContain('is in the saved copy, but was removed');
    }
  });

  it('finds public content that was sealed again', async () => {
    const { saved } = await readSavedCopy(small, { cryptography });
    const lines = record.lines.map((line, index) => {
      const { payload: _, salt: __, ...sealed } = JSON.parse(line);
      return index === 1 ? canonicalize(sealed) : line;
    });
    const bytes = Buffer.from(`${lines.join('\n')}\n`);
    expect((await verify(bytes)).isValid).toBe(true);
    const report = await verifyBytes([bytes], { cryptography, saved });
    expect(report.problem?.message).toContain('was sealed again');
  });

  it('finds a record that was cut off', async () => {
    const { saved } = await readSavedCopy(small, { cryptography });
    const report = await verifyBytes([yesterday], { cryptography, saved });
    expect(report.problem?.message).toContain('Entry 4 is missing');
  });

  it.each([
    ['changed heads', () => Buffer.from(JSON.stringify({ heads: [{ ...record.heads[0], sequence: 2 }] }))],
    ['a changed record', () => flip(yesterday, 100, 0)],
    ['an empty file', () => Buffer.alloc(0)],
    [
      'a receipt with other content',
      () => Buffer.from(JSON.stringify(toReceipt(record.lines[1]?.replace('LUCK', 'LUCQ')))),
    ],
    [
      'a receipt with a head without a valid signature',
      () =>
        Buffer.from(
          JSON.stringify(
            toReceipt(record.lines[1], { ...(record.heads[0] as RecordHead), signature: '0'.repeat(128) }),
          ),
        ),
    ],
    ['a receipt without a commitment', () => Buffer.from('{"entry":{"hash":"x"},"head":null}')],
  ])('rejects a saved copy of %s', async (_, read) => {
    expect((await readSavedCopy(read(), { cryptography })).problem).not.toBeNull();
  });
});

describe('the script', () => {
  const run = (...args: string[]) => {
    try {
      return { code: 0, output: execFileSync(process.execPath, [SCRIPT, ...args], { encoding: 'utf8' }) };
    } catch (error) {
      const { status, stdout, stderr } = error as { status: number; stdout: string; stderr: string };
      return { code: status, output: stdout + stderr };
    }
  };
  const write = (name: string, bytes: Buffer | string) => {
    const path = join(dir, name);
    writeFileSync(path, bytes);
    return path;
  };

  it('verifies a file and compares it with saved heads', () => {
    const heads = write('heads.json', JSON.stringify({ heads: record.heads }));
    const { code, output } = run(write('record.jsonl', small), heads);
    expect(output).toContain('The record is valid.\n6 entries: 5 with their content, 1 sealed.');
    expect(output).toContain('Matches the saved copy: 2 hashes compared.');
    expect(code).toBe(0);
  });

  it('finds a changed byte', () => {
    const { code, output } = run(write('changed.jsonl', flip(small, small.indexOf('LUCK'), 0)));
    expect(output).toContain('NOT valid');
    expect(code).toBe(1);
  });

  it.each([
    ['no argument', [], 'Usage:'],
    ['a missing file', ['/none'], 'no such file'],
  ])('explains %s', (_, args, message) => {
    expect(run(...args)).toMatchObject({ code: 2, output: expect.stringContaining(message) });
  });
});
