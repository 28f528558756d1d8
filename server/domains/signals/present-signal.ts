import type { Signal } from '#contract/signals/signal.ts';
import type { AdminSignal, ListedAdminSignal } from '#contract/signals/signal-body.ts';
import type { Config } from '#server/config/config.ts';
import { findCompany, type TradingCalendar } from '#server/domains/market/market.ts';
import { getExpiry, isExpired } from './expiry.ts';
import type { LevelHistory } from './level-history.ts';
import type { SignalRow } from './signals.queries.ts';

/** The data that a signal's progress depends on. */
export interface ProgressContext {
  getHistory: (row: SignalRow) => LevelHistory;
  calendar: TradingCalendar;
  now: Date;
}

/** Presents a signal to traders. The company directory and the configuration fill in what was left blank. */
export function presentSignal(row: SignalRow, analyst: Config['analyst'], context: ProgressContext): Signal {
  const company = findCompany(row.symbol);
  return {
    ...presentSharedFields(row),
    ...presentProgress(row, context),
    company_name: company?.name ?? null,
    title: row.title ?? company?.name ?? row.symbol,
    sector: getShownSector(row),
    analyst_name: row.analystName ?? analyst.name,
    analyst_registration: row.analystName === null ? analyst.registration : row.analystRegistration,
  };
}

/** Returns the sector that was entered, else that of the company directory. */
export const getShownSector = ({ sector, symbol }: Pick<SignalRow, 'sector' | 'symbol'>): string | null =>
  sector ?? findCompany(symbol)?.sector ?? null;

/** Presents a signal to administrators, and for its version history: as it was entered, without defaults. */
export function presentAdminSignal(row: SignalRow): AdminSignal {
  return {
    ...presentSharedFields(row),
    title: row.title,
    sector: row.sector,
    analyst_name: row.analystName,
    analyst_registration: row.analystRegistration,
    version: row.version,
    closed_at: row.closedAt?.toISOString() ?? null,
  };
}

/** Presents a signal in the administrators' list. */
export const presentListedSignal = (row: SignalRow, context: ProgressContext): ListedAdminSignal => ({
  ...presentAdminSignal(row),
  ...presentProgress(row, context),
});

function presentProgress(row: SignalRow, { getHistory, calendar, now }: ProgressContext) {
  const { published, changes } = getHistory(row);
  return {
    published_levels: published,
    level_changes: changes,
    expires_at: getExpiry(row, calendar)?.toISOString() ?? null,
    is_expired: isExpired(row, calendar, now),
  };
}

function presentSharedFields(row: SignalRow) {
  return {
    id: row.id,
    signal_type: row.signalType,
    symbol: row.symbol,
    entry_price: row.entryPrice,
    stop_loss: row.stopLoss,
    target_points: row.targetPoints,
    leverage: row.leverage,
    shariah_type: row.shariahType,
    risk_type: row.riskType,
    order_type: row.orderType,
    call_status: row.callStatus,
    created_at: row.createdAt.toISOString(),
    changed_at: row.changedAt?.toISOString() ?? null,
  };
}
