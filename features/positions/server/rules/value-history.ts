import { addDays, getWeekday, type LocalDate } from '#core/contract/dates.ts';
import type { ReturnProblem } from '#features/positions/contract/positions.ts';
import { addOne, multiply, type Paisa, prorate, type Ratio } from './amounts.ts';
import type { Movement } from './follow-history.ts';
import type { ClosePoint, History, PriceSeries } from './history.ts';

/** A close, in shares of the date for which it was asked. */
interface Price extends ClosePoint {
  /** It is from before a bonus or a split. */
  isAdjusted: boolean;
}

export interface Pricer {
  /** Returns the last close of a company until a date; `null` without one. */
  find(company: string, date: LocalDate): Price | null;
  /** Returns the close before that one. */
  findPrevious(company: string, date: LocalDate): Price | null;
}

/** Creates what finds closes: those of a renamed company under all its names, and those before a bonus or a split in shares after it. */
export function createPricer(series: PriceSeries, { actions, names }: History): Pricer {
  const closes = new Map<string, readonly ClosePoint[]>();
  const getCloses = (company: string) => {
    let points = closes.get(company);
    if (!points) {
      points = names
        .listNames(company)
        .flatMap((name) => series.get(name) ?? [])
        .toSorted((a, b) => (a.date < b.date ? -1 : Number(a.date > b.date)));
      closes.set(company, points);
    }
    return points;
  };
  const rescales = Map.groupBy(
    actions
      .flatMap((action) => {
        const { symbol, exDate: date, key } = action;
        const ratio = toShareRatio(action);
        return ratio ? [{ company: names.resolve(symbol), date, ratio, order: `${date} ${key}` }] : [];
      })
      .sort((a, b) => (a.order < b.order ? -1 : 1)),
    ({ company }) => company,
  );
  const findAt = (company: string, date: LocalDate, back: number): Price | null => {
    const points = getCloses(company);
    const point = points[countUntil(points, date) - 1 - back];
    if (!point) return null;
    const since = (rescales.get(company) ?? []).filter(
      (rescale) => rescale.date > point.date && rescale.date <= date,
    );
    const close = since.reduce(
      (price, { ratio }) => multiply(price, { numerator: ratio.denominator, denominator: ratio.numerator }),
      point.close,
    );
    return { date: point.date, close, isAdjusted: since.length > 0 };
  };
  return {
    find: (company, date) => findAt(company, date, 0),
    findPrevious: (company, date) => findAt(company, date, 1),
  };
}

/** Returns the shares after an action for one before it; `null` of actions that do not change the price so. */
function toShareRatio(action: History['actions'][number]): Ratio | null {
  if (action.correction?.decision === 'ignored') return null;
  if (action.kind === 'bonus') return addOne(action.ratio);
  return action.kind === 'split' ? (action.correction?.ratio ?? action.ratio) : null;
}

