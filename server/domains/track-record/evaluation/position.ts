import Big from 'big.js';
import type { PricedBar } from './classify-bar.ts';
import type { EvaluatedBar, EvaluatedSignal, Evaluation, Exit, ExitReason, OrderKind } from './evaluation.ts';
import { scalePrice } from './scale-price.ts';
import type { StepLog } from './step-log.ts';

/** The levels and the range of a bar as if the signal were a buy: those of a sell have the opposite sign. */
interface Range {
  open: number;
  high: number;
  low: number;
  close: number;
}

const toRange = ({ open, high, low, close }: PricedBar, side: EvaluatedSignal['side']): Range =>
  side === 'buy' ? { open, high, low, close } : { open: -open, high: -low, low: -high, close: -close };

/** Rounds half away from zero. Zero has no sign. */
function format(value: Big, decimals: number): string {
  const rounded = value.round(decimals, Big.roundHalfUp);
  return rounded.eq(0) ? new Big(0).toFixed(decimals) : rounded.toFixed(decimals);
}

/** The levels, the fill and the exits of a signal while its bars are followed. */
export interface Position {
  fill: Evaluation['fill'];
  exits: Exit[];
  getState(): 'pending' | 'open' | 'closed';
  getTargetsHit(): number;
  adjust(factor: string, date: string): void;
  /** Applies a moved stop. Returns `false` if it cancels the pending entry. */
  moveStop(stop: number, date: string): boolean;
  /** Returns `unproven` if the bar does not show whether the entry came after the publication. */
  followPublicationBar(bar: PricedBar, endsAtClose: boolean): 'unproven' | null;
  followBar(bar: PricedBar): void;
  exitAtClose(bar: EvaluatedBar, reason: ExitReason): void;
  /** Returns the result if what is open exited at a price of the last bar. */
  getResult(price?: number): { rMultiple: string; percent: string };
}

