import Big from 'big.js';
import { formatShortDate, type LocalDate } from '#core/contract/dates.ts';
import type { PastClosure } from '#features/corporate-actions/server/corporate-actions.ts';
import {
  calculateFactor,
  listChanges,
} from '#features/market/server/prices/adjustments/record-adjustments.ts';
import type { BarValues, PriceRecord, PriceRow } from './price-records.ts';

/** A change of the number of shares: the close before its ex-date is `divisor` times the price after it. */
interface Action {
  exDate: LocalDate;
  divisor: number;
  payout: string;
}

/** A row of a time series. */
interface Point {
  row: PriceRow & { record: PriceRecord };
  date: LocalDate;
  close: number;
  open: number | null;
}

/** The points on each side whose opens and closes are compared, and how many of them are enough to detect a small bonus. */
const NEIGHBORS = 20;
const ENOUGH = 21;
/** The open and the close of a day differ by at most about 22 % (price limits of 10 % on both sides), their median by far less. */
const MAX_DAY = Math.log(1.25);
const MAX_MEDIAN = Math.log(1.02);
/** A few points, and the step on an ex-date, only show changes that are larger than the moves of a day. */
const MIN_CLEAR_DIVISOR = 1.4;
/** An estimated ex-date can be some days from the first day at the new price, and trading can be suspended before it. */
const MAX_DAYS_FROM_STEP = 21;

/**
 * Returns the rows of a file, with the closes of time series as traded. The exchange's series may restate closes, but not opens, for
 * later splits and bonuses: a ratio of open and close that is the product of known ones restores the close, and any other ratio rejects the
 * row. A restored row has only its close, because whether its volume is restated is unknown. `listClosures` returns
 * the closures of a symbol whose ex-date has come.
 */
export async function restoreSeries(
  rows: readonly PriceRow[],
  listClosures: (symbol: string) => Promise<readonly PastClosure[]>,
): Promise<PriceRow[]> {
  const points = rows.flatMap((row) => ('record' in row && row.record.isPoint ? [toPoint(row)] : []));
  if (points.length === 0) return [...rows];
  const replaced = new Map<PriceRow, PriceRow>();
  for (const [symbol, own] of Map.groupBy(points, ({ row }) => row.record.symbol)) {
    const series = own.sort((a, b) => a.date.localeCompare(b.date));
    const actions = listActions(await listClosures(symbol));
    for (const [point, row] of restorePoints(series, actions)) replaced.set(point.row, row);
  }
  return rows.map((row) => replaced.get(row) ?? row);
}

function toPoint(row: PriceRow & { record: PriceRecord }): Point {
  const { close = '', open = null } = row.record.values as Partial<BarValues>;
  return { row, date: row.record.date, close: Number(close), open: open === null ? null : Number(open) };
}

function listActions(closures: readonly PastClosure[]): Action[] {
  return closures
    .flatMap((closure) =>
      listChanges(closure).flatMap(({ change }) => {
        // What the exchange does for rights is unknown, and their factor depends on a close.
        const factor = change.kind === 'right' ? null : calculateFactor(change, null);
        const { exDate, payout } = closure;
        return factor === null ? [] : [{ exDate, payout, divisor: 1 / Number(factor) }];
      }),
    )
    .sort((a, b) => a.exDate.localeCompare(b.exDate));
}

function restorePoints(series: readonly Point[], actions: readonly Action[]): Map<Point, PriceRow> {
  const results = new Map<Point, PriceRow>();
  /** The closes as traded, as far as the opens show it. */
  const closes = new Map<Point, number>();
  for (const [index, point] of series.entries()) {
    const { divisor, problem = null } = findDivisor(series, index, actions);
    if (divisor === null) results.set(point, reject(point));
    else if (problem === 'alone') results.set(point, doubt(point));
    else if (divisor !== 1) results.set(point, addDoubt(restore(point, divisor), problem));
    else if (problem !== null) results.set(point, addDoubt(point.row, problem));
    closes.set(point, point.close * (divisor ?? 1));
  }
  for (const action of actions) {
    if (!isRestatedWithoutStep(series, closes, action)) continue;
    for (const point of series.filter(({ date }) => date < action.exDate)) {
      const earlier = results.get(point);
      if (earlier && 'rejection' in earlier) continue;
      const divisor = ((closes.get(point) ?? point.close) / point.close) * action.divisor;
      closes.set(point, point.close * divisor);
      results.set(point, restore(point, divisor, action));
    }
  }
  return results;
}

/**
 * Returns by how much the close of a point is divided, as its open and those around it show; `null` if no known actions explain it. It is
 * not clear if the point `alone` contradicts the ones around it, or if too few points differ too much, which a `small` bonus can explain.
 */
