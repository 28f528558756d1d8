import type { Config } from '#core/server/config/config.ts';
import type { Companies, TradingCalendar } from '#features/market/server/market.ts';
import type { GetLastCloses } from '#features/market/server/prices/prices.ts';
import type { Signal } from '#features/signals/contract/signal.ts';
import type { TimelineEvent } from '#features/signals/contract/track-record/signal-details.ts';
import { listTimelineEvents } from '#features/signals/server/changes/timeline-events.ts';
import { getExpiry } from '#features/signals/server/expiry.ts';
import {
  completeVersions,
  pickLevels,
  presentSignal,
  toLevelHistory,
  toSignalRow,
} from '#features/signals/server/present-signal.ts';
import type { StoredSignal, VersionRow } from '#features/signals/server/signals.queries.ts';
import { getVersionReference } from '#features/signals/server/track-record/ledger/to-entry.ts';
import type { SignalProgress } from '#features/signals/server/track-record/outcomes/read-progress.ts';

/** A signal with everything that happened to it, by its stored versions. */
interface SignalWithChanges {
  signal: Signal;
  deletedAt: Date | null;
  /** The events of the versions, the publication first. */
  events: TimelineEvent[];
  /** When the signal expires or expired; `null` if it does not. */
  expiry: Date | null;
}

interface PresentContext {
  analyst: Config['analyst'];
  calendar: TradingCalendar;
  companies: Companies;
  getLastCloses: GetLastCloses;
  progress: SignalProgress;
  now: Date;
  costUnits: number;
  /** Returns whether the caller may read a version after the first, by its time or its reference in the ledger. */
  isVisible: (version: { changedAt: Date; reference: string }) => boolean;
}

/** Presents a signal, also a deleted one, as its visible versions leave it. */
export async function presentSignalWithChanges(
  { row: stored, versions: all }: StoredSignal,
  { analyst, calendar, companies, getLastCloses, progress, now, costUnits, isVisible }: PresentContext,
): Promise<SignalWithChanges> {
  const [first, ...later] = all;
  const versions = completeVersions([
    first,
    ...later.filter((version) =>
      isVisible({ changedAt: version.changedAt, reference: getVersionReference(version) }),
    ),
  ]);
  const last = versions.at(-1) ?? first;
  const row = last.version === stored.version ? stored : toSignalRow(last.signal, stored.code);
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
    companies,
    now,
    costUnits,
  };
  return {
    signal: presentSignal({ ...row, progress }, analyst, context),
    deletedAt: row.deletedAt,
    events: versions.flatMap((version, index) => listVersionEvents(version, versions[index - 1])),
    expiry: getExpiry(row, calendar),
  };
}

/** Returns what a stored version changed. Versions are complete and in the order of their numbers. */
export const listVersionEvents = (
  { action, changedAt, signal }: Pick<VersionRow, 'action' | 'changedAt' | 'signal'>,
  previous: Pick<VersionRow, 'signal'> | undefined,
): TimelineEvent[] =>
  listTimelineEvents({
    kind: action === 'deleted' ? 'deleted' : 'edited',
    before: previous?.signal ?? null,
    after: signal,
    changedAt,
  });
