import Big from 'big.js';
import type { LocalDate } from '#core/contract/dates.ts';
import type {
  EvaluatedBar,
  EvaluationReason,
  EvaluationStep,
  Exit,
  PathResult,
  UnusableReason,
} from './evaluation.ts';

/** A list that grows at its end and shares what came before with others. */
export interface Link<T> {
  last: T;
  before: Link<T> | null;
}

/** What one path led to so far. Prices are as traded, gains as if the signal were a buy. */
export interface Trail {
  /** The sum of all parts' gains per published share; for an open position without the prices at which its parts will exit. */
  gain: Big;
  fill: { date: LocalDate; price: number } | null;
  /** The price of the fill per published share. */
  fillPerShare: Big;
  /** Filled at a worse price than that of the entry. */
  isFilledWorse: boolean;
  exits: Link<Exit> | null;
  /** The parts that are open, as if they exited at the last close. */
  mark: Exit | null;
  targetsHit: number;
  /** The index of the bars of the fill and of the last exit. */
  fillIndex: number | null;
  lastIndex: number | null;
  steps: Link<EvaluationStep> | null;
  /** How the path ended. */
  end: { state: 'closed' | 'expired' | 'canceled'; reason: EvaluationReason } | null;
}

export const NEW_TRAIL: Trail = {
  gain: new Big(0),
  fill: null,
  fillPerShare: new Big(0),
  isFilledWorse: false,
  exits: null,
  mark: null,
  targetsHit: 0,
  fillIndex: null,
  lastIndex: null,
  steps: null,
  end: null,
};

export const addStep = (trail: Trail, step: EvaluationStep): Trail => ({
  ...trail,
  steps: { last: step, before: trail.steps },
});

/** Adds a bar on which nothing happened. Consecutive bars with the same meaning are one step. */
export function addBar(
  trail: Trail,
  code: 'waited' | 'held' | UnusableReason,
  { date, low, high, close }: EvaluatedBar,
): Trail {
  const isRange = code === 'waited' || code === 'held';
  const [lowest, highest] = [low ?? close, high ?? close];
  const last = trail.steps?.last;
  if (last?.code !== code || !('until' in last)) {
    const run = { date, until: date, bars: 1 };
    return addStep(trail, isRange ? { code, ...run, low: lowest, high: highest } : { code, ...run });
  }
  const run = { ...last, until: date, bars: last.bars + 1 };
  if ('low' in run) {
    run.low = Math.min(run.low, lowest);
    run.high = Math.max(run.high, highest);
  }
  return { ...trail, steps: { last: run, before: trail.steps?.before ?? null } };
}

export function toArray<T>(list: Link<T> | null): T[] {
  const items: T[] = [];
  for (let link = list; link !== null; link = link.before) items.push(link.last);
  return items.reverse();
}

/** Gains are quotients of factors, which are rounded. Different gains differ by more. */
const PRECISION = '1e-14';

/** Returns zero for two paths with the same gain, and a number below zero if the first one earns less. */
export function compareGains(a: Trail, b: Trail): number {
  if (a === b) return 0;
  const difference = a.gain.minus(b.gain);
  return difference.abs().lt(PRECISION) ? 0 : difference.s;
}

/**
 * Compares two paths with the same gain by the order of rule 2: by the fill, then exit by exit. Prices of sells have the opposite sign.
 * The order of two paths to one position is that of their continuations. Returns a number below zero if the first one counts.
 */
export function comparePaths(a: Trail, b: Trail, sign: 1 | -1): number {
  if (a === b) return 0;
  if (a.fill === null || b.fill === null) return Number(a.fill === null) - Number(b.fill === null);
  const byFill = compareTrades(a.fill, b.fill, sign);
  if (byFill !== 0) return byFill;
  const [exits, others] = [listParts(a), listParts(b)];
  for (const [index, exit] of exits.entries()) {
    const other = others[index];
    if (!other) break;
    const byExit = compareTrades(exit, other, sign) || getRank(exit) - getRank(other);
    if (byExit !== 0) return byExit;
  }
  return 0;
}

const getRank = ({ reason }: Exit): number =>
  reason === 'stop' || reason === 'breakeven' ? 0 : reason === 'target' ? 2 : 1;

type Trade = { date: LocalDate; price: number };

const compareTrades = (a: Trade, b: Trade, sign: 1 | -1): number =>
  a.date === b.date ? sign * (a.price - b.price) : a.date < b.date ? -1 : 1;

const listParts = ({ exits, mark }: Trail): Exit[] =>
  [...toArray(exits), ...(mark ? [mark] : [])].flatMap((exit) => Array<Exit>(exit.parts).fill(exit));

/** Returns the result of a path, or that of an open position if its open parts exited at a price per published share. */
export function getResult(
  { gain, fill, fillPerShare, exits }: Trail,
  { parts, risk }: { parts: number; risk: number },
): PathResult {
  const perPart = gain.div(parts);
  return {
    rMultiple: format(perPart.div(risk), 4),
    percent: fill === null ? null : format(perPart.times(100).div(fillPerShare), 2),
    fill,
    exits: toArray(exits),
  };
}

/** Rounds half away from zero. Zero has no sign. */
function format(value: Big, decimals: number): string {
  const rounded = value.round(decimals, Big.roundHalfUp);
  return rounded.eq(0) ? new Big(0).toFixed(decimals) : rounded.toFixed(decimals);
}
