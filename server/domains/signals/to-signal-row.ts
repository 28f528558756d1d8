import type { AdminSignal, SignalBody } from '#contract/signals/signal-body.ts';
import type { SignalRow } from './signals.queries.ts';

/** Returns the columns of a signal that have the same values in the API. Blank optional texts are `null`. */
export const toSignalColumns = (signal: SignalBody | AdminSignal) => ({
  signalType: signal.signal_type,
  symbol: signal.symbol,
  title: signal.title || null,
  sector: signal.sector || null,
  entryPrice: signal.entry_price,
  stopLoss: signal.stop_loss,
  targetPoints: signal.target_points,
  leverage: signal.leverage,
  shariahType: signal.shariah_type,
  riskType: signal.risk_type,
  orderType: signal.order_type,
  callStatus: signal.call_status,
  analystName: signal.analyst_name || null,
  analystRegistration: signal.analyst_registration || null,
});

/** Restores the row of a signal as a stored version or event has it. */
export const toSignalRow = (signal: AdminSignal): SignalRow => ({
  ...toSignalColumns(signal),
  id: signal.id,
  version: signal.version,
  createdAt: new Date(signal.created_at),
  changedAt: signal.changed_at === null ? null : new Date(signal.changed_at),
  closedAt: signal.closed_at === null ? null : new Date(signal.closed_at),
  deletedAt: null,
});
