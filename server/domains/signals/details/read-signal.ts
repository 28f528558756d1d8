import type { Signal } from '#contract/signals/signal.ts';
import type { TimelineEvent } from '#contract/track-record/signal-details.ts';
import type { Config } from '#server/config/config.ts';
import type { Companies, TradingCalendar } from '#server/domains/market/market.ts';
import type { GetLastCloses } from '#server/domains/prices/prices.ts';
import { getVersionReference, type SignalVersion } from '#server/domains/signals/changes/change-signal.ts';
import { listTimelineEvents } from '#server/domains/signals/changes/timeline-events.ts';
import { getExpiry } from '#server/domains/signals/expiry.ts';
import {
  completeVersions,
  pickLevels,
  presentSignal,
  toLevelHistory,
  toSignalRow,
} from '#server/domains/signals/present-signal.ts';
import type { SignalProgress } from '#server/domains/signals/signal-state.ts';
import type { StoredSignal } from '#server/domains/signals/signals.queries.ts';

/** A signal with everything that happened to it, by its stored versions. */
interface SignalWithChanges {
  signal: Signal;
  deletedAt: Date | null;
  /** Those of the versions, the publication first. */
  events: TimelineEvent[];
  /** When the signal expires or expired; `null` if it does not. */
  expiry: Date | null;
}

interface PresentContext {
  analyst: Config['analyst'];
  calendar: TradingCalendar;
  companies: Companies;
  getLastCloses: GetLastCloses;
  /** By the ID of the signal. */
  progress: ReadonlyMap<string, SignalProgress>;
  now: Date;
  /** Returns whether the caller may read a version after the first, by its time or its reference in the ledger. */
  isVisible: (version: { changedAt: Date; reference: string }) => boolean;
}

/** Presents a signal, also a deleted one, as its visible versions leave it. */
export async function presentSignalWithChanges(
  { row: stored, versions: all }: StoredSignal,
  { analyst, calendar, companies, getLastCloses, progress, now, isVisible }: PresentContext,
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
    progress,
    now,
  };
  return {
    signal: presentSignal(row, analyst, context),
    deletedAt: row.deletedAt,
    events: versions.flatMap((version, index) => listVersionEvents(version, versions[index - 1])),
    expiry: getExpiry(row, calendar),
  };
}

/** Returns what a stored version changed. Versions are complete and in the order of their numbers. */
export const listVersionEvents = (
  { action, changedAt, signal }: Pick<SignalVersion, 'action' | 'changedAt' | 'signal'>,
  previous: Pick<SignalVersion, 'signal'> | undefined,
): TimelineEvent[] =>
  listTimelineEvents({
    kind: action === 'deleted' ? 'deleted' : 'edited',
    before: previous?.signal ?? null,
    after: signal,
    changedAt,
  });
