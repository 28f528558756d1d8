import Big from 'big.js';
import type { LocalDate } from '#core/contract/dates.ts';
import {
  type EvaluatedAdjustment,
  type EvaluatedBar,
  type EvaluatedSignal,
  type EvaluationStep,
  type ExitReason,
  type OrderKind,
  scalePrice,
} from './evaluation.ts';
import {
  type Continuation,
  ENDED,
  type Happening,
  type Levels,
  listContinuations,
  type Opening,
  PENDING,
  type PositionState,
  type Range,
} from './follow-bar.ts';
import { addStep, compareGains, comparePaths, NEW_TRAIL, type Trail } from './trail.ts';

/** The worst and the best of the paths that lead to a position; the same object if there is one. */
export interface Bounds {
  worst: Trail;
  best: Trail;
}

type Prices = Pick<Range, 'open' | 'high' | 'low' | 'close'>;

/** The positions that a signal may have on some price path, each with the worst and the best path to it, from bar to bar. */
export class Paths {
  live = new Map<PositionState, Bounds>();
  ended: Bounds | null = null;
  /** The date on which the last of the ended paths did. */
  endedOn: LocalDate | null = null;
  /** The first target was traded after the publication. */
  isFirstTargetTraded = false;
  /** The last close since the first day; its price is as traded. */
  lastClose: { date: LocalDate; price: number; perShare: Big } | null = null;
  readonly #sign: 1 | -1;
  readonly #levels: Levels & { targets: number[] };
  readonly #parts: number;
  #orderKind: OrderKind;
  #factor = new Big(1);