export function createPosition(signal: EvaluatedSignal, orderKind: OrderKind, log: StepLog): Position {
  const { side } = signal;
  const sign = side === 'buy' ? 1 : -1;
  const partCount = signal.targets.length;
  const levels = {
    entry: sign * signal.entry,
    stop: sign * signal.stop,
    targets: signal.targets.map((target) => sign * target),
  };
  let factor = new Big(1);
  let fillFactor = factor;
  let realized = new Big(0);
  let targetsHit = 0;
  let openParts = partCount;
  const exits: Exit[] = [];

  const position: Position = {
    fill: null,
    exits,
    getState: () => (position.fill === null ? 'pending' : openParts > 0 ? 'open' : 'closed'),
    getTargetsHit: () => targetsHit,

    adjust(adjustment, date) {
      const scale = (level: number) => sign * scalePrice(sign * level, adjustment);
      levels.entry = scale(levels.entry);
      levels.stop = scale(levels.stop);
      levels.targets = levels.targets.map(scale);
      factor = factor.times(adjustment);
      log.add({
        code: 'adjusted',
        date,
        factor: adjustment,
        entry: sign * levels.entry,
        stop: sign * levels.stop,
        targets: levels.targets.map((target) => sign * target),
      });
    },

    moveStop(stop, date) {
      const isTowardProfit = sign * stop > levels.stop;
      const code = isTowardProfit ? 'stop_moved' : 'stop_move_ignored';
      log.add({ code, date, from: sign * levels.stop, to: stop });
      if (isTowardProfit) levels.stop = sign * stop;
      return position.fill !== null || levels.stop < levels.entry;
    },

    followPublicationBar(bar, endsAtClose) {
      const range = toRange(bar, side);
      if (!reachesEntry(range)) {
        log.addBar('waited', bar);
        return null;
      }
      if (range.low <= levels.stop) {
        enter(bar, levels.entry, 'entry');
        exitAtStop(bar, levels.stop, 'level');
      } else if (orderKind === 'limit' && range.close <= levels.entry) {
        enter(bar, levels.entry, 'entry');
        noteTarget(bar, range, 'published_in_session');
      } else if (orderKind === 'stop' && range.close >= levels.entry && !endsAtClose) {
        enter(bar, range.close, 'close');
        noteTarget(bar, range, 'published_in_session');
      } else {
        log.add({ code: 'unproven', date: bar.date, low: bar.low, high: bar.high, close: bar.close });
        return 'unproven';
      }
      return null;
    },

    followBar(bar) {
      const range = toRange(bar, side);
      if (position.fill !== null) followOpen(bar, range);
      else if (reachesEntry(range)) followEntryBar(bar, range);
      else log.addBar('waited', bar);
    },

    exitAtClose(bar, reason) {
      log.add({ code: 'exited_at_close', date: bar.date, price: bar.close, reason });
      exit(bar.date, sign * bar.close, openParts, reason);
    },

    getResult(price) {
      const fillPrice = new Big(position.fill?.price ?? 0).times(sign).div(fillFactor);
      const rest = new Big((price ?? 0) * sign * openParts).div(factor);
      const gain = realized.plus(rest).div(partCount).minus(fillPrice);
      const risk = Math.abs(signal.entry - signal.stop);
      return {
        rMultiple: format(gain.div(risk), 4),
        percent: format(gain.times(100).div(fillPrice.abs()), 2),
      };
    },
  };

  function reachesEntry({ high, low }: Range): boolean {
    return (orderKind === 'stop' || low <= levels.entry) && (orderKind === 'limit' || high >= levels.entry);
  }

  function followEntryBar(bar: PricedBar, range: Range): void {
    const prices: Record<OrderKind, number> = {
      limit: Math.min(range.open, levels.entry),
      stop: Math.max(range.open, levels.entry),
      touch: levels.entry,
    };
    const price = prices[orderKind];
    enter(bar, price, price === levels.entry ? 'entry' : 'open');
    if (range.low > levels.stop) noteTarget(bar, range, 'entry_bar');
    else if (price <= levels.stop) exitAtStop(bar, range.low, 'low');
    else exitAtStop(bar, levels.stop, 'level');
  }

  function followOpen(bar: PricedBar, range: Range): void {
    if (range.open <= levels.stop) {
      exitAtStop(bar, range.open, 'open');
      return;
    }
    const exitsBefore = exits.length;
    hitTargets(bar, range.open, 'open');
    if (openParts > 0 && range.low <= levels.stop) {
      noteTarget(bar, range, 'stop_in_same_bar');
      exitAtStop(bar, levels.stop, 'level');
      return;
    }
    hitTargets(bar, range.high, 'level');
    if (exits.length === exitsBefore) log.addBar('held', bar);
  }

  function hitTargets(bar: PricedBar, reached: number, at: 'level' | 'open'): void {
    for (;;) {
      const target = levels.targets[targetsHit];
      if (target === undefined || reached < target) return;
      targetsHit += 1;
      const price = at === 'open' ? reached : target;
      log.add({ code: 'target_hit', date: bar.date, target: targetsHit, price: sign * price, at });
      exit(bar.date, price, 1, 'target');
    }
  }

  function noteTarget(
    { date }: PricedBar,
    { high }: Range,
    because: 'entry_bar' | 'stop_in_same_bar' | 'published_in_session',
  ): void {
    const target = levels.targets[targetsHit];
    if (target !== undefined && high >= target)
      log.add({ code: 'target_not_counted', date, target: targetsHit + 1, because });
  }

  function enter({ date }: PricedBar, price: number, at: 'entry' | 'open' | 'close'): void {
    position.fill = { date, price: sign * price };
    fillFactor = factor;
    log.add({ code: 'filled', date, price: sign * price, at });
  }

  function exitAtStop({ date }: PricedBar, price: number, at: 'level' | 'open' | 'low'): void {
    log.add({ code: 'stop_hit', date, level: sign * levels.stop, price: sign * price, at });
    exit(date, price, openParts, levels.stop === levels.entry ? 'breakeven' : 'stop');
  }

  function exit(date: string, price: number, parts: number, reason: ExitReason): void {
    realized = realized.plus(new Big(price * parts).div(factor));
    openParts -= parts;
    exits.push({ date, price: sign * price, parts, reason });
  }

  return position;
}
