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
import { PENDING } from './follow-bar.ts';
import { DAYS_WITHOUT_TRADES, describeMissing, type Gap, getWait, listUsedDividends } from './gaps.ts';
import { Paths } from './paths.ts';
import { addBar, addStep, compareGains, getResult, NEW_TRAIL, type Trail, toArray } from './trail.ts';

/** Increases whenever the rules change, so that every signal is evaluated again. */
export const EVALUATOR_VERSION = 3;

/** Only bars of so many days before the first day give a last close. */
export const DAYS_BEFORE = 30;

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
  const calendar = { pricesUntil, addTradingDays };
  const closeBefore = findCloseBefore(bars, start, addDays(signal.firstDate, -DAYS_BEFORE));
  const referenceClose = getReference(signal, { before: closeBefore, first: bars[start] }, adjustments);
  const orderKind = getOrderKind(signal, referenceClose, bars[start]);
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
  /** The last bar that is not untraded: its close is the last close. */
  let last = closeBefore;
  let waitedUntil: LocalDate | null = null;
  let missing: EvaluationStep | null = null;
  /** The first day of a last bar that decides nothing, which nothing confirms yet (rule 29), and of the days without a bar before it. */
  let unconfirmedFrom: LocalDate | null = null;

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
  /** A stop that has moved to the entry by a day cancels it before that day, whatever its bar and those after it are like. */
  const cancelPending = (date: LocalDate) => {
    if (paths.live.has(PENDING)) applyEvents(date);
  };
  /** Ends open positions if no bar with trades followed the last one until a date. */
  const endWithoutTrades = (until: LocalDate) => {
    if (!last || !paths.isOpen || until < addDays(last.date, DAYS_WITHOUT_TRADES)) return;
    const date = addTradingDays(last.date, DAYS_WITHOUT_TRADES);
    if (date > until) return;
    applyEvents(date);
    const close = bringForward(last.close, adjustments, { after: last.date, until: date });
    paths.endTrading(date, close, index - 1);
  };
  const getWaitFor = ({ index: next, ...gap }: Gap) => {
    const before = bars.slice(findStart(bars, addDays(signal.firstDate, -DAYS_BEFORE)), next);
    const givesPreviousClose = before.some(({ previousClose }) => previousClose !== null);
    return getWait({ ...gap, next: bars[next], givesPreviousClose }, adjustments, calendar);
  };
  const subtracted = new Set<EvaluatedAdjustment>();
  const addDividends = (dividends: readonly EvaluatedAdjustment[]) => {
    for (const each of dividends) {
      if (subtracted.has(each)) continue;
      subtracted.add(each);
      const { exDate: date, dividend: amount = '0', recordedOn = null } = each;
      const step: EvaluationStep = { code: 'dividend_subtracted', date, amount, recorded_on: recordedOn };
      paths.addSteps((trail) => addStep(trail, step));
    }
  };
  /** Returns the first trading day after the bars until now. */
  const getNextDate = () =>
    index === start ? signal.firstDate : addTradingDays((bars[index - 1] as EvaluatedBar).date, 1);

  for (; index < bars.length && paths.live.size > 0; index += 1) {
    const bar = bars[index] as EvaluatedBar;
    const from = getNextDate();
    if (from > lastPendingDate) endPending();
    cancelPending(from);
    if (paths.live.size === 0) break;
    const dayBefore = addDays(bar.date, -1);
    const unusable = getUnusableReason(bar, getPreviousClose(bar, last, adjustments));
    const gaps: Gap[] = from < bar.date ? [{ index, from, last, hasDays: true, since: from }] : [];
    if (unusable !== null) {
      const lastClose = unusable === 'untraded' ? last : bar;
      const dayAfter = addTradingDays(bar.date, 1);
      gaps.push({ index: index + 1, from: dayAfter, last: lastClose, hasDays: false, since: bar.date });
    }
    for (const gap of gaps) {
      // Rule 19: what has ended by the days without a bar does not wait until the bar after them is confirmed.
      if (!gap.hasDays && missing === null && unconfirmedFrom === null && !paths.live.has(PENDING))
        endWithoutTrades(dayBefore);
      if (paths.live.size === 0) break;
      const until = getWaitFor(gap);
      if (until === 'unconfirmed')
        missing ??= describeMissing(from, { next: bars[gap.index], last: gap.last }, adjustments);
      else if (until === 'not_yet') unconfirmedFrom = from;
      else {
        waitedUntil = max(until, waitedUntil);
        addDividends(listUsedDividends({ ...gap, next: bars[gap.index] }, adjustments));
      }
    }
    if (missing !== null || (unconfirmedFrom !== null && from < bar.date)) {
      const end = addTradingDays(from, DAYS_WITHOUT_TRADES - 1);
      // Rule 19, whatever is missing: its result is the worse of two.
      if (end < bar.date) {
        endWithoutTrades(dayBefore);
        waitedUntil = max(end, waitedUntil);
      }
      break;
    }
    if (bar.date > lastPendingDate) endPending();
    endWithoutTrades(dayBefore);
    if (paths.live.size === 0) break;
    applyEvents(bar.date);
    if (unusable !== null) paths.addSteps((trail) => addBar(trail, unusable, bar));
    else if (hasRange(bar)) {
      const isStart = followDay(paths, signal, bar, index);
      if (isStart || !isMeasurable) isMeasurable = paths.agree;
    }
    if (unusable !== 'untraded') {
      last = bar;
      paths.setLastClose(bar);
    }
    const hasClose = unusable === null || unusable === 'close_only';
    if (bar.date >= endDate && hasClose && unconfirmedFrom === null)
      paths.exitAtClose(bar, exitReason, index);
  }
  if (paths.live.size > 0) {
    const from = missing?.date ?? unconfirmedFrom ?? getNextDate();
    if (from <= min(pricesUntil, lastPendingDate)) cancelPending(from);
    if (from > lastPendingDate && pricesUntil >= lastPendingDate) endPending();
    const end = addTradingDays(from, DAYS_WITHOUT_TRADES - 1);
    const hasLive = paths.live.size > 0;
    const isPast = missing === null && unconfirmedFrom === null && end <= pricesUntil;
    const until = from > pricesUntil || isPast ? pricesUntil : addDays(from, -1);
    if (until >= lastPendingDate) endPending();
    endWithoutTrades(until);
    if (isPast && hasLive) waitedUntil = max(end, waitedUntil);
    if (missing) paths.addSteps((trail) => addStep(trail, missing as EvaluationStep));
  }
  const isWaiting = missing !== null && paths.live.size > 0;
  return {
    orderKind,
    referenceClose,
    waitedUntil,
    ...conclude(signal, paths, { index, isMeasurable, isWaiting }),
  };
}

