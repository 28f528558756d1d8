import { isDeepStrictEqual } from 'node:util';
import type { Queryable } from '#core/server/platform/database.ts';
import { hasContent, listReferences, readPayloads } from '#features/ledger/server/ledger.ts';
import { completeVersions, presentAdminSignal } from '#features/signals/server/present-signal.ts';
import { listVersionsOf, type SignalRow, type VersionRow } from '#features/signals/server/signals.queries.ts';
import {
  getVersionReference,
  toVersionEntry,
  VERSION_PREFIX,
} from '#features/signals/server/track-record/ledger/to-entry.ts';
import { findDecoys } from './sealed-publications.ts';
import { listExistingReferences, listSignalsAfter } from './stored-signals.queries.ts';

const BATCH_SIGNALS = 200;
const BATCH_REFERENCES = 1_000;

/**
 * Compares every signal and its versions with the ledger and yields a sentence for each contradiction, such as a version that was
 * changed or deleted in the database, or a sealed entry without a signal.
 */
export async function* compareWithLedger(db: Queryable): AsyncGenerator<string> {
  for (let after: string | null = null; ; ) {
    const rows: SignalRow[] = await listSignalsAfter(db, after, BATCH_SIGNALS);
    const last = rows.at(-1);
    if (!last) break;
    const versions = await listVersionsOf(
      db,
      rows.map(({ id }) => id),
    );
    const payloads = await readPayloads(db, versions.map(getVersionReference));
    const bySignal = Map.groupBy(versions, ({ signalId }) => signalId);
    for (const version of versions) {
      const stored = payloads.get(getVersionReference(version));
      const name = `Version ${version.version} of signal ${version.signalId}`;
      if (stored === undefined) yield `${name} is not in the ledger.`;
      else if (!hasContent(stored, toVersionEntry(version)))
        yield `${name} differs from its entry in the ledger.`;
    }
    for (const row of rows) yield* compareSignal(row, bySignal.get(row.id) ?? []);
    after = last.id;
  }
  yield* findDeletedVersions(db);
  yield* findDecoys(db);
}

/**
 * Compares the current state of a signal with its last version. A field that this version lacks is that of the last one that has it:
 * a server of an earlier release keeps what it does not know. A field that no version has is `null`.
 */
function* compareSignal(row: SignalRow, versions: readonly VersionRow[]): Generator<string> {
  const last = versions.at(-1);
  if (!last || last.version !== row.version) {
    yield `Signal ${row.id} is at version ${row.version}, but its history ends at version ${last?.version ?? 0}.`;
    return;
  }
  const current: Record<string, unknown> = { ...presentAdminSignal(row) };
  const recorded: Record<string, unknown> = { ...completeVersions(versions).at(-1)?.signal };
  const isSame = [...new Set([...Object.keys(recorded), ...Object.keys(current)])].every((key) =>
    isDeepStrictEqual(current[key], recorded[key] ?? null),
  );
  if (!isSame || (row.deletedAt !== null) !== (last.action === 'deleted')) {
    yield `Signal ${row.id} differs from its last version.`;
  }
}

async function* findDeletedVersions(db: Queryable): AsyncGenerator<string> {
  for (let after = 0; ; ) {
    const rows = await listReferences(db, { after, limit: BATCH_REFERENCES });
    const last = rows.at(-1);
    if (!last) return;
    const references = rows
      .map(({ reference }) => reference)
      .filter((each) => each.startsWith(VERSION_PREFIX));
    const existing = new Set(await listExistingReferences(db, references, VERSION_PREFIX));
    for (const reference of references) {
      const [id, version] = reference.slice(VERSION_PREFIX.length).split(':');
      if (!existing.has(reference)) {
        yield `Version ${version} of signal ${id} is in the ledger, but was deleted from the history.`;
      }
    }
    after = last.sequence;
  }
}
