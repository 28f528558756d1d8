import { toKarachiDate } from '#core/contract/dates.ts';
import { isOneOf } from '#core/server/platform/database/parameters.ts';
import type { Queryable } from '#core/server/platform/database.ts';
import { listSealedEntries } from '#features/ledger/server/ledger.ts';
import { SIGNAL_TYPES, type SignalType } from '#features/signals/contract/signal-types.ts';
import type { SealedPublications } from '#features/signals/contract/track-record/performance.ts';
import { signals } from '#features/signals/server/signals.tables.ts';
import { parseLedgerSubject } from '#features/signals/server/track-record/ledger/to-entry.ts';

interface SealedEntry {
  sequence: number;
  recordedAt: Date;
  /** `null`: there is no signal that the entry is about. */
  signalType: SignalType | null;
}

/** Returns sealed entries, of publications or of all kinds, each with the type of its signal, which may be deleted. */
async function listSealedEntriesWithType(
  db: Queryable,
  filter: Parameters<typeof listSealedEntries>[1],
): Promise<SealedEntry[]> {
  const entries = await listSealedEntries(db, filter);
  const ids = [...new Set(entries.flatMap(({ subject }) => parseLedgerSubject(subject) ?? []))].filter(
    isUuid,
  );
  const rows =
    ids.length === 0
      ? []
      : await db
          .select({ id: signals.id, signalType: signals.signalType })
          .from(signals)
          .where(isOneOf(signals.id, ids));
  const types = new Map(rows.map(({ id, signalType }) => [id, signalType]));
  return entries.map(({ sequence, recordedAt, subject }) => ({
    sequence,
    recordedAt,
    signalType: types.get(parseLedgerSubject(subject) ?? '') ?? null,
  }));
}

/** An attacker who writes entries with the triggers disabled can name anything. */
const isUuid = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);

/** Counts the sealed publications by month and type, the newest month first. */
export async function countSealedPublications(
  db: Queryable,
  before: Date,
): Promise<SealedPublications['months']> {
  const sealed = await listSealedEntriesWithType(db, { kind: 'signal.published', before });
  const months = Map.groupBy(sealed, ({ recordedAt }) => toKarachiDate(recordedAt).slice(0, 7));
  return [...months].toReversed().map(([month, entries]) => {
    const count = (type: SignalType | null) => entries.filter(({ signalType }) => signalType === type).length;
    return {
      month,
      total: entries.length,
      types: SIGNAL_TYPES.map((type) => ({ signal_type: type, count: count(type) })).filter(
        (each) => each.count > 0,
      ),
      without_signal: count(null),
    };
  });
}

/** Yields a sentence for each sealed entry that is about no signal: a decoy, whose content can be chosen later or is never released. */
export async function* findDecoys(db: Queryable): AsyncGenerator<string> {
  for (const { sequence, signalType } of await listSealedEntriesWithType(db, {}))
    if (signalType === null) yield `Entry ${sequence} is sealed, but it is about no signal in the database.`;
}