/**
 * Follows a day by its intraday prices after the publication if they are complete, else by its bar. Returns whether paths start at any of
 * several prices, which may be from before the publication.
 */
function followDay(paths: Paths, signal: EvaluatedSignal, bar: PricedBar, index: number): boolean {
  const intraday = getIntraday(bar);
  const isPublicationDay = signal.isPublishedInSession && bar.date === signal.firstDate;
  let isStart = false;
  if (intraday === null) {
    isStart = isPublicationDay;
    paths.follow(bar, bar, { opening: isStart ? 'anywhere' : 'first', index });
  }
  let isFirst = !isPublicationDay;
  for (const part of intraday ?? []) {
    const time = compareToPublication(part, signal);
    if (time === 'before') continue;
    const isUncertain = time === 'same_minute';
    const opening = isUncertain
      ? isStart
        ? 'continued_or_anywhere'
        : 'anywhere'
      : isFirst
        ? 'first'
        : 'continued';
    paths.follow(bar, part, { opening, index });
    isStart ||= isUncertain;
    isFirst = false;
  }
  paths.addSteps((trail, state) => {
    const last = trail.steps?.last;
    const isEvent = last?.date === bar.date && TRADES.includes(last.code);
    return isEvent ? trail : addBar(trail, state === PENDING ? 'waited' : 'held', bar);
  });
  return isStart;
}

const MINUTE_SECONDS = 60;