function findDivisor(
  series: readonly Point[],
  index: number,
  actions: readonly Action[],
): { divisor: number | null; problem?: 'alone' | 'small' } {
  const point = series[index] as Point;
  const ratio = getRatio(point);
  if (ratio === null) return { divisor: 1 };
  const later = actions.filter(({ exDate }) => exDate > point.date);
  // A series can be older than the last actions, so each number of them is possible.
  const divisors = [1];
  for (const { divisor } of later) divisors.push((divisors.at(-1) ?? 1) * divisor);
  const sides = series.slice(Math.max(0, index - NEIGHBORS), index + NEIGHBORS + 1);
  const ratios = sides
    .filter(({ date }) => !actions.some(({ exDate }) => isBetween(exDate, date, point.date)))
    .flatMap((each) => getRatio(each) ?? []);
  const median = getMedian(ratios);
  const isEnough = ratios.length >= ENOUGH;
  const isAlone = ratios.length > 2 && Math.abs(Math.log(ratio / median)) > MAX_DAY;
  const measured = isEnough && !isAlone ? median : ratio;
  const possible =
    isEnough && !isAlone ? divisors : divisors.filter((each) => each === 1 || each >= MIN_CLEAR_DIVISOR);
  const distance = (divisor: number) => Math.abs(Math.log(measured / divisor));
  const divisor = possible.reduce((best, each) => (distance(each) < distance(best) ? each : best), 1);
  const isExplained = distance(divisor) <= (isEnough && !isAlone ? MAX_MEDIAN : MAX_DAY);
  if (!isExplained) return isAlone ? { divisor: 1, problem: 'alone' } : { divisor: null };
  const isSmall = !isEnough && !isAlone && Math.abs(Math.log(median / divisor)) > MAX_MEDIAN;
  return isSmall ? { divisor, problem: 'small' } : { divisor };
}

const getRatio = ({ open, close }: Point): number | null => (open === null ? null : open / close);

/** Returns whether an ex-date separates two dates. */
const isBetween = (exDate: LocalDate, a: LocalDate, b: LocalDate) => a < exDate !== b < exDate;

function getMedian(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 1;
}

/** Returns whether the closes around an ex-date have no step, although the action divides the price. */
function isRestatedWithoutStep(
  series: readonly Point[],
  closes: ReadonlyMap<Point, number>,
  { exDate, divisor }: Action,
): boolean {
  if (divisor < MIN_CLEAR_DIVISOR) return false;
  const near = series.filter(({ date }) => getDistance(date, exDate) <= MAX_DAYS_FROM_STEP);
  if (!near.some(({ date }) => date < exDate) || !near.some(({ date }) => date >= exDate)) return false;
  const threshold = Math.log(divisor) / 2;
  return near.every((point, index) => {
    const next = near[index + 1];
    const [before = 1, after = 1] = [closes.get(point), next && closes.get(next)];
    return next === undefined || Math.log(before / after) < threshold;
  });
}

const DAY_MS = 86_400_000;
const getDistance = (a: LocalDate, b: LocalDate) => Math.abs(Date.parse(a) - Date.parse(b)) / DAY_MS;

/** Makes the row of a close as traded. It waits if only the missing step of an `action` shows that the close is restated. */
function restore({ row }: Point, divisor: number, action?: Action): PriceRow {
  const { close = '' } = row.record.values as Partial<BarValues>;
  const traded = new Big(close).times(divisor.toFixed(8)).round(2, Big.roundHalfUp).toFixed(2);
  const doubts = action
    ? [
        `The closes do not change on ${formatShortDate(action.exDate)} (${action.payout}), so they seem to be restated. If you confirm the row, its close ${close} is stored as traded, ${traded}.`,
      ]
    : [];
  const { open: _, volume: __, ...values } = row.record.values as Partial<BarValues>;
  const restated = { close, divisor };
  return { ...row, record: { ...row.record, values: { ...values, close: traded }, doubts, restated } };
}

/**
 * Returns whether a close as traded is the one that a restored record has, which is exact to half the divisor in paisa. Always `false` for
 * other records.
 */
export function isRoundedTo({ restated }: PriceRecord, close: string): boolean {
  if (!restated) return false;
  const difference = new Big(close).minus(new Big(restated.close).times(restated.divisor)).abs();
  // The divisor itself is rounded.
  return difference.lte((restated.divisor / 2 + 0.01) / 100);
}

const SMALL_CHANGE =
  'The opens and the closes around this day differ by more than 2 %, so the closes may be restated for a bonus that the book closures do not have, and the file has too few days to decide it.';

function addDoubt(row: PriceRow, problem: 'small' | null): PriceRow {
  if (problem === null || !('record' in row)) return row;
  const doubts = [...(row.record.doubts ?? []), SMALL_CHANGE];
  return { ...row, record: { ...row.record, doubts } };
}

function doubt({ row }: Point): PriceRow {
  const { open, close } = row.record.values as Partial<BarValues>;
  const { open: _, ...values } = row.record.values as Partial<BarValues>;
  const sentence = `The open ${open} and the close ${close} are further apart than the price limits of a day. If you confirm the row, only its close is stored.`;
  return { ...row, record: { ...row.record, values, doubts: [sentence] } };
}

function reject({ row, open, close }: Point): PriceRow {
  const { record, ...rest } = row;
  const { open: openText, close: closeText } = record.values as Partial<BarValues>;
  const ratio = Math.round(((open ?? 0) / close) * 100) / 100;
  return {
    ...rest,
    rejection: `The open ${openText} is ${ratio} times the close ${closeText}: the closes are restated for a later split or bonus that the book closures do not have. Import that closure first, then this file again.`,
  };
}
