import { and, asc, count, desc, eq, gt, gte, isNull, not, or, type SQL, sql } from 'drizzle-orm';
import type { LocalDate } from '#core/contract/dates.ts';
import { isOneOf } from '#core/server/platform/database/parameters.ts';
import type { Queryable } from '#core/server/platform/database.ts';
import type { Companies } from '#features/market/server/market.ts';
import type { SignalFilters } from '#features/signals/contract/endpoints.ts';
import { isActiveState, type StateFilter } from '#features/signals/contract/signal-state.ts';
import {
  DEFAULT_SIGNAL_ORDERING,
  SIGNAL_TYPES,
  type SignalOrdering,
  type SignalType,
} from '#features/signals/contract/signal-types.ts';
import type { TermEnds } from './expiry.ts';
import { isFreeType } from './signal-access.ts';
import { type SignalRow, type SignalWithProgress, signalWithProgress } from './signals.queries.ts';
import { signals } from './signals.tables.ts';
import { selectEnd, selectIsOpen } from './track-record/outcomes/read-progress.ts';

const LIST_LIMIT = 200;

export interface PublicSignalPeriod {
  /** Signals closed before are left out. */
  closedAfter: Date;
  /** When signals of the type expire. */
  termEnds: TermEnds;
  /** Signals published before are left out, because their time limit ended too long ago. */
  publishedFrom: Date;
  /** Signals that ended before are left out. */
  endVisibleFrom: LocalDate;
}

/**
 * Returns the symbols of all intraday signals, deleted ones included: their pages stay. Reads one entry of the index per symbol:
 * PostgreSQL would read those of all signals for `distinct`.
 */
export async function listFreeSymbols(db: Queryable): Promise<string[]> {
  const { symbol, signalType } = signals;
  const types = sql.param(SIGNAL_TYPES.filter(isFreeType));
  const { rows } = await db.execute<{ symbol: string }>(sql`
    with recursive found(type, symbol) as (
      select type, (select min(${symbol}) from ${signals} where ${signalType} = type) from unnest(${types}::text[]) type
      union all
      select type, (select min(${symbol}) from ${signals} where ${signalType} = type and ${symbol} > found.symbol)
      from found where found.symbol is not null
    )
    select distinct symbol from found where symbol is not null`);
  return rows.map((row) => row.symbol);
}

/** Returns the active signals, and those that ended in the period, that match the filters. */
export function listPublicSignals(
  db: Queryable,
  filters: SignalFilters,
  period: PublicSignalPeriod,
  companies: Companies,
): Promise<SignalWithProgress[]> {
  const { signal_type, order_type, risk_type, shariah_type, sector, symbol } = filters;
  const active = isActive(period.termEnds);
  return db
    .select(signalWithProgress)
    .from(signals)
    .where(
      and(
        isPublic(signal_type, period),
        order_type && eq(signals.orderType, order_type),
        risk_type && eq(signals.riskType, risk_type),
        shariah_type && eq(signals.shariahType, shariah_type),
        symbol?.length ? isOneOf(signals.symbol, symbol) : undefined,
        sector ? isInSector(sector, companies) : undefined,
        isInGroup(filters.state, active),
      ),
    )
    .orderBy(...toOrder(filters.ordering ?? DEFAULT_SIGNAL_ORDERING, active))
    .limit(LIST_LIMIT);
}

/** Returns the different symbols of the public signals with the sectors that were entered for them. */
export function listPublicSymbols(
  db: Queryable,
  signalType: SignalType,
  period: PublicSignalPeriod,
): Promise<Pick<SignalRow, 'symbol' | 'sector'>[]> {
  return db
    .selectDistinct({ symbol: signals.symbol, sector: signals.sector })
    .from(signals)
    .where(isPublic(signalType, period));
}

const isInProgress = eq(signals.callStatus, 'in_progress');

/** Selects the signals of a type whose state is active, by the precedence of `computeState`. */
const isActive = ({ validity, limit }: TermEnds): SQL | undefined =>
  and(
    isInProgress,
    gte(signals.createdAt, limit),
    or(gte(signals.createdAt, validity), selectIsOpen(signals.id)),
    sql`${selectEnd(signals.id)} is null`,
  );

export async function countActiveSignals(
  db: Queryable,
  termEnds: Record<SignalType, TermEnds>,
): Promise<Record<SignalType, number>> {
  const rows = await db
    .select({ signalType: signals.signalType, value: count() })
    .from(signals)
    .where(
      and(
        isNull(signals.deletedAt),
        or(...SIGNAL_TYPES.map((type) => and(eq(signals.signalType, type), isActive(termEnds[type])))),
      ),
    )
    .groupBy(signals.signalType);
  const counts = { intraday: 0, swing: 0, investment: 0 };
  for (const { signalType, value } of rows) counts[signalType] = value;
  return counts;
}

/** A list that is filtered by one state is selected by whether signals in it are active. */
function isInGroup(state: StateFilter | undefined, isActive: SQL | undefined): SQL | undefined {
  if (state === undefined || isActive === undefined) return undefined;
  const isActiveGroup = state === 'active' || (state !== 'ended' && isActiveState({ kind: state }));
  return isActiveGroup ? isActive : not(isActive);
}

function isPublic(
  signalType: SignalType,
  { closedAfter, publishedFrom, endVisibleFrom }: PublicSignalPeriod,
) {
  return and(
    eq(signals.signalType, signalType),
    isNull(signals.deletedAt),
    gte(signals.createdAt, publishedFrom),
    sql`coalesce(${selectEnd(signals.id)} >= ${endVisibleFrom}, true)`,
    or(isInProgress, gt(signals.closedAt, closedAfter)),
  );
}

/** A signal without a sector is shown with that of its company, which only the directory has. */
function isInSector(sector: string, companies: Companies): SQL | undefined {
  const symbols = [...companies].flatMap(([symbol, company]) => (company.sector === sector ? symbol : []));
  return or(eq(signals.sector, sector), and(isNull(signals.sector), isOneOf(signals.symbol, symbols)));
}

function toOrder(ordering: SignalOrdering, isActive: SQL | undefined): SQL[] {
  const openFirst = sql`(${isActive}) desc`;
  const newestFirst = [desc(signals.createdAt), desc(signals.id)];
  const orders: Record<SignalOrdering, SQL[]> = {
    open_first: [openFirst],
    '-created_at': [],
    '-changed_at': [sql`coalesce(${signals.changedAt}, ${signals.createdAt}) desc`],
    symbol: [openFirst, sql`${signals.symbol} collate "C"`],
    risk_type: [openFirst, asc(sql`array_position(array['low', 'medium', 'high'], ${signals.riskType})`)],
  };
  return [...orders[ordering], ...newestFirst];
}
