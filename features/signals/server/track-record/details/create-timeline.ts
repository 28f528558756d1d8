import type { TimelineEvent } from '#features/signals/contract/track-record/signal-details.ts';
import {
  createTimelineEvent,
  listTimelineEvents,
  orderTimeline,
} from '#features/signals/server/changes/timeline-events.ts';
import type {
  DecisionRow,
  OutcomeRow,
} from '#features/signals/server/track-record/outcomes/outcomes.queries.ts';

interface TimelineSources {
  /** The events of the versions, the publication first. */
  versions: readonly TimelineEvent[];
  /** When the signal expired; `null` if it did not. */
  expiredAt: Date | null;
  /** The newest first; the others were replaced or continued. */
  outcomes: readonly OutcomeRow[];
  /** Oldest first. */
  decisions: readonly DecisionRow[];
}

/** Returns everything that happened to a signal, oldest first: its versions, its evaluation and decisions about it. */
export function createTimeline({
  versions: [published, ...changes],
  expiredAt,
  outcomes,
  decisions,
}: TimelineSources): TimelineEvent[] {
  const [current] = outcomes;
  return [
    ...(published ? [published] : []),
    ...orderTimeline([
      ...changes,
      ...(expiredAt ? [createTimelineEvent({ kind: 'expired', at: expiredAt })] : []),
      ...(current ? listEvaluationEvents(current, null) : []),
      // An evaluation that another one replaced has only the fact that it was replaced.
      ...outcomes.flatMap((after, index) => {
        const before = outcomes[index + 1];
        return before ? listEvaluationEvents(after, before).filter(({ kind }) => kind === 'reevaluated') : [];
      }),
      ...decisions.flatMap(listDecisionEvents),
    ]),
  ];
}

/** Returns what an evaluation adds to an earlier one. */
export const listEvaluationEvents = (after: OutcomeRow, before: OutcomeRow | null): TimelineEvent[] =>
  listTimelineEvents({ kind: 'evaluated', before, after, changedAt: after.evaluatedAt });

export const listDecisionEvents = (after: DecisionRow): TimelineEvent[] =>
  listTimelineEvents({ kind: 'decided', after, changedAt: after.decidedAt });
