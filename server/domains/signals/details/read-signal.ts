import type { Signal } from '#contract/signals/signal.ts';
import type { AdminSignal } from '#contract/signals/signal-body.ts';
import type { Config } from '#server/config/config.ts';
import type { TradingCalendar } from '#server/domains/market/market.ts';
import type { GetLastCloses } from '#server/domains/prices/prices.ts';
import { getExpiry } from '#server/domains/signals/expiry.ts';
import { pickLevels, toLevelHistory } from '#server/domains/signals/level-history.ts';
import { type Outcomes, presentSignal } from '#server/domains/signals/present-signal.ts';
import { listVersionsOf } from '#server/domains/signals/signal-versions.queries.ts';
import { findSignalOrDeleted, type SignalRow } from '#server/domains/signals/signals.queries.ts';
import type { Queryable } from '#server/platform/database.ts';
import { listChanges, type SignalChange } from './list-changes.ts';

/** A signal with everything that happened to it, by its stored versions. */
interface SignalWithChanges {
  signal: Signal;
  deletedAt: Date | null;
  /** Oldest first, without the publication. */
  changes: SignalChange[];
  /** When the signal expires or expired; `null` if it does not. */
  expiry: Date | null;
}

interface ReadContext {
  analyst: Config['analyst'];
  calendar: TradingCalendar;
  getLastCloses: GetLastCloses;
  outcomes: Outcomes;
  now: Date;
  /** Returns whether the caller may know what was changed at a time. The publication is always included. */
  isVisible: (changedAt: Date) => boolean;
}

/** Reads a signal, also a deleted one, as its visible versions leave it. Returns `null` if it does not exist. */
export async function readSignalWithChanges(
  db: Queryable,
  id: string,
  { analyst, calendar, getLastCloses, outcomes, now, isVisible }: ReadContext,
): Promise<SignalWithChanges | null> {
  const stored = await findSignalOrDeleted(db, id);
  if (!stored) return null;
  const versions = (await listVersionsOf(db, [id])).filter(
    ({ version, changedAt }) => version === 1 || isVisible(changedAt),
  );
  const last = versions.at(-1);
  if (!last) return null;
  const row = last.version === stored.version ? stored : toRow(stored, last);
  const history = toLevelHistory(
    versions.map(({ changedAt, signal }) => ({
      changedAt,
      symbol: signal.symbol,
      levels: pickLevels(signal),
    })),
  );
  const context = {
    getHistory: () => history ?? { published: pickLevels(last.signal), changes: [] },
    lastCloses: await getLastCloses([row.symbol]),
    calendar,
    outcomes,
    now,
  };
  return {
    signal: presentSignal(row, analyst, context),
    deletedAt: row.deletedAt,
    changes: listChanges(versions),
    expiry: getExpiry(row, calendar),
  };
}

/** Returns the signal as an earlier version left it. */
function toRow(
  stored: SignalRow,
  { version, changedAt, signal }: { version: number; changedAt: Date; signal: AdminSignal },
): SignalRow {
  return {
    ...stored,
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
    version,
    changedAt: version === 1 ? null : changedAt,
    closedAt: signal.closed_at === null ? null : new Date(signal.closed_at),
    deletedAt: null,
  };
}
