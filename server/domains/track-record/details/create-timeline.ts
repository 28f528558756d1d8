import type { TimelineEvent } from '#contract/track-record/signal-details.ts';
import { createTimelineEvent, listTimelineEvents, orderTimeline } from '#server/domains/signals/signals.ts';
import type { DecisionRow, OutcomeRow } from '#server/domains/track-record/outcomes/outcomes.queries.ts';

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
      // Of the evaluations that others replaced, only that they were.
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
