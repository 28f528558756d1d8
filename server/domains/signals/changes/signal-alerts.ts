import { addDays, type LocalDate, toKarachiDate } from '#contract/dates.ts';
import type { SignalType } from '#contract/signals/signal-types.ts';
import { HOUR, MINUTE, SECOND } from '#server/platform/clock.ts';
import type { Transaction } from '#server/platform/database.ts';
import { enqueueAll } from '#server/platform/jobs/enqueue.ts';
import { defineQueue } from '#server/platform/jobs/queue.ts';
import type { OutcomeChange, SignalChange } from './signal-changes.ts';

/** What customers are alerted of. It identifies the change, and has nothing that only some may see. */
export interface SignalAlert {
  kind: 'published' | 'stop_moved' | 'closed' | 'entry_filled' | 'target_reached' | 'stop_hit';
  signalId: string;
  signalType: SignalType;
  position: number;
  occurredAt: string;
  /** The trading day whose prices show it; `null` for what an analyst did. */
  date: LocalDate | null;
  /** The number of the target that was reached. */
  target: number | null;
}

/** A job for each change that customers are alerted of. The alerts domain handles them. */
export const signalAlertQueue = defineQueue<SignalAlert>('signal-alert', {
  timeLimitMs: 10 * MINUTE,
  retries: { maxAttempts: 12, firstDelayMs: 5 * SECOND, longestDelayMs: HOUR },
});

/** Queues the alerts that changes cause. */
export async function queueSignalAlerts(
  changes: readonly SignalChange[],
  { tx }: { tx: Transaction },
): Promise<void> {
  const alerts = changes.flatMap((change) => toSignalAlert(change) ?? []);
  if (alerts.length > 0)
    await enqueueAll(
      tx,
      signalAlertQueue,
      alerts.map((data) => ({ data })),
    );
}

/** Returns the alert that a change causes; `null` for none. Sample content causes none. */
export function toSignalAlert(change: SignalChange): SignalAlert | null {
  const { signalId, signalType, position, changedAt } = change;
  const alert = { signalId, signalType, position, occurredAt: changedAt.toISOString() };
  switch (change.kind) {
    case 'published':
    case 'stop_moved':
    case 'closed':
      return change.author.administratorId === null
        ? null
        : { ...alert, kind: change.kind, date: null, target: null };
    case 'evaluated': {
      const progress = getProgress(change);
      const isNews = progress && progress.date >= addDays(toKarachiDate(changedAt), -NEWS_DAYS);
      return isNews ? { ...alert, target: null, ...progress } : null;
    }
    default:
      return null;
  }
}

/** Prices that are imported later than this many days tell of nothing new. */
const NEWS_DAYS = 5;

type Progress = Pick<SignalAlert, 'kind'> & { date: LocalDate; target?: number };

/**
 * Returns what an evaluation adds to the one before: the end of the signal, else a target, else the entry. An evaluation that only corrects
 * another is no progress, nor is the end that the analyst's closing had announced.
 */
function getProgress({ before, after }: OutcomeChange): Progress | null {
  if (after.isCorrected) return null;
  const { endedOn, reason, targetsHit, fillDate } = after;
  if (endedOn !== null && before?.endedOn == null) {
    if (reason === 'stop' || reason === 'breakeven') return { kind: 'stop_hit', date: endedOn };
    if (reason === 'target') return { kind: 'target_reached', date: endedOn, target: targetsHit };
    return ENDS_BY_TIME.has(reason) ? { kind: 'closed', date: endedOn } : null;
  }
  if (endedOn !== null) return null;
  const lastTarget = after.steps.findLast(({ code }) => code === 'target_hit');
  if (lastTarget && targetsHit > (before?.targetsHit ?? 0))
    return { kind: 'target_reached', date: lastTarget.date, target: targetsHit };
  return fillDate !== null && before?.fillDate == null ? { kind: 'entry_filled', date: fillDate } : null;
}

const ENDS_BY_TIME: ReadonlySet<string | null> = new Set([
  'time',
  'session_end',
  'trading_ended',
  'validity',
]);
