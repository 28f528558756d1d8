import { addDays, type LocalDate } from '#contract/dates.ts';
import { getUnusableReason, hasRange } from './classify-bar.ts';
import type {
  EvaluatedAdjustment,
  EvaluatedBar,
  EvaluatedSignal,
  Evaluation,
  EvaluationOptions,
  EvaluationReason,
  OrderKind,
} from './evaluation.ts';
import { createPosition, type Position } from './position.ts';
import { bringForward } from './scale-price.ts';
import { createStepLog } from './step-log.ts';

/** Increases whenever the rules change, so that every signal is evaluated again. */
export const EVALUATOR_VERSION = 1;

/** Only bars of so many days before the first day give a reference close and a previous close. */
export const DAYS_BEFORE = 30;

/**
 * Evaluates a signal by the rules of docs/evaluation.md. Where a bar does not show what happened first, the worse result
 * counts. Bars and adjustments are those of the symbol, by date; a few bars before the first day give the reference close.
 */
export function evaluateSignal(
  signal: EvaluatedSignal,
  bars: readonly EvaluatedBar[],
  adjustments: readonly EvaluatedAdjustment[],
  { pricesUntil }: EvaluationOptions,
): Evaluation {
  const log = createStepLog();
  const start = findStart(bars, signal.firstDate);
  const before = getBarBefore(signal, bars[start - 1]);
  const referenceClose = before ? getReference(signal, before, adjustments) : null;
  const orderKind = getOrderKind(signal, referenceClose);
  log.add({
    code: 'published',
    date: signal.firstDate,
    order_kind: orderKind,
    reference_close: referenceClose,
    in_session: signal.isPublishedInSession,
  });
  const position = createPosition(signal, orderKind, log);
  const events = listEvents(signal, adjustments);
  const { endDate, exitReason } = getEnd(signal);
  const lastPendingDate = min(signal.lastEntryDate, signal.closedOn);
  let isUnproven = false;
  let index = start;
  let fillIndex: number | null = null;

  const conclude = (): Evaluation => {
    const state = position.getState();
    const last = bars[Math.min(index, bars.length - 1)];
    return {
      ...describe(position),
      orderKind,
      referenceClose,
      mark:
        state === 'open' && last
          ? { date: last.date, price: last.close, ...position.getResult(last.close) }
          : null,
      barsHeld: fillIndex === null ? null : Math.min(index, bars.length - 1) - fillIndex,
      steps: log.steps,
    };
  };
  const end = (state: 'expired' | 'canceled', reason: EvaluationReason, date: LocalDate): Evaluation => {
    log.add({ code: state, date, reason });
    return { ...conclude(), state, reason };
  };
  const endPending = (): Evaluation => {
    const date = lastPendingDate;
    if (isUnproven) return end('expired', 'unproven', date);
    if (index === start) return end('expired', 'no_prices', date);
    return date === signal.lastEntryDate ? end('expired', 'validity', date) : end('canceled', 'closed', date);
  };

  for (; index < bars.length; index += 1) {
    const bar = bars[index] as EvaluatedBar;
    if (position.getState() === 'pending' && bar.date > lastPendingDate) return endPending();
    for (let event = events[0]; event && event.date <= bar.date; event = events[0]) {
      events.shift();
      if (event.kind === 'adjustment') position.adjust(event.factor, event.date);
      else if (!position.moveStop(event.stop, event.date)) return end('canceled', 'stop_moved', event.date);
    }
    const unusable = getUnusableReason(
      bar,
      getPreviousClose(bar, index === start ? before : bars[index - 1], adjustments),
    );
    if (unusable !== null) {
      log.addBar(unusable, bar);
    } else if (hasRange(bar)) {
      const isPublicationBar = signal.isPublishedInSession && bar.date === signal.firstDate;
      isUnproven = false;
      if (isPublicationBar) isUnproven = position.followPublicationBar(bar, endDate === bar.date) !== null;
      else position.followBar(bar);
    }
    if (position.fill !== null) fillIndex ??= index;
    const hasClose = unusable === null || unusable === 'close_only';
    if (position.getState() === 'open' && bar.date >= endDate && hasClose)
      position.exitAtClose(bar, exitReason);
    if (position.getState() === 'closed') return conclude();
  }
  if (position.getState() === 'pending' && pricesUntil >= lastPendingDate) return endPending();
  return conclude();
}

function describe(position: Position) {
  const state = position.getState();
  const { fill, exits } = position;
  const result = state === 'closed' ? position.getResult() : { rMultiple: null, percent: null };
  const reason = state === 'closed' ? (exits.at(-1)?.reason ?? null) : null;
  return { state, reason, fill, exits, targetsHit: position.getTargetsHit(), ...result };
}

/** Returns the index of the first bar that counts. */
function findStart(bars: readonly EvaluatedBar[], firstDate: LocalDate): number {
  let [from, to] = [0, bars.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((bars[middle] as EvaluatedBar).date < firstDate) from = middle + 1;
    else to = middle;
  }
  return from;
}

const getBarBefore = ({ firstDate }: EvaluatedSignal, bar: EvaluatedBar | undefined) =>
  bar && bar.date >= addDays(firstDate, -DAYS_BEFORE) ? bar : undefined;

const getReference = (
  { firstDate }: EvaluatedSignal,
  bar: EvaluatedBar,
  adjustments: readonly EvaluatedAdjustment[],
) => bringForward(bar.close, adjustments, { after: bar.date, until: firstDate });

function getOrderKind({ side, entry }: EvaluatedSignal, reference: number | null): OrderKind {
  if (reference === null) return 'touch';
  const isBelow = side === 'buy' ? reference < entry : reference > entry;
  return isBelow ? 'stop' : 'limit';
}

const getPreviousClose = (
  { date, previousClose }: EvaluatedBar,
  before: EvaluatedBar | undefined,
  adjustments: readonly EvaluatedAdjustment[],
): number | null =>
  previousClose ??
  (before ? bringForward(before.close, adjustments, { after: before.date, until: date }) : null);

/** Returns the day at whose close an open position exits, and why. */
function getEnd({ closedOn, timeLimit }: EvaluatedSignal) {
  const isClosedBefore = closedOn !== null && closedOn < timeLimit.date;
  return isClosedBefore
    ? ({ endDate: closedOn, exitReason: 'manual' } as const)
    : { endDate: timeLimit.date, exitReason: timeLimit.reason };
}

type Event =
  | { kind: 'adjustment'; date: LocalDate; factor: string }
  | { kind: 'stop_move'; date: LocalDate; stop: number };

/** Returns the adjustments after the first day and the stop moves by date, on the same date the adjustments first. */
function listEvents(signal: EvaluatedSignal, adjustments: readonly EvaluatedAdjustment[]): Event[] {
  const adjusted = adjustments
    .filter(({ exDate }) => exDate > signal.firstDate)
    .map(({ exDate, factor }): Event => ({ kind: 'adjustment', date: exDate, factor }));
  const moved = signal.stopMoves.map(
    ({ appliesFrom, stop }): Event => ({ kind: 'stop_move', date: appliesFrom, stop }),
  );
  const events = [...adjusted, ...moved];
  return events.length < 2 ? events : events.sort((a, b) => (a.date < b.date ? -1 : Number(a.date > b.date)));
}

const min = (a: LocalDate, b: LocalDate | null): LocalDate => (b !== null && b < a ? b : a);
