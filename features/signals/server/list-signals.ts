import { addDays, getStartOfDate, toKarachiDate } from '#core/contract/dates.ts';
import type { Config } from '#core/server/config/config.ts';
import { addMilliseconds, DAY } from '#core/server/platform/clock.ts';
import type { Queryable } from '#core/server/platform/database.ts';
import type { Companies, TradingCalendar } from '#features/market/server/market.ts';
import type { GetLastCloses } from '#features/market/server/prices/prices.ts';
import type { SignalChoices, SignalFilters } from '#features/signals/contract/endpoints.ts';
import type { Signal } from '#features/signals/contract/signal.ts';
import { isActiveState, isInState } from '#features/signals/contract/signal-state.ts';
import type { SignalType } from '#features/signals/contract/signal-types.ts';
import { getExpiry, getTermEnds } from './expiry.ts';
import { getShownSector, presentSignal, readLevelHistories } from './present-signal.ts';
import { listPublicSignals, listPublicSymbols, type PublicSignalPeriod } from './public-signals.queries.ts';
import type { SignalWithProgress } from './signals.queries.ts';

/** How long a closed or expired signal is listed. */
const ENDED_VISIBLE_DAYS = 30;
const ENDED_VISIBLE_MS = ENDED_VISIBLE_DAYS * DAY;

interface PresentContext {
  analyst: Config['analyst'];
  calendar: TradingCalendar;
  companies: Companies;
  getLastCloses: GetLastCloses;
  now: Date;
  costUnits: number;
}

/**
 * Returns the signals of a type that match the filters, as traders see them. The caller must have access to the type. Calls
 * `changesAt` with the times at which the list changes without an edit.
 */
export async function listSignals(
  db: Queryable,
  filters: SignalFilters,
  { changesAt, ...context }: PresentContext & { changesAt: (time: Date | null) => void },
): Promise<Signal[]> {
  const { calendar, companies, now } = context;
  const period = getPeriod(filters.signal_type, calendar, now);
  const rows = await listPublicSignals(db, filters, period, companies);
  for (const row of rows) {
    // A signal that has ended changes once more: when it is hidden.
    const end = row.closedAt ?? getExpiry(row, calendar);
    changesAt(end && end <= now ? addMilliseconds(end, ENDED_VISIBLE_MS) : end);
  }
  const signals = await presentSignals(db, rows, context);
  // The exit of an override may be older than the period in which its signal is listed.
  const hidesAt = (time: Date) => changesAt(time > now ? time : null);
  for (const { state, call_status } of signals)
    if (call_status === 'in_progress' && !isActiveState(state) && state.as_of !== null)
      hidesAt(getStartOfDate(addDays(state.as_of, ENDED_VISIBLE_DAYS + 1)));
  return signals.filter(({ state }) => isInState(state, filters.state));
}

/** Presents signals as traders see them now. */
export async function presentSignals(
  db: Queryable,
  rows: readonly SignalWithProgress[],
  { analyst, getLastCloses, ...context }: PresentContext,
): Promise<Signal[]> {
  const getHistory = await readLevelHistories(db, rows);
  const lastCloses = await getLastCloses(rows.map(({ symbol }) => symbol));
  return rows.map((row) => presentSignal(row, analyst, { ...context, getHistory, lastCloses }));
}

/** Returns the sectors and symbols to filter the signals of a type by. The caller must have access to the type. */
export async function listChoices(
  db: Queryable,
  signalType: SignalType,
  { calendar, companies, now }: Pick<PresentContext, 'calendar' | 'companies' | 'now'>,
): Promise<SignalChoices> {
  const rows = await listPublicSymbols(db, signalType, getPeriod(signalType, calendar, now));
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
