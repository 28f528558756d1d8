import type { LocalDate } from '#core/contract/dates.ts';
import type { IndexCode } from '#features/market/contract/prices.ts';
import type { ReturnProblem, Returns } from '#features/positions/contract/positions.ts';
import { formatFraction, type Paisa } from './amounts.ts';
import type { Movement } from './follow-history.ts';
import type { ClosePoint } from './history.ts';
import { getPayment, Holdings, type Pricer, weightByTime } from './value-history.ts';

/** What was paid (below zero) or received on a date. */
export interface Flow {
  date: LocalDate;
  amount: number;
}

interface ReturnSources {
  movements: readonly Movement[];
  pricer: Pricer;
  /** The last date of all periods. */
  asOf: LocalDate;
  /** The values of each index by date. The first one is compared with. */
  indices: readonly (readonly [IndexCode, readonly ClosePoint[]])[];
}

/** Calculates the returns over `all`, a calendar year such as `2026`, or a tax year such as `2025-26`. */
export function calculateReturns(period: string, sources: ReturnSources): Returns {
  const { movements, pricer, asOf, indices } = sources;
  const bounds = toBounds(period, asOf);
  const days = findDays(movements, bounds);
  const weighted = weightByTime(movements, pricer, bounds);
  const toReturn = (hasDividends: boolean) => {
    const listed = listFlows(movements, pricer, { ...bounds, hasDividends });
    const rate = 'unpriced' in listed ? { problem: 'no_prices' as const } : findRate(listed.flows);
    const growth =
      'growth' in weighted ? weighted.growth[hasDividends ? 'withDividends' : 'withoutDividends'] : null;
    return {
      xirr: 'rate' in rate ? formatFraction(rate.rate) : null,
      xirr_problem: 'problem' in rate ? rate.problem : null,
      time_weighted: formatFraction(growth === null ? null : growth - 1),
      time_weighted_problem: 'problem' in weighted ? weighted.problem : null,
    };
  };
  const changes = indices.map(([code, values]) => ({
    code,
    change: formatFraction(days && getChange(values, days)),
  }));
  return {
    period,
    from: days?.from ?? null,
    until: days?.until ?? null,
    ...toReturn(true),
    unpriced: 'unpriced' in weighted ? weighted.unpriced : [],
    without_dividends: toReturn(false),
    index: changes[0] ?? { code: 'KSE100', change: null },
    indices: changes.filter(({ change }) => change !== null),
    periods: listPeriods(movements[0]?.date, asOf),
  };
}

interface Bounds {
  /** The close after which the period begins; `null` for the first payment. */
  from: LocalDate | null;
  until: LocalDate;
}

function toBounds(period: string, asOf: LocalDate): Bounds {
  if (period === 'all') return { from: null, until: asOf };
  const year = Number(period.slice(0, 4));
  const [from, until] = period.includes('-')
    ? [`${year}-06-30`, `${year + 1}-06-30`]
    : [`${year - 1}-12-31`, `${year}-12-31`];
  return { from, until: until < asOf ? until : asOf };
}

/** Returns the tax year of a date, from July to June: `2025-26`. */
export function getTaxYear(date: LocalDate): string {
  const year = Number(date.slice(0, 4)) - (date.slice(5, 7) < '07' ? 1 : 0);
  return `${year}-${String((year + 1) % 100).padStart(2, '0')}`;
}

function listPeriods(first: LocalDate | undefined, asOf: LocalDate): string[] {
  if (first === undefined) return [];
  const years = Array.from(
    { length: Number(asOf.slice(0, 4)) - Number(first.slice(0, 4)) + 1 },
    (_, index) => Number(asOf.slice(0, 4)) - index,
  );
  const taxYears = [...new Set(years.flatMap((year) => [`${year}-12-31`, `${year}-01-01`].map(getTaxYear)))];
  return [
    ...years.map(String),
    ...taxYears.filter((year) => year >= getTaxYear(first) && year <= getTaxYear(asOf)),
  ];
}

/** Returns the days over which shares were held within a period; `null` if none were. */
function findDays(
  movements: readonly Movement[],
  { from, until }: Bounds,
): { from: LocalDate; until: LocalDate } | null {
  const holdings = new Holdings();
  let [start, end] = [null as LocalDate | null, null as LocalDate | null];
  for (const move of movements) {
    if (move.date > until) break;
    if (start === null && from !== null && move.date > from && !holdings.isEmpty) start = from;
    holdings.apply(move);
    if (from !== null && move.date <= from) continue;
    start ??= move.date;
    end = move.date;
  }
  if (!holdings.isEmpty) [start, end] = [start ?? from, until];
  return start === null || end === null ? null : { from: start, until: end };
}

function getChange(
  values: readonly ClosePoint[],
  { from, until }: { from: LocalDate; until: LocalDate },
): number | null {
  const [start, end] = [from, until].map((date) => values.findLast((value) => value.date <= date));
  return start && end ? end.close / start.close - 1 : null;
}