/** Returns the number of points until a date. */
function countUntil(points: readonly ClosePoint[], date: LocalDate): number {
  let [low, high] = [0, points.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((points[middle]?.date ?? '') <= date) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** What is held, by company. */
export class Holdings {
  readonly #shares = new Map<string, number>();

  apply({ kind, company, shares }: Movement): void {
    const held = this.#shares.get(company) ?? 0;
    const next =
      kind === 'rescale' ? shares : kind === 'in' ? held + shares : kind === 'out' ? held - shares : held;
    if (next === 0) this.#shares.delete(company);
    else this.#shares.set(company, next);
  }

  get(company: string): number {
    return this.#shares.get(company) ?? 0;
  }

  get isEmpty(): boolean {
    return this.#shares.size === 0;
  }

  /** Returns the value of what has a close, and the companies that have none. */
  getValue(pricer: Pricer, date: LocalDate): { value: Paisa; unpriced: string[]; priced: number } {
    let [value, priced] = [0, 0];
    const unpriced: string[] = [];
    for (const [company, shares] of this.#shares) {
      const price = pricer.find(company, date);
      if (price) [value, priced] = [value + shares * price.close, priced + 1];
      else unpriced.push(company);
    }
    return { value, unpriced, priced };
  }
}

/** Returns what was paid or received; for a transfer without a price, its value at the close, `null` without one. */
export function getPayment({ amount, shares, company, date }: Movement, pricer: Pricer): Paisa | null {
  const close = amount === null ? pricer.find(company, date)?.close : undefined;
  return amount ?? (close === undefined ? null : shares * close);
}

export interface WeeklyPoint {
  date: LocalDate;
  value: Paisa | null;
  putIn: Paisa;
}

const FRIDAY = 5;

/** Returns the value and the money put in on the Fridays since the first purchase, and on the last date. */
export function listWeeklyPoints(
  movements: readonly Movement[],
  pricer: Pricer,
  until: LocalDate,
): WeeklyPoint[] {
  const first = movements[0]?.date;
  if (first === undefined) return [];
  const holdings = new Holdings();
  const points: WeeklyPoint[] = [];
  let [next, putIn] = [0, 0];
  for (let date = toFriday(first); ; date = addDays(date, 7)) {
    const day = date < until ? date : until;
    for (let move = movements[next]; move && move.date <= day; move = movements[next]) {
      holdings.apply(move);
      if (move.kind === 'in') putIn += getPayment(move, pricer) ?? 0;
      if (move.kind === 'out') putIn -= getPayment(move, pricer) ?? 0;
      next += 1;
    }
    const { value, priced } = holdings.getValue(pricer, day);
    points.push({ date: day, value: priced === 0 && !holdings.isEmpty ? null : value, putIn });
    if (day === until) return points;
  }
}

const toFriday = (date: LocalDate) => addDays(date, (FRIDAY - getWeekday(date) + 7) % 7);

interface Period {
  /** The close after which it begins; `null` for the first payment. */
  from: LocalDate | null;
  until: LocalDate;
}

type Weighted = { growth: Growth } | { problem: ReturnProblem; unpriced: string[] };

/** Of one rupee: 1.1 is 10 %. */
interface Growth {
  withDividends: number;
  withoutDividends: number;
}

/**
 * Returns the growth over a period, whatever came and left. On a day with payments, shares that stay count at the close, those that leave at
 * what was received for them, and those that come from then on at what was paid.
 */
export function weightByTime(
  movements: readonly Movement[],
  pricer: Pricer,
  { from, until }: Period,
): Weighted {
  const holdings = new Holdings();
  const inPeriod = movements.filter((move) => {
    if (from !== null && move.date <= from) holdings.apply(move);
    else return move.date <= until;
    return false;
  });
  const start = from === null ? null : holdings.getValue(pricer, from);
  if (start && start.unpriced.length > 0) return { problem: 'no_prices', unpriced: start.unpriced };
  let [base, isMeasured] = [start?.value ?? 0, !holdings.isEmpty];
  let [withDividends, withoutDividends] = [1, 1];
  const grow = (factor: number, dividends: number) => {
    withDividends *= factor + dividends;
    withoutDividends *= factor;
  };
  for (const [date, moves] of Map.groupBy(inPeriod, (move) => move.date)) {
    const wasEmpty = holdings.isEmpty;
    for (const move of moves) if (move.kind === 'rescale') holdings.apply(move);
    const payments = moves.filter(({ kind }) => kind !== 'rescale');
    if (payments.length === 0) continue;
    const day = applyPayments(holdings, payments, { pricer, date });
    if ('problem' in day) return day;
    if (!wasEmpty && base <= 0) return { problem: 'no_base', unpriced: [] };
    const invested = day.dayTraded + day.paid;
    if (!wasEmpty) grow((day.value + day.received - day.dayTraded) / base, day.dividends / base);
    else if (invested > 0) grow((day.received + day.paid) / invested, day.dividends / invested);
    isMeasured = true;
    base = day.value + day.paid;
  }
  if (!isMeasured) return { problem: 'no_payments', unpriced: [] };
  const end = holdings.getValue(pricer, until);
  if (end.unpriced.length > 0) return { problem: 'no_prices', unpriced: end.unpriced };
  if (!holdings.isEmpty && base <= 0) return { problem: 'no_base', unpriced: [] };
  if (!holdings.isEmpty) grow(end.value / base, 0);
  return { growth: { withDividends, withoutDividends } };
}

interface Day {
  /** Of the shares that were held before and stay, at the close. */
  value: Paisa;
  /** For shares. */
  received: Paisa;
  dividends: Paisa;
  /** For shares that stay. */
  paid: Paisa;
  /** For shares that left on the same day. */
  dayTraded: Paisa;
}

function applyPayments(
  holdings: Holdings,
  payments: readonly Movement[],
  { pricer, date }: { pricer: Pricer; date: LocalDate },
): Day | { problem: ReturnProblem; unpriced: string[] } {
  let [received, dividends, paid, dayTraded] = [0, 0, 0, 0];
  const unpaid = new Set<string>();
  const added: Movement[] = [];
  for (const [company, moves] of Map.groupBy(payments, (move) => move.company)) {
    const sum = (kind: Movement['kind'], get: (move: Movement) => number | null) =>
      moves.reduce((total, move) => total + (move.kind === kind ? (get(move) ?? 0) : 0), 0);
    const getPaid = (move: Movement) => getPayment(move, pricer);
    if (moves.some((move) => getPaid(move) === null)) unpaid.add(company);
    const [bought, sold, before] = [sum('in', getShares), sum('out', getShares), holdings.get(company)];
    const soldAtOnce = Math.max(sold - before, 0);
    const payment = sum('in', getPaid);
    const paidForSold = bought === 0 ? 0 : prorate(payment, soldAtOnce, bought);
    received += sum('out', getPaid);
    dividends += sum('dividend', getPaid);
    dayTraded += paidForSold;
    paid += payment - paidForSold;
    holdings.apply({ kind: 'out', company, shares: sold - soldAtOnce, date, amount: 0 });
    added.push({ kind: 'in', company, shares: bought - soldAtOnce, date, amount: 0 });
  }
  const { value, unpriced } = holdings.getValue(pricer, date);
  const missing = [...new Set([...unpriced, ...unpaid])];
  if (missing.length > 0) return { problem: 'no_prices', unpriced: missing };
  for (const move of added) holdings.apply(move);
  return { value, received, dividends, paid, dayTraded };
}

const getShares = ({ shares }: Movement) => shares;
