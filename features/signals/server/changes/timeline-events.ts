import { type LocalDate, toKarachiDate } from '#core/contract/dates.ts';
import { formatPaisa } from '#features/market/server/prices/prices.ts';
import type { AdminSignal } from '#features/signals/contract/publishing/signal-body.ts';
import { describeValue, SHOWN_FIELDS } from '#features/signals/contract/signal-fields.ts';
import type { TimelineEvent } from '#features/signals/contract/track-record/signal-details.ts';

/** What a signal change is about, before and after it: two versions, two evaluations, or a decision. */
export type ChangeContent =
  | {
      kind: 'published' | 'edited' | 'stop_moved' | 'closed' | 'reopened' | 'deleted';
      before: AdminSignal | null;
      after: AdminSignal;
      changedAt: Date;
    }
  | { kind: 'evaluated'; before: EvaluatedContent | null; after: EvaluatedContent; changedAt: Date }
  | { kind: 'decided'; after: Pick<DecisionContent, 'kind' | 'reason'>; changedAt: Date };

/** Prices are paisa. */
export interface EvaluatedContent {
  state: string;
  reason: string | null;
  rMultiple: string | null;
  /** The last date of the prices that it used. */
  pricesUntil: LocalDate;
  /** `null` while the signal is pending or open. */
  endedOn: LocalDate | null;
  fillDate: LocalDate | null;
  fillPrice: number | null;
  exits: readonly { date: LocalDate; price: number; parts: number; reason: string }[];
  targetsHit: number;
  /** It differs only because prices, adjustments or trading days were corrected. */
  isCorrected: boolean;
  steps: readonly Step[];
}

interface Step {
  code: string;
  date: LocalDate;
  price?: number;
  target?: number;
  reason?: string;
  factor?: string;
  is_implied?: true;
}

export interface DecisionContent {
  kind: 'override' | 'void' | 'withdraw';
  reason: string;
  rMultiple: string | null;
}

/**
 * Returns what a signal change means to traders, in the order in which it happened; nothing for one that they need not know. The
 * timeline of a signal, the changes since a visit and alerts are all derived from it, so that they never contradict each other.
 */
export function listTimelineEvents(change: ChangeContent): TimelineEvent[] {
  const { changedAt: at } = change;
  switch (change.kind) {
    case 'evaluated': {
      const { before, after } = change;
      const listed = new Set(before?.steps.flatMap(toStepEvent).map(toKey));
      const events = after.steps.flatMap(toStepEvent).filter((event) => !listed.has(toKey(event)));
      return before && isCorrection(before, after)
        ? [...events, createTimelineEvent({ kind: 'reevaluated', at })]
        : events;
    }
    case 'decided':
      return [createTimelineEvent({ kind: change.after.kind, reason: change.after.reason, at })];
    default:
      return listVersionEvents(change).map((event) => createTimelineEvent({ ...event, at }));
  }
}

const toKey = (event: TimelineEvent) => JSON.stringify(event);

type VersionContent = Exclude<ChangeContent, { kind: 'evaluated' | 'decided' }>;

function listVersionEvents({ kind, before, after }: VersionContent): EventParts[] {
  const isClosed = after.call_status === 'closed';
  // A signal can be published closed.
  if (before === null) return [{ kind: 'published' }, ...(isClosed ? [{ kind: 'closed' as const }] : [])];
  if (kind === 'deleted') return [{ kind: 'deleted' }];
  return [
    ...listFieldChanges(before, after).map((change) => ({ kind: 'changed' as const, ...change })),
    ...(after.notes ?? [])
      .slice(before.notes?.length ?? 0)
      .map(({ text }) => ({ kind: 'changed' as const, field: 'notes', to: text })),
    ...(before.call_status === after.call_status
      ? []
      : [{ kind: isClosed ? ('closed' as const) : ('reopened' as const) }]),
  ];
}

function listFieldChanges(before: AdminSignal, after: AdminSignal) {
  const targetCount = Math.max(before.target_points.length, after.target_points.length);
  const targets = Array.from({ length: targetCount }, (_, index) => ({
    field: `target_points.${index}`,
    from: before.target_points[index] ?? null,
    to: after.target_points[index] ?? null,
  }));
  const fields = SHOWN_FIELDS.map((field) => ({
    field,
    from: toText(before[field]),
    to: toText(after[field]),
  }));
  return [...fields, ...targets].filter(({ from, to }) => from !== to);
}

function toText(value: Parameters<typeof describeValue>[0]): string | null {
  const text = describeValue(value);
  return text === null ? null : String(text);
}

/** Returns the event of a step of the explanation, if it is one that traders act on. */
function toStepEvent(step: Step): TimelineEvent[] {
  const { code, date, target = null, reason = null, factor = null, is_implied = false } = step;
  const price = step.price === undefined ? null : formatPaisa(step.price);
  switch (code) {
    case 'filled':
    case 'stop_hit':
      return [createTimelineEvent({ kind: code, date, price })];
    case 'target_hit':
      return [createTimelineEvent({ kind: code, date, price, target })];
    case 'exited_at_close':
      return [createTimelineEvent({ kind: 'exited', date, price, reason })];
    case 'trading_ended':
      return [createTimelineEvent({ kind: 'exited', date, price, reason: code })];
    case 'not_measurable':
      return [createTimelineEvent({ kind: 'not_filled', date, reason: code })];
    case 'expired':
    case 'canceled':
      return [createTimelineEvent({ kind: 'not_filled', date, reason })];
    case 'adjusted':
      // One that is not stored may not have been announced: it only makes the result worse.
      return is_implied ? [] : [createTimelineEvent({ kind: code, date, reason: factor })];
    default:
      return [];
  }
}

type Result = Pick<EvaluatedContent, 'fillDate' | 'fillPrice' | 'exits' | 'endedOn' | 'pricesUntil'>;

/**
 * Returns true if an evaluation differs from the one before it in the days that both cover. An evaluation that only
 * continues with later days is no correction: it adds the entry of a pending signal or the exit of an open one.
 */
export function isCorrection(before: Result, after: Result): boolean {
  if (before.endedOn !== null) return true;
  const covered = listTrades(after).filter(({ date }) => date <= before.pricesUntil);
  return JSON.stringify(covered) !== JSON.stringify(listTrades(before));
}

const listTrades = ({ fillDate, fillPrice, exits }: Result) => [
  ...(fillDate === null ? [] : [{ date: fillDate, price: fillPrice }]),
  ...exits.map(({ date, price, parts, reason }) => ({ date, price, parts, reason })),
];

type EventParts = Partial<Omit<TimelineEvent, 'at'>> & { kind: TimelineEvent['kind']; at?: Date };

/** Creates an event that happened at a timestamp or, if only that is known, on a date. */
export const createTimelineEvent = ({ kind, at, date, ...parts }: EventParts): TimelineEvent => ({
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

/** Events that are known by their date only are listed at the start of the session, and those at its close at its end. */
const OPEN_UTC = 'T04:30:00.000Z';
const CLOSE_UTC = 'T10:30:00.000Z';
const KINDS_AT_CLOSE: readonly TimelineEvent['kind'][] = ['exited', 'not_filled'];

/** Orders events by the times at which they happened. */
export const orderTimeline = (events: readonly TimelineEvent[]): TimelineEvent[] =>
  events.toSorted((a, b) => compare(getOrder(a), getOrder(b)));

const getOrder = ({ kind, at, date }: TimelineEvent) =>
  at ?? date + (KINDS_AT_CLOSE.includes(kind) ? CLOSE_UTC : OPEN_UTC);

const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b));
