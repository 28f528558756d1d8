import { addDays, getStartOfDate, toKarachiDate } from '#contract/dates.ts';
import type { SignalChoices, SignalFilters } from '#contract/signals/endpoints.ts';
import type { Signal } from '#contract/signals/signal.ts';
import { isActiveState, isInState } from '#contract/signals/signal-state.ts';
import type { SignalType } from '#contract/signals/signal-types.ts';
import type { Config } from '#server/config/config.ts';
import type { Companies, TradingCalendar } from '#server/domains/market/market.ts';
import type { GetLastCloses } from '#server/domains/prices/prices.ts';
import { addMilliseconds, DAY } from '#server/platform/clock.ts';
import type { Queryable } from '#server/platform/database.ts';
import { getExpiry, getTermEnds } from './expiry.ts';
import { getShownSector, presentSignal, readLevelHistories } from './present-signal.ts';
import { listPublicSignals, listPublicSymbols, type PublicSignalPeriod } from './public-signals.queries.ts';
import type { SignalProgress } from './signal-state.ts';
import type { SelectProgress } from './signals.queries.ts';

/** How long a closed or expired signal is listed. */
const ENDED_VISIBLE_DAYS = 30;
const ENDED_VISIBLE_MS = ENDED_VISIBLE_DAYS * DAY;
const LIST_LIMIT = 200;

/** What the signals domain reads from the track record, which depends on it. */
export interface ProgressReader extends SelectProgress {
  /** Reads the progress of those of the signals that have been evaluated or decided. */
  readProgress: (db: Queryable, signalIds: readonly string[]) => Promise<ReadonlyMap<string, SignalProgress>>;
}

interface ListContext {
  analyst: Config['analyst'];
  calendar: TradingCalendar;
  companies: Companies;
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
    companies,
    getLastCloses,
    progress: { readProgress, ...select },
    now,
    changesAt,
  }: ListContext & {
    getLastCloses: GetLastCloses;
    progress: ProgressReader;
    changesAt: (time: Date | null) => void;
  },
): Promise<Signal[]> {
  const rows = await listPublicSignals(db, filters, getPeriod(filters.signal_type, calendar, now), {
    select,
    companies,
    limit: LIST_LIMIT,
  });
  for (const row of rows) {
    // A signal that has ended changes once more: when it is hidden.
    const end = row.closedAt ?? getExpiry(row, calendar);
    changesAt(end && end <= now ? addMilliseconds(end, ENDED_VISIBLE_MS) : end);
  }
  const getHistory = await readLevelHistories(db, rows);
  const lastCloses = await getLastCloses(rows.map(({ symbol }) => symbol));
  const progress = await readProgress(
    db,
    rows.map(({ id }) => id),
  );
  const context = { getHistory, lastCloses, progress, calendar, companies, now };
  const signals = rows.map((row) => presentSignal(row, analyst, context));
  // The exit of an override may be older than the period in which its signal is listed.
  const hidesAt = (time: Date) => changesAt(time > now ? time : null);
  for (const { state, call_status } of signals)
    if (call_status === 'in_progress' && !isActiveState(state) && state.as_of !== null)
      hidesAt(getStartOfDate(addDays(state.as_of, ENDED_VISIBLE_DAYS + 1)));
  return signals.filter(({ state }) => isInState(state, filters.state));
}

/** Returns the sectors and symbols to filter the signals of a type by. The caller must have access to the type. */
export async function listChoices(
  db: Queryable,
  signalType: SignalType,
  { calendar, companies, now, select }: Omit<ListContext, 'analyst'> & { select: SelectProgress },
): Promise<SignalChoices> {
  const rows = await listPublicSymbols(db, signalType, getPeriod(signalType, calendar, now), select);
  const sectors = rows.map((row) => getShownSector(row, companies)).filter((sector) => sector !== null);
  return { sectors: sortUnique(sectors), symbols: sortUnique(rows.map(({ symbol }) => symbol)) };
}

const sortUnique = (names: string[]) => [...new Set(names)].sort((a, b) => a.localeCompare(b, 'en'));

function getPeriod(type: SignalType, calendar: TradingCalendar, now: Date): PublicSignalPeriod {
  const closedAfter = addMilliseconds(now, -ENDED_VISIBLE_MS);
  return {
    closedAfter,
    termEnds: getTermEnds(calendar, now)[type],
    publishedFrom: getTermEnds(calendar, closedAfter)[type].limit,
    endVisibleFrom: toKarachiDate(closedAfter),
  };
}
