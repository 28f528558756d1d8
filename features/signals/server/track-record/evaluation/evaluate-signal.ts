import { addDays, type LocalDate } from '#core/contract/dates.ts';
import { calculatePaisaLimits } from '#features/signals/contract/levels/price-limits.ts';
import {
  bringForward,
  type EvaluatedAdjustment,
  type EvaluatedBar,
  type EvaluatedSignal,
  type Evaluation,
  type EvaluationOptions,
  type EvaluationStep,
  type IntradayBar,
  type OrderKind,
  type UnusableReason,
} from './evaluation.ts';
import { type Opening, PENDING } from './follow-bar.ts';
import { mergeBounds, Paths } from './paths.ts';
import { addBar, addStep, getResult, NEW_TRAIL, type Trail, toArray } from './trail.ts';

/** Increases whenever the rules change, so that every signal is evaluated again. */
export const EVALUATOR_VERSION = 2;

/** Only bars of so many days before the first day give a reference close and a previous close. */
export const DAYS_BEFORE = 30;

/** A position in a symbol without trades on so many trading days ends. */
const DAYS_WITHOUT_TRADES = 20;

/**
 * Evaluates a signal by the rules of docs/evaluation.md: the result is the worst over all price paths that the data allow. Bars and
 * adjustments are those of the symbol, by date; a few bars before the first day give the reference close.
 */
export function evaluateSignal(
  signal: EvaluatedSignal,
  bars: readonly EvaluatedBar[],
  adjustments: readonly EvaluatedAdjustment[],
  { pricesUntil, addTradingDays }: EvaluationOptions,
): Evaluation {
  const start = findStart(bars, signal.firstDate);
  const before = getBarBefore(signal, bars[start - 1]);
  const referenceClose = getReference(signal, { before, first: bars[start] }, adjustments);
  const orderKind = getOrderKind(signal, referenceClose);
  const paths = new Paths(signal, orderKind, {
    code: 'published',
    date: signal.firstDate,
    order_kind: orderKind,
    reference_close: referenceClose,
    in_session: signal.isPublishedInSession,
  });
  const events = listEvents(signal, adjustments);
  const { endDate, exitReason } = getEnd(signal);
  const lastPendingDate = min(signal.lastEntryDate, signal.closedOn);
  let isMeasurable = true;
  let index = start;
  let lastTraded: EvaluatedBar | null = null;

  const applyEvents = (until: LocalDate) => {
    for (let event = events[0]; event && event.date <= until; event = events[0]) {
      events.shift();
      if (event.kind === 'adjustment') paths.adjust(event.adjustment);
      else paths.moveStop(event.stop, event.date);
    }
  };
  const endPending = () => {
    const date = lastPendingDate;
    if (!paths.live.has(PENDING)) return;
    if (index === start) paths.endPending('expired', 'no_prices', date);
    else if (date === signal.lastEntryDate) paths.endPending('expired', 'validity', date);
    else paths.endPending('canceled', 'closed', date);
  };
  /** Ends open positions if no bar with trades followed the last one until a date, or before the next bar. */
  const endWithoutTrades = ({ until, before: next }: { until: LocalDate; before?: LocalDate }) => {
    if (lastTraded === null || !paths.isOpen || until < addDays(lastTraded.date, DAYS_WITHOUT_TRADES)) return;
    const date = addTradingDays(lastTraded.date, DAYS_WITHOUT_TRADES);
    if (date > until || date === next) return;
    applyEvents(date);
    const close = bringForward(lastTraded.close, adjustments, { after: lastTraded.date, until: date });
    paths.endTrading(date, close, index - 1);
  };

  for (; index < bars.length && paths.live.size > 0; index += 1) {
    const bar = bars[index] as EvaluatedBar;
    if (bar.date > lastPendingDate) endPending();
    endWithoutTrades({ until: bar.date, before: bar.date });
    if (paths.live.size === 0) break;
    applyEvents(bar.date);
    const previousClose = getPreviousClose(bar, index === start ? before : bars[index - 1], adjustments);
    const unusable = getUnusableReason(bar, previousClose);
    if (unusable !== null) paths.addSteps((trail) => addBar(trail, unusable, bar));
    else if (hasRange(bar)) {
      const opening = followDay(paths, signal, bar, { index, orderKind });
      if (opening === 'anywhere' || !isMeasurable) isMeasurable = paths.agree;
    }
    if (unusable !== 'untraded') lastTraded = bar;
    const hasClose = unusable === null || unusable === 'close_only';
    if (bar.date >= endDate && hasClose) paths.exitAtClose(bar, exitReason, index);
  }
  if (pricesUntil >= lastPendingDate) endPending();
  endWithoutTrades({ until: pricesUntil });
  const last = index === start ? undefined : bars[index - 1];
  return { orderKind, referenceClose, ...conclude(signal, paths, { last, index, isMeasurable }) };
}

