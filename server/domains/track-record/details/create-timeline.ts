import { toKarachiDate } from '#contract/dates.ts';
import type { Evaluation, EvaluationStep, TimelineEvent } from '#contract/track-record/signal-details.ts';
import type { TimelineChange } from '#server/domains/signals/signals.ts';
import type { DecisionRow } from '#server/domains/track-record/outcomes/outcomes.queries.ts';

interface TimelineSources {
  publishedAt: Date;
  changes: readonly TimelineChange[];
  /** When the signal expired; `null` if it did not. */
  expiredAt: Date | null;
  /** The newest first; the others were replaced. */
  evaluations: readonly Evaluation[];
  /** Oldest first. */
  decisions: readonly DecisionRow[];
}

/** Events that are known by their date only are listed at the start of the session, and those at its close at its end. */
const OPEN_UTC = 'T04:30:00.000Z';
const CLOSE_UTC = 'T10:30:00.000Z';
const KINDS_AT_CLOSE: readonly TimelineEvent['kind'][] = ['exited', 'not_filled'];

/** Returns everything that happened to a signal, oldest first: its versions, its evaluation and decisions about it. */
export function createTimeline(sources: TimelineSources): TimelineEvent[] {
  const { publishedAt, changes, expiredAt, evaluations, decisions } = sources;
  const [current] = evaluations;
  const first = createEvent({ kind: 'published', at: publishedAt });
  const events = [
    ...changes.map(({ changedAt, ...change }) => createEvent({ ...change, at: changedAt })),
    ...(expiredAt ? [createEvent({ kind: 'expired', at: expiredAt })] : []),
    ...(current?.steps.flatMap(toEvent) ?? []),
    ...evaluations.flatMap(({ replaced_at }) =>
      replaced_at === null ? [] : [createEvent({ kind: 'reevaluated', at: new Date(replaced_at) })],
    ),
    ...decisions.map(({ kind, reason, decidedAt }) => createEvent({ kind, reason, at: decidedAt })),
  ];
  return [first, ...events.toSorted((a, b) => compare(getOrder(a), getOrder(b)))];
}

const getOrder = ({ kind, at, date }: TimelineEvent) =>
  at ?? date + (KINDS_AT_CLOSE.includes(kind) ? CLOSE_UTC : OPEN_UTC);

const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b));

/** Returns the event of a step of the explanation, if it is one that traders act on. */
function toEvent(step: EvaluationStep): TimelineEvent[] {
  const { code, date } = step;
  switch (code) {
    case 'filled':
    case 'stop_hit':
      return [createEvent({ kind: code, date, price: step.price })];
    case 'target_hit':
      return [createEvent({ kind: code, date, price: step.price, target: step.target })];
    case 'exited_at_close':
      return [createEvent({ kind: 'exited', date, price: step.price, reason: step.reason })];
    case 'trading_ended':
      return [createEvent({ kind: 'exited', date, price: step.price, reason: code })];
    case 'not_measurable':
      return [createEvent({ kind: 'not_filled', date, reason: code })];
    case 'expired':
    case 'canceled':
      return [createEvent({ kind: 'not_filled', date, reason: step.reason })];
    case 'adjusted':
      return [createEvent({ kind: code, date, reason: step.factor })];
    default:
      return [];
  }
}

type EventParts = Partial<Omit<TimelineEvent, 'at'>> & { kind: TimelineEvent['kind']; at?: Date };

/** Creates an event that happened at a timestamp or, if only that is known, on a date. */
const createEvent = ({ kind, at, date, ...parts }: EventParts): TimelineEvent => ({
  kind,
  at: at?.toISOString() ?? null,
  date: date ?? (at ? toKarachiDate(at) : ''),
  field: null,
  from: null,
  to: null,
  price: null,
  target: null,
  reason: null,
  ...parts,
});
