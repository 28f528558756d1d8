import type { Signal } from '#contract/signals/signal.ts';
import type { AdminSignal } from '#contract/signals/signal-body.ts';
import type { Config } from '#server/config/config.ts';
import { findCompany } from '#server/domains/market/market.ts';
import type { SignalRow } from './signals.queries.ts';

/** Presents a signal to traders. The company directory and the configuration fill in what was left blank. */
export function presentSignal(row: SignalRow, analyst: Config['analyst']): Signal {
  const company = findCompany(row.symbol);
  return {
    ...presentSharedFields(row),
    title: row.title ?? company?.name ?? row.symbol,
    sector: row.sector ?? company?.sector ?? null,
    analyst_name: row.analystName ?? analyst.name,
    analyst_registration: row.analystName === null ? analyst.registration : row.analystRegistration,
  };
}

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
