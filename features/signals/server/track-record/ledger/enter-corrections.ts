import { sql } from 'drizzle-orm';
import type { LocalDate } from '#core/contract/dates.ts';
import type { Transaction } from '#core/server/platform/database.ts';
import { appendEntries, type NewEntry } from '#features/ledger/server/ledger.ts';
import type { ChangeTransaction } from '#features/signals/server/changes/signal-changes.ts';
import { inputCorrections } from '#features/signals/server/track-record/track-record.tables.ts';

/** The start of the references of corrections. */
const CORRECTION_PREFIX = 'input-correction:';
/** An entry is one line of the record, which has a limit. */
const MAX_CORRECTIONS = 5_000;

type Correction = { id: number; symbol: string | null; from: LocalDate | null; until: LocalDate };

/**
 * Enters the recorded corrections of prices, adjustments and the calendar in the ledger. They are public and do not depend on which
 * signals used the data, so they hint at no sealed signal. Call it at the end of the transaction, as `appendEntries`.
 */
export async function enterCorrections(
  { tx, announce, signingKey }: Pick<ChangeTransaction, 'tx' | 'announce' | 'signingKey'>,
  now: Date,
): Promise<void> {
  const corrections = await takeCorrections(tx);
  const entries: NewEntry[] = [];
  for (let start = 0; start < corrections.length; start += MAX_CORRECTIONS) {
    const batch = corrections.slice(start, start + MAX_CORRECTIONS);
    const reference = `${CORRECTION_PREFIX}${batch[0]?.id}:${start}`;
    const dates = batch.map(({ symbol, from, until }) => ({ symbol, from, until }));
    const payload = { entered_at: now.toISOString(), corrections: dates };
    entries.push({
      kind: 'inputs.corrected',
      reference,
      subject: reference,
      payload,
      isOpen: true,
      recordedAt: now,
    });
  }
  if (entries.length === 0) return;
  await appendEntries(tx, entries, signingKey);
  announce('ledger');
}

/** Deletes the recorded corrections and returns them, by symbol, with those of adjacent dates as one. */
async function takeCorrections(tx: Transaction): Promise<Correction[]> {
  const { rows } = await tx.execute<Correction>(sql`
    with taken as (delete from ${inputCorrections} returning *),
      ranges as (
        select min(id)::integer as id, symbol, range_agg(daterange(from_date, until_date, '[]')) as dates
        from taken group by symbol
      )
    select id, symbol, lower(range)::text as "from", (upper(range) - 1)::text as until
    from ranges cross join unnest(dates) range order by symbol nulls first, range`);
  return rows;
}