/** Follows a day by its intraday prices after the publication if they are complete, else by its bar. Returns how it began. */
function followDay(
  paths: Paths,
  signal: EvaluatedSignal,
  bar: PricedBar,
  { index, orderKind }: { index: number; orderKind: OrderKind },
): Opening {
  const intraday = orderKind === 'touch' ? null : getIntraday(bar);
  const isPublicationDay = signal.isPublishedInSession && bar.date === signal.firstDate;
  const isWhole = intraday === null;
  let opening: Opening = !isPublicationDay ? 'first' : isWhole ? 'anywhere' : 'continued';
  if (isWhole) paths.follow(bar, bar, { opening, index });
  for (const part of intraday ?? []) {
    if (part.at <= signal.publishedAt) continue;
    paths.follow(bar, part, { opening, index });
    opening = 'continued';
  }
  paths.addSteps((trail, state) => {
    const last = trail.steps?.last;
    const isEvent = last?.date === bar.date && TRADES.includes(last.code);
    return isEvent ? trail : addBar(trail, state === PENDING ? 'waited' : 'held', bar);
  });
  return opening;
}

const TRADES: readonly EvaluationStep['code'][] = ['filled', 'target_hit', 'stop_hit'];

/** Returns the intraday bars of a day, or `null` if they lack its high or its low, so that they cannot be complete. */
function getIntraday({ high, low, intraday }: PricedBar): readonly IntradayBar[] | null {
  if (!intraday || intraday.length === 0) return null;
  let [highest, lowest] = [0, Number.MAX_SAFE_INTEGER];
  for (const part of intraday) {
    highest = Math.max(highest, part.high);
    lowest = Math.min(lowest, part.low);
  }
  return highest === high && lowest === low ? intraday : null;
}

function conclude(
  signal: EvaluatedSignal,
  paths: Paths,
  { last, index, isMeasurable }: { last: EvaluatedBar | undefined; index: number; isMeasurable: boolean },
): Omit<Evaluation, 'orderKind' | 'referenceClose'> {
  const size = { parts: signal.targets.length, risk: Math.abs(signal.entry - signal.stop) };
  const close = last?.close ?? 0;
  const marked = [...paths.live].map(([state, { worst, best }]) => ({
    state,
    bounds: { worst: paths.markAt(worst, state, close), best: paths.markAt(best, state, close) },
  }));
  const all = [...(paths.ended ? [paths.ended] : []), ...marked.map(({ bounds }) => bounds)].reduce(
    mergeBounds,
  );
  const bounds = { worst: getResult(all.worst, size), best: getResult(all.best, size) };
  const [first, ...others] = marked;
  if (first) {
    const { state, bounds: live } = others.reduce(
      (worst, each) => (each.bounds.worst.gain.lt(worst.bounds.worst.gain) ? each : worst),
      first,
    );
    const isOpen = state !== PENDING;
    const { rMultiple, percent } = getResult(live.worst, size);
    return {
      ...describe(live.worst, null),
      state: isOpen ? 'open' : 'pending',
      reason: !isOpen && paths.isFirstTargetTraded ? 'entry_missed' : null,
      bounds,
      isMeasurable,
      mark: isOpen && last ? { date: last.date, price: close, rMultiple, percent: percent ?? '0.00' } : null,
      barsHeld: live.worst.fillIndex === null ? null : index - 1 - live.worst.fillIndex,
      endedOn: null,
    };
  }
  const { worst } = all;
  const date = paths.endedOn ?? signal.firstDate;
  const ended = { bounds, mark: null, endedOn: date };
  if (!isMeasurable && !all.best.gain.eq(worst.gain)) {
    const [low, high] = [bounds.worst.rMultiple, bounds.best.rMultiple];
    return {
      ...describe(
        { ...NEW_TRAIL, steps: worst.steps },
        { code: 'not_measurable', date, worst: low, best: high },
      ),
      ...ended,
      state: 'not_measurable',
      isMeasurable: false,
      barsHeld: null,
    };
  }
  const isClosed = worst.end?.state === 'closed';
  return {
    ...describe(worst, null),
    ...ended,
    state: worst.end?.state ?? 'closed',
    reason: worst.end?.reason ?? null,
    ...(isClosed ? { rMultiple: bounds.worst.rMultiple, percent: bounds.worst.percent } : {}),
    isMeasurable: true,
    barsHeld: isClosed ? (worst.lastIndex ?? 0) - (worst.fillIndex ?? 0) : null,
  };
}