  constructor(signal: EvaluatedSignal, orderKind: OrderKind, published: EvaluationStep) {
    const sign = signal.side === 'buy' ? 1 : -1;
    this.#sign = sign;
    this.#levels = {
      entry: sign * signal.entry,
      stop: sign * signal.stop,
      targets: signal.targets.map((target) => sign * target),
    };
    this.#parts = signal.targets.length;
    this.#orderKind = orderKind;
    const trail = addStep(NEW_TRAIL, published);
    this.live.set(PENDING, { worst: trail, best: trail });
  }

  /** Returns whether all paths have led to one position at the same result so far. */
  get agree(): boolean {
    const all = [...this.live.values(), ...(this.ended ? [this.ended] : [])];
    return all.length === 1 && all.every(({ worst, best }) => compareGains(worst, best) === 0);
  }

  get isOpen(): boolean {
    return this.live.size > (this.live.has(PENDING) ? 1 : 0);
  }

  /** Applies an adjustment or a cash dividend, which a sell pays, before the open of its ex-date. */
  adjust({ exDate: date, factor, dividend, isImplied }: EvaluatedAdjustment): void {
    if (dividend !== undefined && this.#sign < 0) {
      const perShare = new Big(dividend).div(this.#factor);
      this.#change((trail, state) => {
        if (state === PENDING) return trail;
        const gain = trail.gain.minus(perShare.times(this.#parts - state));
        return addStep({ ...trail, gain }, { code: 'dividend_paid', date, amount: dividend });
      });
    }
    if (new Big(factor).eq(1)) return;
    const sign = this.#sign;
    const levels = this.#levels;
    const scale = (level: number) => sign * scalePrice(sign * level, factor);
    levels.entry = scale(levels.entry);
    levels.stop = scale(levels.stop);
    levels.targets = levels.targets.map(scale);
    this.#factor = this.#factor.times(factor);
    const step: EvaluationStep = {
      code: 'adjusted',
      date,
      factor,
      ...(isImplied ? { is_implied: isImplied } : {}),
      entry: sign * levels.entry,
      stop: sign * levels.stop,
      targets: levels.targets.map((target) => sign * target),
    };
    this.#change((trail) => addStep(trail, step));
  }

  /** Applies a moved stop, which cancels a pending entry that it reaches. One that is not closer to profit has no effect. */
  moveStop(stop: number, date: LocalDate): void {
    const levels = this.#levels;
    const isTowardProfit = this.#sign * stop > levels.stop;
    const code = isTowardProfit ? 'stop_moved' : 'stop_move_ignored';
    const step: EvaluationStep = { code, date, from: this.#sign * levels.stop, to: stop };
    this.#change((trail) => addStep(trail, step));
    if (!isTowardProfit) return;
    levels.stop = this.#sign * stop;
    if (levels.stop >= levels.entry) this.endPending('canceled', 'stop_moved', date);
  }

  endPending(
    state: 'expired' | 'canceled',
    reason: 'validity' | 'no_prices' | 'closed' | 'stop_moved',
    date: LocalDate,
  ): void {
    this.#end(
      (key) => key === PENDING,
      (trail) => ({
        ...addStep(trail, { code: state, date, reason }),
        end: { state, reason },
      }),
    );
  }

  /** Follows all paths through a bar, or through a part of one. */
  follow(bar: EvaluatedBar, prices: Prices, { opening, index }: { opening: Opening; index: number }): void {
    const range = this.#toRange(prices, bar);
    // The high may be from before the publication.
    const highest = opening === 'first' || opening === 'continued' ? range.high : range.close;
    if (highest >= (this.#levels.targets[0] ?? highest)) this.isFirstTargetTraded = true;
    const next = new Map<PositionState, Bounds>();
    for (const [state, bounds] of this.live) {
      const continuations = listContinuations(state, range, this.#levels, { kind: this.#orderKind, opening });
      const isOne = continuations.length === 1;
      for (const each of continuations) {
        if (isOne && each.happenings.length === 0) {
          this.#merge(next, each.to, bounds);
          continue;
        }
        const extend = (trail: Trail) => this.#extend(trail, each, { bar, index, state, isOne });
        const worst = extend(bounds.worst);
        const best = bounds.best === bounds.worst ? worst : extend(bounds.best);
        this.#merge(next, each.to, { worst, best });
      }
    }
    const ended = next.get(ENDED);
    next.delete(ENDED);
    if (ended) this.#addEnded(ended);
    this.live = next.size < 2 ? next : new Map([...next].sort(([a], [b]) => a - b));
    // An entry that waits above its price is a limit order, and one that waits below it a stop order.
    const isDecided =
      range.close !== this.#levels.entry &&
      (prices === bar || opening === 'first' || opening === 'continued');
    if (this.#orderKind === 'touch' && isDecided)
      this.#orderKind = range.close > this.#levels.entry ? 'limit' : 'stop';
  }

  /** Remembers the close of a bar as the last close. */
  setLastClose({ date, close: price }: EvaluatedBar): void {
    this.lastClose = { date, price, perShare: this.#perShare(price, 1) };
  }

  exitAtClose(bar: EvaluatedBar, reason: ExitReason, index: number): void {
    const { date, close: price } = bar;
    this.#exitAll(date, price, { reason, index }, { code: 'exited_at_close', date, price, reason });
  }

  /** Ends open positions in a symbol that is no longer traded at the worse of the stop loss and the last close. */
  endTrading(date: LocalDate, lastClose: number, index: number): void {
    const price = this.#sign * Math.min(this.#levels.stop, this.#sign * lastClose);
    const step: EvaluationStep = { code: 'trading_ended', date, price, last_close: lastClose };
    this.#exitAll(date, price, { reason: 'trading_ended', index }, step);
  }

  /** Adds a step to the paths on which nothing happened, or to all. */
  addSteps(add: (trail: Trail, state: PositionState) => Trail): void {
    this.#change(add);
  }

  /** Returns a path with the gain that it has if its open parts exited at the last close. */
  markAtLastClose(trail: Trail, state: PositionState): Trail {
    if (state === PENDING || state === ENDED || this.lastClose === null) return trail;
    const { date, price, perShare } = this.lastClose;
    const parts = this.#parts - state;
    return {
      ...trail,
      gain: trail.gain.plus(perShare.times(parts)),
      mark: { date, price, parts, reason: 'time' },
    };
  }

  /** Merges the bounds of two paths. Of several paths with the same result, that of rule 2 remains. */
  mergeBounds(a: Bounds, b: Bounds): Bounds {
    const compare = (one: Trail, other: Trail) => comparePaths(one, other, this.#sign) || -1;
    const worst = compareGains(a.worst, b.worst) || compare(a.worst, b.worst);
    const best = compareGains(b.best, a.best) || compare(a.best, b.best);
    return { worst: worst < 0 ? a.worst : b.worst, best: best < 0 ? a.best : b.best };
  }

  #toRange({ open, high, low, close }: Prices, day: EvaluatedBar): Range {
    return this.#sign > 0
      ? { open, high, low, close, lowOfDay: day.low ?? low }
      : { open: -open, high: -low, low: -high, close: -close, lowOfDay: -(day.high ?? high) };
  }

  #perShare(price: number, parts: number): Big {
    return new Big(this.#sign * price * parts).div(this.#factor);
  }

  #extend(
    before: Trail,
    { happenings }: Continuation,
    { bar, index, state, isOne }: { bar: EvaluatedBar; index: number; state: PositionState; isOne: boolean },
  ): Trail {
    const { date, low, high } = bar;
    let trail = before;
    const isNoted = trail.steps?.last.date === date && trail.steps.last.code === 'several_paths';
    if (!isOne && !isNoted && low !== null && high !== null)
      trail = addStep(trail, { code: 'several_paths', date, low, high });
    let openParts = state === PENDING ? this.#parts : this.#parts - state;
    for (const each of happenings) {
      if (each.kind === 'fill') trail = this.#fill(trail, each, { date, index });
      else {
        const parts = each.kind === 'stop' ? openParts : 1;
        trail = this.#exit(trail, each, { date, index, parts });
        openParts -= parts;
      }
    }
    if (openParts > 0) return trail;
    return { ...trail, end: { state: 'closed', reason: trail.exits?.last.reason ?? 'stop' } };
  }

  #fill(
    trail: Trail,
    { price, at }: Happening & { kind: 'fill' },
    { date, index }: { date: LocalDate; index: number },
  ): Trail {
    const traded = this.#sign * price;
    const fillPerShare = new Big(traded).div(this.#factor);
    return addStep(
      {
        ...trail,
        fill: { date, price: traded },
        fillPerShare,
        fillIndex: index,
        isFilledWorse: price > this.#levels.entry,
        gain: fillPerShare.times(-this.#sign * this.#parts),
      },
      { code: 'filled', date, price: traded, at },
    );
  }

  #exit(
    trail: Trail,
    { kind, price, at }: Exclude<Happening, { kind: 'fill' }>,
    { date, index, parts }: { date: LocalDate; index: number; parts: number },
  ): Trail {
    const traded = this.#sign * price;
    const { entry, stop } = this.#levels;
    const targetsHit = trail.targetsHit + (kind === 'target' ? 1 : 0);
    const isBreakeven = stop === entry && price === stop && !trail.isFilledWorse;
    const step: EvaluationStep =
      kind === 'target'
        ? { code: 'target_hit', date, target: targetsHit, price: traded, at }
        : { code: 'stop_hit', date, level: this.#sign * stop, price: traded, at };
    const reason = kind === 'target' ? kind : isBreakeven ? 'breakeven' : 'stop';
    return this.#leave(
      addStep({ ...trail, targetsHit }, step),
      { date, price: traded, parts, reason },
      index,
    );
  }

  #leave(
    trail: Trail,
    exit: { date: LocalDate; price: number; parts: number; reason: ExitReason },
    index: number,
  ) {
    return {
      ...trail,
      gain: trail.gain.plus(this.#perShare(exit.price, exit.parts)),
      exits: { last: exit, before: trail.exits },
      lastIndex: index,
    };
  }

  #exitAll(
    date: LocalDate,
    price: number,
    { reason, index }: { reason: ExitReason; index: number },
    step: EvaluationStep,
  ): void {
    this.#end(
      (key) => key !== PENDING,
      (trail, state) => ({
        ...this.#leave(addStep(trail, step), { date, price, parts: this.#parts - state, reason }, index),
        end: { state: 'closed', reason },
      }),
    );
  }

  #end(
    isEnding: (state: PositionState) => boolean,
    end: (trail: Trail, state: PositionState) => Trail,
  ): void {
    for (const [state, bounds] of this.live) {
      if (!isEnding(state)) continue;
      this.live.delete(state);
      this.#addEnded(mapBounds(bounds, (trail) => end(trail, state)));
    }
  }

  #addEnded(bounds: Bounds): void {
    const date = bounds.worst.steps?.last.date ?? null;
    if (date !== null && (this.endedOn === null || date > this.endedOn)) this.endedOn = date;
    this.ended = this.ended ? this.mergeBounds(this.ended, bounds) : bounds;
  }

  #merge(map: Map<PositionState, Bounds>, state: PositionState, bounds: Bounds): void {
    const before = map.get(state);
    map.set(state, before ? this.mergeBounds(before, bounds) : bounds);
  }

  #change(change: (trail: Trail, state: PositionState) => Trail): void {
    for (const [state, bounds] of this.live)
      this.live.set(
        state,
        mapBounds(bounds, (trail) => change(trail, state)),
      );
  }
}

function mapBounds({ worst, best }: Bounds, map: (trail: Trail) => Trail): Bounds {
  const mapped = map(worst);
  return { worst: mapped, best: best === worst ? mapped : map(best) };
}