/** Lists what was paid and received in a period. It begins as if what is held were bought, and ends as if it were sold, at the close. */
export function listFlows(
  movements: readonly Movement[],
  pricer: Pricer,
  { from, until, hasDividends }: Bounds & { hasDividends: boolean },
): { flows: Flow[] } | { unpriced: string[] } {
  const holdings = new Holdings();
  const amounts = new Map<LocalDate, Paisa>();
  const add = (date: LocalDate, amount: Paisa) => amounts.set(date, (amounts.get(date) ?? 0) + amount);
  const open = (date: LocalDate) => {
    const { value, unpriced } = holdings.getValue(pricer, date);
    if (value > 0) add(date, -value);
    return unpriced;
  };
  let isOpened = from === null;
  for (const move of movements) {
    if (move.date > until) break;
    if (!isOpened && from !== null && move.date > from) {
      isOpened = true;
      const unpriced = open(from);
      if (unpriced.length > 0) return { unpriced };
    }
    holdings.apply(move);
    if (!isOpened || move.kind === 'rescale' || (move.kind === 'dividend' && !hasDividends)) continue;
    const payment = getPayment(move, pricer);
    if (payment === null) return { unpriced: [move.company] };
    const { date, receivedOn = date } = move;
    if (move.kind === 'in') add(date, -payment);
    else add(receivedOn < until ? receivedOn : until, payment);
  }
  if (!isOpened && from !== null) {
    const unpriced = open(from);
    if (unpriced.length > 0) return { unpriced };
  }
  const { value, unpriced } = holdings.getValue(pricer, until);
  if (unpriced.length > 0) return { unpriced };
  if (value > 0) add(until, value);
  const flows = [...amounts].map(([date, amount]) => ({ date, amount }));
  return { flows: flows.filter(({ amount }) => amount !== 0).sort((a, b) => (a.date < b.date ? -1 : 1)) };
}

const DAY_MS = 86_400_000;
const DAYS_PER_YEAR = 365;

/** The logarithms of 1 + rate between which roots are looked for, from a loss of all but a millionth, and the distance of those that count as several. */
const SEARCH = { from: -14, to: 40, step: 0.05 };
const PRECISION = 1e-14;

type Rate = { rate: number } | { problem: ReturnProblem };

/**
 * Finds the yearly rate at which payments are worth nothing together: the XIRR of spreadsheets, with years of 365 days. Says so if there is
 * none, or if there are several.
 */
export function findRate(flows: readonly Flow[]): Rate {
  if (flows.length === 0) return { problem: 'no_payments' };
  const start = flows.reduce(
    (first, { date }) => Math.min(first, Date.parse(date)),
    Number.POSITIVE_INFINITY,
  );
  const payments = flows.map(({ date, amount }) => ({
    years: (Date.parse(date) - start) / DAY_MS / DAYS_PER_YEAR,
    amount,
  }));
  const last = payments.reduce((most, { years }) => Math.max(most, years), 0);
  /** The value and its slope at the logarithm, both divided by a positive number, so that neither overflows. */
  const evaluate = (logarithm: number) => {
    const shift = Math.max(-logarithm * last, 0);
    let [value, slope] = [0, 0];
    for (const { years, amount } of payments) {
      const term = amount * Math.exp(-logarithm * years - shift);
      value += term;
      slope -= years * term;
    }
    return { value, slope };
  };
  const roots = listBrackets(evaluate);
  const [root] = roots;
  if (root === undefined) return { problem: 'no_root' };
  if (roots.length > 1) return { problem: 'several_roots' };
  return { rate: Math.expm1(refine(root, evaluate)) };
}

type Bracket = [low: number, high: number];
type Evaluate = (logarithm: number) => { value: number; slope: number };

/** Lists the steps in which the value changes its sign, and the halves of one in which it does so twice. */
function listBrackets(evaluate: Evaluate): Bracket[] {
  const brackets: Bracket[] = [];
  const count = Math.round((SEARCH.to - SEARCH.from) / SEARCH.step);
  let [previous, before] = [SEARCH.from, evaluate(SEARCH.from)];
  for (let index = 1; index <= count; index += 1) {
    const logarithm = SEARCH.from + index * SEARCH.step;
    const at = evaluate(logarithm);
    if (at.value === 0) continue;
    const turn = findTurn([previous, before], [logarithm, at], evaluate);
    if (before.value !== 0 && at.value > 0 !== before.value > 0) brackets.push([previous, logarithm]);
    else if (turn !== null) brackets.push([previous, turn], [turn, logarithm]);
    [previous, before] = [logarithm, at];
  }
  return brackets;
}

type Point = [logarithm: number, at: ReturnType<Evaluate>];

/** Returns where a value of one sign at both ends turns on the other side of zero; `null` if it does not. */
function findTurn([low, a]: Point, [high, b]: Point, evaluate: Evaluate): number | null {
  if (a.value > 0 !== b.value > 0 || a.slope > 0 === b.slope > 0 || a.value > 0 === a.slope > 0) return null;
  let bounds = [low, high] as const;
  for (let round = 0; round < 50; round += 1) {
    const middle = (bounds[0] + bounds[1]) / 2;
    const { value, slope } = evaluate(middle);
    if (value !== 0 && value > 0 !== a.value > 0) return middle;
    bounds = slope > 0 === a.slope > 0 ? [middle, bounds[1]] : [bounds[0], middle];
  }
  return null;
}

/** Narrows a bracket by Newton's method, and by halves where that leaves it. */
function refine([low, high]: Bracket, evaluate: Evaluate): number {
  const risesToHigh = evaluate(high).value > 0;
  let at = (low + high) / 2;
  for (let round = 0; round < 200 && high - low > PRECISION; round += 1) {
    const { value, slope } = evaluate(at);
    if (value === 0) return at;
    if (value > 0 === risesToHigh) high = at;
    else low = at;
    const newton = at - value / slope;
    const next = newton > low && newton < high ? newton : (low + high) / 2;
    if (Math.abs(next - at) < PRECISION) return next;
    at = next;
  }
  return at;
}
