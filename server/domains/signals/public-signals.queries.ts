import { and, asc, desc, eq, gt, gte, isNull, not, or, type SQL, sql } from 'drizzle-orm';
import type { LocalDate } from '#contract/dates.ts';
import type { SignalFilters } from '#contract/signals/endpoints.ts';
import { isActiveState, type StateFilter } from '#contract/signals/signal-state.ts';
import {
  DEFAULT_SIGNAL_ORDERING,
  SIGNAL_TYPES,
  type SignalOrdering,
  type SignalType,
} from '#contract/signals/signal-types.ts';
import type { Companies } from '#server/domains/market/market.ts';
import { isOneOf } from '#server/platform/database/parameters.ts';
import type { Queryable } from '#server/platform/database.ts';
import type { TermEnds } from './expiry.ts';
import { isFreeType } from './signal-access.ts';
import { isActive, type SelectProgress, type SignalRow } from './signals.queries.ts';
import { signals } from './signals.tables.ts';

export interface PublicSignalPeriod {
  /** Signals closed before are left out. */
  closedAfter: Date;
  /** Those of the type. */
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
  { select, companies, limit }: { select: SelectProgress; companies: Companies; limit: number },
): Promise<SignalRow[]> {
  const { signal_type, order_type, risk_type, shariah_type, sector, symbol } = filters;
  const active = isActive(period.termEnds, select);
  return db
    .select()
    .from(signals)
    .where(
      and(
        isPublic(signal_type, period, select),
        order_type && eq(signals.orderType, order_type),
        risk_type && eq(signals.riskType, risk_type),
        shariah_type && eq(signals.shariahType, shariah_type),
        symbol?.length ? isOneOf(signals.symbol, symbol) : undefined,
        sector ? isInSector(sector, companies) : undefined,
        isInGroup(filters.state, active),
      ),
    )
    .orderBy(...toOrder(filters.ordering ?? DEFAULT_SIGNAL_ORDERING, active))
    .limit(limit);
}

/** Returns the different symbols of the public signals with the sectors that were entered for them. */
export function listPublicSymbols(
  db: Queryable,
  signalType: SignalType,
  period: PublicSignalPeriod,
  select: SelectProgress,
): Promise<Pick<SignalRow, 'symbol' | 'sector'>[]> {
  return db
    .selectDistinct({ symbol: signals.symbol, sector: signals.sector })
    .from(signals)
    .where(isPublic(signalType, period, select));
}

const isInProgress = eq(signals.callStatus, 'in_progress');

/** A list that is filtered by one state is selected by whether signals in it are active. */
function isInGroup(state: StateFilter | undefined, isActive: SQL | undefined): SQL | undefined {
  if (state === undefined || isActive === undefined) return undefined;
  const isActiveGroup = state === 'active' || (state !== 'ended' && isActiveState({ kind: state }));
  return isActiveGroup ? isActive : not(isActive);
}

function isPublic(
  signalType: SignalType,
  { closedAfter, publishedFrom, endVisibleFrom }: PublicSignalPeriod,
  { selectEnd }: SelectProgress,
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
