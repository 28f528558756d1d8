import nodeCrypto from 'node:crypto';
import { recordFiles } from '#core/contract/paths.ts';
import {
  createNodeCryptography,
  FIRST_PREVIOUS,
  getCommitmentText,
  getHashText,
  type RecordReport,
  verifyBytes,
} from '#features/ledger/contract/verify-record.mjs';
import type { TestApp } from '#tests/support/test-app.ts';

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
  verifyBytes([Buffer.from(text)], {
    cryptography: createNodeCryptography(nodeCrypto),
    // Clocks of tests do not follow that of the machine.
    now: Date.UTC(2100, 0),
  });

/**
 * Writes the whole chain again with changed contents, without the heads, as an attacker who has the database can. Salts and times
 * stay.
 */
export async function rewriteChain(test: TestApp, change: (payload: string) => string): Promise<void> {
  const { rows } = await test.database.pool.query(
    'select * from ledger_entries natural join ledger_payloads order by sequence',
  );
  let previous = FIRST_PREVIOUS;
  for (const row of rows) {
    const payload = change(row.payload);
    const commitment = sha256(getCommitmentText({ payload: JSON.parse(payload), salt: row.salt }));
    const time = row.recorded_at.toISOString();
    const sequence = Number(row.sequence);
    const hash = sha256(getHashText({ commitment, kind: row.kind, previous, sequence, time }));
    Object.assign(row, { payload, commitment, previous, hash });
    previous = hash;
  }
  const json = JSON.stringify(rows).replaceAll("'", "''");
  const write = (table: string) =>
    `delete from ${table}; insert into ${table} select * from jsonb_populate_recordset(null::${table}, '${json}')`;
  await forceChange(
    test,
    `delete from ledger_heads; ${['ledger_entries', 'ledger_payloads'].map(write).join('; ')}`,
  );
}

const sha256 = (text: string) => nodeCrypto.createHash('sha256').update(text).digest('hex');

/** Runs SQL as a superuser who has disabled the triggers. */
export async function forceChange({ database }: TestApp, statement: string): Promise<void> {
  await database.pool.query(`
    begin; set local session_replication_role = replica; set local statement_timeout = 0; ${statement}; commit
  `);
}
