import type { Signal } from '#contract/signals/signal.ts';
import type { Config } from '#server/config/config.ts';
import type { TradingCalendar } from '#server/domains/market/market.ts';
import type { GetLastCloses } from '#server/domains/prices/prices.ts';
import { getExpiry } from '#server/domains/signals/expiry.ts';
import { pickLevels, toLevelHistory } from '#server/domains/signals/level-history.ts';
import { type Outcomes, presentSignal } from '#server/domains/signals/present-signal.ts';
import { listVersionsOf } from '#server/domains/signals/signal-versions.queries.ts';
import { findSignalOrDeleted } from '#server/domains/signals/signals.queries.ts';
import { toSignalRow } from '#server/domains/signals/to-signal-row.ts';
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
  const row = last.version === stored.version ? stored : toSignalRow(last.signal);
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
