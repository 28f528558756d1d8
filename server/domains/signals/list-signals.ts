import type { SignalChoices, SignalFilters } from '#contract/signals/endpoints.ts';
import type { Signal } from '#contract/signals/signal.ts';
import type { SignalType } from '#contract/signals/signal-types.ts';
import type { Config } from '#server/config/config.ts';
import type { TradingCalendar } from '#server/domains/market/market.ts';
import type { GetLastCloses } from '#server/domains/prices/prices.ts';
import { addMilliseconds, DAY } from '#server/platform/clock.ts';
import type { Queryable } from '#server/platform/database.ts';
import { getExpiredBefore, getExpiry } from './expiry.ts';
import { getShownSector, presentSignal, readLevelHistories, type ShownOutcomes } from './present-signal.ts';
import { listPublicSignals, listPublicSymbols, type PublicSignalPeriod } from './public-signals.queries.ts';

/** How long a closed or expired signal is listed. */
const ENDED_VISIBLE_MS = 30 * DAY;
const LIST_LIMIT = 200;

/** Reads the outcomes of those of the signals that have any. */
export type ReadOutcomes = (db: Queryable, signalIds: readonly string[]) => Promise<ShownOutcomes>;

interface ListContext {
  analyst: Config['analyst'];
  calendar: TradingCalendar;
  now: Date;
}

/**
 * Returns the signals of a type that match the filters, as traders see them. The caller must have access to the type. Calls
 * `changesAt` with the times at which the list changes without an edit.
 */
export async function listSignals(
  db: Queryable,
  filters: SignalFilters,
  {
    analyst,
    calendar,
    getLastCloses,
    readOutcomes,
    now,
    changesAt,
  }: ListContext & {
    getLastCloses: GetLastCloses;
    readOutcomes: ReadOutcomes;
    changesAt: (time: Date | null) => void;
  },
): Promise<Signal[]> {
  const rows = await listPublicSignals(db, filters, getPeriod(now, calendar), LIST_LIMIT);
  for (const row of rows) {
    // A signal that has ended changes once more: when it is hidden.
    const end = row.closedAt ?? getExpiry(row, calendar);
    changesAt(end && end <= now ? addMilliseconds(end, ENDED_VISIBLE_MS) : end);
  }
  const getHistory = await readLevelHistories(db, rows);
  const lastCloses = await getLastCloses(rows.map(({ symbol }) => symbol));
  const outcomes = await readOutcomes(
    db,
    rows.map(({ id }) => id),
  );
  const context = { getHistory, lastCloses, outcomes, calendar, now };
  return rows.map((row) => presentSignal(row, analyst, context));
}

/** Returns the sectors and symbols to filter the signals of a type by. The caller must have access to the type. */
export async function listChoices(
  db: Queryable,
  signalType: SignalType,
  { calendar, now }: Omit<ListContext, 'analyst'>,
): Promise<SignalChoices> {
  const rows = await listPublicSymbols(db, signalType, getPeriod(now, calendar));
  const sectors = rows.map(getShownSector).filter((sector) => sector !== null);
  return { sectors: sortUnique(sectors), symbols: sortUnique(rows.map(({ symbol }) => symbol)) };
}

const sortUnique = (names: string[]) => [...new Set(names)].sort((a, b) => a.localeCompare(b, 'en'));

function getPeriod(now: Date, calendar: TradingCalendar): PublicSignalPeriod {
  const closedAfter = addMilliseconds(now, -ENDED_VISIBLE_MS);
  return {
    closedAfter,
    expiredBefore: getExpiredBefore(now, calendar),
    expiryVisibleFrom: getExpiredBefore(closedAfter, calendar),
  };
}
