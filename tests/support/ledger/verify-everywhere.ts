import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll } from 'vitest';
import {
  readSavedCopy,
  verifyBytes,
  verifyWithNode,
  webCryptography,
} from '#features/ledger/contract/verify-record.mjs';

const SCRIPT = fileURLToPath(import.meta.resolve('#features/ledger/contract/verify-record.mjs'));

/** Returns a function that verifies a record, optionally against a copy, and returns what the page, the command and the script say. */
export function useVerifyEverywhere() {
  const dir = mkdtempSync(join(tmpdir(), 'tezi-test-records-'));
  afterAll(() => rmSync(dir, { recursive: true, force: true }));
  const save = (name: string, bytes: Buffer | string) => {
    writeFileSync(join(dir, name), bytes);
    return join(dir, name);
  };
  return async (bytes: Buffer, copy?: string): Promise<[page: string, command: string, script: string]> => {
    const file = save('record.jsonl', bytes);
    const files = copy === undefined ? [file] : [file, save('copy.json', copy)];
    const { saved } = copy ? await readSavedCopy(Buffer.from(copy)) : { saved: [] };
    const page = await verifyBytes([bytes], { cryptography: webCryptography, saved });
    const command = await verifyWithNode(file, files[1]);
    let script: string;
    try {
      script = execFileSync(process.execPath, [SCRIPT, ...files], { encoding: 'utf8' });
    } catch (error) {
      script = (error as { stdout: string }).stdout;
    }
    return [page.problem?.message ?? '', command.problem?.message ?? '', script];
  };
}
