import type { AdminSignal } from '#contract/signals/signal-body.ts';
import type { SignalRow } from './signals.queries.ts';

/** Restores the row of a signal as a stored version or event has it. */
export function toSignalRow(signal: AdminSignal): SignalRow {
  return {
    id: signal.id,
    signalType: signal.signal_type,
    symbol: signal.symbol,
    title: signal.title,
    sector: signal.sector,
    entryPrice: signal.entry_price,
    stopLoss: signal.stop_loss,
    targetPoints: signal.target_points,
    leverage: signal.leverage,
    shariahType: signal.shariah_type,
    riskType: signal.risk_type,
    orderType: signal.order_type,
    callStatus: signal.call_status,
    analystName: signal.analyst_name,
    analystRegistration: signal.analyst_registration,
    version: signal.version,
    createdAt: new Date(signal.created_at),
    changedAt: signal.changed_at === null ? null : new Date(signal.changed_at),
    closedAt: signal.closed_at === null ? null : new Date(signal.closed_at),
    deletedAt: null,
  };
}
