import nodeCrypto from 'node:crypto';
import { recordFiles } from '#contract/paths.ts';
import { createNodeCryptography, type RecordReport, verifyBytes } from '#contract/record/verify-record.mjs';
import type { TestApp } from './test-app.ts';

/** Returns the exported record as visitors get it, or a part of it. */
export async function exportRecord(test: TestApp, query = ''): Promise<string> {
  return (await test.request(recordFiles.entries + query)).body;
}

/** Returns the entries of the exported record. */
// biome-ignore lint/suspicious/noExplicitAny: tests assert the content of entries
export async function listEntries(test: TestApp): Promise<any[]> {
  const lines = (await exportRecord(test)).split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line)).filter(({ type }) => type === 'entry');
}

export const verifyText = (text: string): Promise<RecordReport> =>
  verifyBytes([Buffer.from(text)], { cryptography: createNodeCryptography(nodeCrypto) });

/** Runs SQL as a superuser who has disabled the triggers. */
export async function forceChange({ database }: TestApp, statement: string): Promise<void> {
  await database.pool.query(`
    begin; set local session_replication_role = replica; ${statement}; commit
  `);
}
