import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { LocalDate } from '#core/contract/dates.ts';
import type { Transaction } from '#core/server/platform/database.ts';
import { canonicalize } from '#features/ledger/contract/verify-record.mjs';
import { appendEntries, type NewEntry } from '#features/ledger/server/ledger.ts';
import type { TradingCalendar } from '#features/market/server/market.ts';
import type { ChangeTransaction } from '#features/signals/server/changes/signal-changes.ts';
import type {
  EvaluatedAdjustment,
  EvaluatedBar,
} from '#features/signals/server/track-record/evaluation/evaluation.ts';
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

interface Inputs {
  from: LocalDate;
  until: LocalDate;
  bars: readonly EvaluatedBar[];
  adjustments: readonly EvaluatedAdjustment[];
  calendar: TradingCalendar;
}

/** Returns the SHA-256 of the prices, adjustments, holidays and trading hours of some dates, in canonical form. */
export function digestInputs({ from, until, bars, adjustments, calendar }: Inputs): string {
  const isUsed = (date: LocalDate) => from <= date && date <= until;
  const inputs = {
    from,
    until,
    bars: bars
      .filter(({ date }) => isUsed(date))
      .map(({ date, open, high, low, close, previousClose, volume, intraday = [] }) => [
        ...[date, open, high, low, close, previousClose, volume],
        intraday.map((bar) => [bar.at, bar.open, bar.high, bar.low, bar.close]),
      ]),
    adjustments: adjustments
      .filter(({ exDate }) => isUsed(exDate))
      .map(({ exDate, factor, dividend = null }) => [exDate, factor, dividend])
      .sort(),
    holidays: [...calendar.holidays.exchange].filter(isUsed).sort(),
    // Clipped, because a schedule that ends or begins on another date does not concern these.
    schedules: calendar.schedules
      .map(({ valid_from, valid_to, monday_to_thursday, friday }) => ({
        valid_from: valid_from < from ? from : valid_from,
        valid_to: valid_to === null || valid_to > until ? until : valid_to,
        monday_to_thursday: monday_to_thursday.map(({ opens, closes }) => [opens, closes]),
        friday: friday.map(({ opens, closes }) => [opens, closes]),
      }))
      .filter(({ valid_from, valid_to }) => valid_from <= valid_to),
  };
  return createHash('sha256').update(canonicalize(inputs)).digest('hex');
}
