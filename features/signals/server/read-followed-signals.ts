import { and, asc, eq, gte, isNull, min } from 'drizzle-orm';
import type { LocalDate } from '#core/contract/dates.ts';
import type { Config } from '#core/server/config/config.ts';
import type { Caller } from '#core/server/http/caller.ts';
import { isOneOf } from '#core/server/platform/database/parameters.ts';
import type { Queryable } from '#core/server/platform/database.ts';
import type { TradingCalendar } from '#features/market/server/market.ts';
import { SIGNAL_TYPES } from '#features/signals/contract/signal-types.ts';
import { getSignalAccess, readCustomerAccess } from './signal-access.ts';
import { signals } from './signals.tables.ts';
import { listFreeVoids } from './track-record/decisions/free-voids.ts';
import { createReleaseCheck } from './track-record/performance/release.ts';
import { listMarks, listResultsById } from './track-record/performance/results.queries.ts';
import { type SignalResult, toSignalResult } from './track-record/performance/signal-result.ts';
import { UNITS_PER_R } from './track-record/statistics/calculate-statistics.ts';
import { readReleasedUntil } from './track-record/terms/terms.queries.ts';

/** The result of a buy signal, as the record has it. */
export interface FollowedResult {
  /** The distance from the published entry price to the stop loss, in paisa. */
  risk: number;
  /** `null` while the entry was not filled, and if it never was. */
  result: {
    filledOn: LocalDate;
    /** In paisa. */
    fillPrice: number;
    /** `null` while the signal is open. */
    endedOn: LocalDate | null;
    /** Before costs, in R; of an open signal at the last close. */
    r: number;
    /** The costs that the record assumes for a share, in paisa. */
    costs: number;
  } | null;
}

interface FollowedContext {
  config: Pick<Config, 'analyst' | 'costUnits' | 'premiumPublicAfterDays'>;
  calendar: TradingCalendar;
  now: Date;
}

/**
 * Returns the results of those of the signals that are public or that the caller may read, and the number of the buy signals of the caller's
 * types since the first of them; `null` without one.
 */
export async function readFollowedSignals(
  db: Queryable,
  caller: Caller,
  ids: readonly string[],
  { config, calendar, now }: FollowedContext,
): Promise<{ results: Map<string, FollowedResult>; published: number | null }> {
  const access = await readCustomerAccess(db, caller, now);
  const types = SIGNAL_TYPES.filter((type) => getSignalAccess(caller, type, access).kind === 'granted');
  const published = await countPublished(db, ids, types);
  const rows = await listResultsById(db, ids);
  const isPublic = createReleaseCheck({
    now,
    releaseDays: config.premiumPublicAfterDays,
    releasedUntil: await readReleasedUntil(db),
  });
  const found = rows
    .map((row) => ({ risk: Number(row.risk), signal: toSignalResult(row, config) }))
    .filter(({ signal }) => (types.includes(signal.signalType) && !signal.isDeleted) || isPublic(signal));
  const voids = found.flatMap(({ signal: { id, symbol, publishedAtMs, decision } }) =>
    decision?.kind === 'void' ? [{ ...decision, id, symbol, publishedAtMs }] : [],
  );
  const free = await listFreeVoids(db, voids, calendar);
  const marks = await listMarks(db, ids);
  return {
    results: new Map(
      found.flatMap(({ risk, signal }) =>
        signal.side === 'buy' && risk > 0
          ? [
              [
                signal.id,
                { risk, result: free.has(signal.id) ? null : toResult(signal, risk, marks) },
              ] as const,
            ]
          : [],
      ),
    ),
    published,
  };
}

function toResult(
  { id, counted }: SignalResult,
  risk: number,
  marks: ReadonlyMap<string, string>,
): FollowedResult['result'] {
  const { state, fillDate: filledOn, fillPrice, endedOn, costInR } = counted;
  if (filledOn === null || fillPrice === null || (state !== 'open' && state !== 'closed')) return null;
  const mark = marks.get(id);
  const isOpen = state === 'open';
  if (isOpen && mark === undefined) return null;
  const r = isOpen ? Number(mark) : (counted.r ?? 0) / UNITS_PER_R;
  const costs = (costInR / UNITS_PER_R) * risk;
  return { filledOn, fillPrice, endedOn: isOpen ? null : endedOn, r, costs };
}

/** Returns the ID of the last published buy signal about each of the companies that has one. */
export async function listPublishedSignals(
  db: Queryable,
  symbols: readonly string[],
): Promise<Map<string, string>> {
  const { id, symbol, createdAt, orderType, deletedAt } = signals;
  const rows = await db
    .select({ id, symbol })
    .from(signals)
    .where(and(isOneOf(symbol, symbols), eq(orderType, 'buy'), isNull(deletedAt)))
    .orderBy(asc(createdAt));
  return new Map(rows.map((row) => [row.symbol, row.id]));
}

async function countPublished(
  db: Queryable,
  ids: readonly string[],
  types: readonly string[],
): Promise<number | null> {
  const { id, createdAt, orderType, deletedAt, signalType } = signals;
  const [first] = await db
    .select({ at: min(createdAt) })
    .from(signals)
    .where(isOneOf(id, ids));
  if (!first?.at) return null;
  const isReadable = and(isOneOf(signalType, types), eq(orderType, 'buy'), isNull(deletedAt));
  return db.$count(signals, and(isReadable, gte(createdAt, first.at)));
}