/** Times of prices may be those of minutes: within that of the publication, a price may be from before or after it. */
function compareToPublication(
  { at }: IntradayBar,
  { publishedAt }: EvaluatedSignal,
): 'before' | 'same_minute' | 'after' {
  const minute = publishedAt - (publishedAt % MINUTE_SECONDS);
  if (at < minute) return 'before';
  return at < minute + MINUTE_SECONDS ? 'same_minute' : 'after';
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
  { index, isMeasurable, isWaiting }: { index: number; isMeasurable: boolean; isWaiting: boolean },
): Omit<Evaluation, 'orderKind' | 'referenceClose' | 'waitedUntil'> {
  const size = { parts: signal.targets.length, risk: Math.abs(signal.entry - signal.stop) };
  const marked = [...paths.live].map(([state, { worst, best }]) => ({
    state,
    bounds: { worst: paths.markAtLastClose(worst, state), best: paths.markAtLastClose(best, state) },
  }));
  const all = [...(paths.ended ? [paths.ended] : []), ...marked.map(({ bounds }) => bounds)].reduce((a, b) =>
    paths.mergeBounds(a, b),
  );
  const bounds = { worst: getResult(all.worst, size), best: getResult(all.best, size) };
  const [first, ...others] = marked;
  if (first) {
    const { state, bounds: live } = others.reduce(
      (a, b) => (paths.mergeBounds(a.bounds, b.bounds).worst === a.bounds.worst ? a : b),
      first,
    );
    const { lastClose } = paths;
    const isMissed = state === PENDING && paths.isFirstTargetTraded;
    const isOpen = state !== PENDING;
    const { rMultiple, percent } = getResult(live.worst, size);
    return {
      ...describe(live.worst, null),
      state: isOpen ? 'open' : 'pending',
      reason: isWaiting ? 'prices_missing' : isMissed ? 'entry_missed' : null,
      bounds,
      isMeasurable,
      mark:
        isOpen && lastClose
          ? { date: lastClose.date, price: lastClose.price, rMultiple, percent: percent ?? '0.00' }
          : null,
      barsHeld: live.worst.fillIndex === null ? null : index - 1 - live.worst.fillIndex,
      endedOn: null,
    };
  }
  const { worst } = all;
  const date = paths.endedOn ?? signal.firstDate;
  const ended = { bounds, mark: null, endedOn: date };
  if (!isMeasurable && compareGains(all.best, worst) !== 0) {
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

/** Returns the last bar before the first day that is not untraded: its close is the last close. */
function findCloseBefore(
  bars: readonly EvaluatedBar[],
  start: number,
  earliest: LocalDate,
): EvaluatedBar | null {
  for (let index = start - 1; index >= 0; index -= 1) {
    const bar = bars[index] as EvaluatedBar;
    if (bar.date < earliest) return null;
    if (bar.volume !== 0) return bar;
  }
  return null;
}

/**
 * Returns the last price before the publication: that of the intraday prices if it was published in session, else the last close before
 * its first day.
 */
function getReference(
  signal: EvaluatedSignal,
  { before, first }: { before: EvaluatedBar | null; first: EvaluatedBar | undefined },
  adjustments: readonly EvaluatedAdjustment[],
): number | null {
  const { firstDate, isPublishedInSession } = signal;
  if (!isPublishedInSession)
    return before ? bringForward(before.close, adjustments, { after: before.date, until: firstDate }) : null;
  if (first?.date !== firstDate || !hasRange(first)) return null;
  return (
    getIntraday(first)?.findLast((part) => compareToPublication(part, signal) === 'before')?.close ?? null
  );
}

/** Returns the kind of the order; a touch if prices in the minute of the publication, one of which may be the last before it, differ. */
function getOrderKind(
  signal: EvaluatedSignal,
  reference: number | null,
  first: EvaluatedBar | undefined,
): OrderKind {
  const { side, entry, firstDate } = signal;
  if (reference === null) return 'touch';
  const isStop = (price: number) => (side === 'buy' ? price < entry : price > entry);
  const intraday = first?.date === firstDate && hasRange(first) ? getIntraday(first) : null;
  const isUncertain = intraday?.some(
    (part) =>
      compareToPublication(part, signal) === 'same_minute' &&
      (isStop(part.high) !== isStop(reference) || isStop(part.low) !== isStop(reference)),
  );
  if (isUncertain) return 'touch';
  return isStop(reference) ? 'stop' : 'limit';
}

const getPreviousClose = (
  { date, previousClose }: EvaluatedBar,
  last: EvaluatedBar | null,
  adjustments: readonly EvaluatedAdjustment[],
): number | null =>
  previousClose ?? (last ? bringForward(last.close, adjustments, { after: last.date, until: date }) : null);

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
const max = (a: LocalDate, b: LocalDate | null): LocalDate => (b !== null && b > a ? b : a);

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