const describe = (trail: Trail, step: EvaluationStep | null) => ({
  reason: null,
  fill: trail.fill,
  exits: toArray(trail.exits),
  targetsHit: trail.targetsHit,
  rMultiple: null,
  percent: null,
  steps: toArray((step ? addStep(trail, step) : trail).steps),
});

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

/** Returns the last price before the publication: within the first day if that is stored, else the last close before that day. */
function getReference(
  { firstDate, isPublishedInSession, publishedAt }: EvaluatedSignal,
  { before, first }: { before: EvaluatedBar | undefined; first: EvaluatedBar | undefined },
  adjustments: readonly EvaluatedAdjustment[],
): number | null {
  if (isPublishedInSession && first?.date === firstDate && hasRange(first)) {
    const last = getIntraday(first)?.findLast(({ at }) => at <= publishedAt);
    if (last) return last.close;
  }
  return before ? bringForward(before.close, adjustments, { after: before.date, until: firstDate }) : null;
}

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
  | { kind: 'adjustment'; date: LocalDate; adjustment: EvaluatedAdjustment }
  | { kind: 'stop_move'; date: LocalDate; stop: number };

/** Returns what changes levels after the first day by date; on the same date dividends, then adjustments, then stop moves. */
function listEvents(signal: EvaluatedSignal, adjustments: readonly EvaluatedAdjustment[]): Event[] {
  const applied = adjustments.filter(({ exDate }) => exDate > signal.firstDate);
  const isDividend = ({ dividend }: EvaluatedAdjustment) => dividend !== undefined;
  const changed = [...applied.filter(isDividend), ...applied.filter((each) => !isDividend(each))].map(
    (adjustment): Event => ({ kind: 'adjustment', date: adjustment.exDate, adjustment }),
  );
  const moved = signal.stopMoves.map(
    ({ appliesFrom, stop }): Event => ({ kind: 'stop_move', date: appliesFrom, stop }),
  );
  const events = [...changed, ...moved];
  return events.length < 2 ? events : events.sort((a, b) => (a.date < b.date ? -1 : Number(a.date > b.date)));
}

const min = (a: LocalDate, b: LocalDate | null): LocalDate => (b !== null && b < a ? b : a);

type PricedBar = EvaluatedBar & { open: number; high: number; low: number };

/** Returns why a bar fills nothing and hits nothing, or `null` for a usable bar. */
function getUnusableReason(bar: EvaluatedBar, previousClose: number | null): UnusableReason | null {
  if (bar.volume === 0) return 'untraded';
  if (!hasRange(bar)) return 'close_only';
  return isLimitLocked(bar, previousClose) ? 'limit_locked' : null;
}

const hasRange = (bar: EvaluatedBar): bar is PricedBar =>
  bar.open !== null && bar.high !== null && bar.low !== null;

function isLimitLocked({ date, open, high, low, close }: PricedBar, previousClose: number | null): boolean {
  if (open !== close || high !== close || low !== close) return false;
  if (previousClose === null) return true;
  const { lower, upper } = calculatePaisaLimits(previousClose, date);
  return close >= upper || close <= lower;
}
