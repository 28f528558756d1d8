import { addDays } from '#core/contract/dates.ts';
import type { TaxRule } from '#features/positions/contract/taxes.ts';
import type {
  ClosePoint,
  History,
  HistoryTrade,
  ShareAction,
} from '#features/positions/server/rules/history.ts';

// A second implementation of docs/positions.md, written from its text: slow, without a structure that is shared with the first one, and with
// exact fractions.

interface NaiveLot {
  company: string;
  date: string;
  shares: bigint;
  cost: bigint;
  /** The shares of it that are sold since the last corporate action. */
  sold: bigint;
}

export interface NaiveClosing {
  company: string;
  openedOn: string;
  closedOn: string;
  shares: number;
  proceeds: number;
  cost: number;
}

export interface NaivePositions {
  lots: { company: string; date: string; shares: number; cost: number }[];
  closings: NaiveClosing[];
  dividends: { company: string; exDate: string; shares: number; gross: number }[];
  /** The withholding that was entered, and the date of receipt, of each dividend. */
  receipts: { withholding: number | undefined; date: string }[];
  bonuses: { company: string; date: string; shares: number; tax: number | undefined }[];
  /** The shares that sales exceed what was held by, by the ID of the trade. */
  excess: Map<number, number>;
  cashInLieu: number;
  /** What happened to the shares and the money of each day. */
  days: NaiveDay[];
}

interface NaiveDay {
  date: string;
  /** By company: after corporate actions, and after trades. */
  before: Map<string, bigint>;
  after: Map<string, bigint>;
  payments: {
    company: string;
    kind: 'in' | 'out' | 'dividend' | 'cash';
    shares: bigint;
    amount: bigint | null;
  }[];
}

/** Rounds half away from zero. */
function round(numerator: bigint, denominator: bigint): bigint {
  const size = numerator < 0n ? -numerator : numerator;
  const rounded = (2n * size + denominator) / (2n * denominator);
  return numerator < 0n ? -rounded : rounded;
}

const getPart = (amount: bigint, part: bigint, whole: bigint) => round(amount * part, whole);

/** The order of rule 5. */
const ORDER = ['cash', 'right', 'bonus', 'split', 'merger', 'rename', 'unclear'];

export function followNaively({ trades, actions, names, until }: History): NaivePositions {
  let lots: NaiveLot[] = [];
  const result: NaivePositions = {
    lots: [],
    closings: [],
    dividends: [],
    receipts: [],
    bonuses: [],
    excess: new Map(),
    cashInLieu: 0,
    days: [],
  };
  const dates = new Set([
    ...trades.map(({ date }) => date),
    ...actions.flatMap(({ exDate, correction }) => [exDate, correction?.date ?? exDate]),
  ]);
  for (const date of [...dates].sort()) {
    if (date > until) break;
    const day: NaiveDay = { date, before: new Map(), after: new Map(), payments: [] };
    const ofDay = actions
      .filter(({ exDate }) => exDate === date)
      .sort((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind) || (a.key < b.key ? -1 : 1));
    for (const action of ofDay) apply(action, day);
    for (const { company } of lots) day.before.set(company, countHeld(company));
    for (const trade of trades.filter((each) => each.date === date && each.side === 'buy')) buy(trade, day);
    for (const action of actions.toSorted((a, b) => (a.key < b.key ? -1 : 1))) take(action, day);
    for (const trade of trades.filter((each) => each.date === date && each.side === 'sell')) sell(trade, day);
    for (const { company } of lots) day.after.set(company, countHeld(company));
    result.days.push(day);
  }
  result.lots = lots
    .filter(({ shares, sold }) => shares > sold)
    .map((lot) => ({
      company: lot.company,
      date: lot.date,
      shares: Number(lot.shares - lot.sold),
      cost: Number(lot.cost - getPart(lot.cost, lot.sold, lot.shares)),
    }));
  return result;

  function listHeld(company: string): NaiveLot[] {
    return lots.filter((lot) => lot.company === company && lot.shares > lot.sold);
  }

  function countHeld(company: string): bigint {
    return listHeld(company).reduce((sum, { shares, sold }) => sum + shares - sold, 0n);
  }

  function buy(
    trade: Pick<HistoryTrade, 'symbol' | 'kind' | 'shares' | 'amount' | 'costs'>,
    day: NaiveDay,
  ): void {
    const cost = BigInt(trade.amount + trade.costs);
    const company = names.resolve(trade.symbol);
    const shares = BigInt(trade.shares);
    lots.push({ company, date: day.date, shares, cost, sold: 0n });
    const isFree = trade.kind === 'transfer' && trade.amount === 0;
    day.payments.push({ company, kind: 'in', shares, amount: isFree ? null : cost });
  }

  function take(action: ShareAction, day: NaiveDay): void {
    const { symbol, exDate, correction } = action;
    if (action.kind !== 'right' || correction?.decision !== 'taken' || !correction.shares) return;
    if ((correction.date ?? exDate) !== day.date) return;
    const { shares, amount = shares * (action.price ?? 0), costs = 0 } = correction;
    buy({ symbol, kind: 'allotment', shares, amount, costs }, day);
  }

  function sell(trade: HistoryTrade, day: NaiveDay): void {
    const company = names.resolve(trade.symbol);
    const [wanted, held] = [BigInt(trade.shares), countHeld(company)];
    const shares = wanted < held ? wanted : held;
    if (wanted > held) result.excess.set(trade.id, Number(wanted - held));
    const net = BigInt(trade.amount - trade.costs);
    close(company, shares, { net, of: wanted, date: day.date, isSale: trade.kind === 'trade' });
    const amount = trade.kind === 'transfer' && trade.amount === 0 ? null : getPart(net, shares, wanted);
    day.payments.push({ company, kind: 'out', shares, amount });
  }

  /** Takes shares one after the other from the earliest lots, by rules 2, 7 and 8. */
  function close(
    company: string,
    count: bigint,
    { net, of, date, isSale }: { net: bigint; of: bigint; date: string; isSale: boolean },
  ): void {
    let done = 0n;
    for (const lot of listHeld(company)) {
      const left = count - done;
      const shares = lot.shares - lot.sold < left ? lot.shares - lot.sold : left;
      if (shares === 0n) continue;
      const proceeds = getPart(net, done + shares, of) - getPart(net, done, of);
      const cost = getPart(lot.cost, lot.sold + shares, lot.shares) - getPart(lot.cost, lot.sold, lot.shares);
      lot.sold += shares;
      done += shares;
      if (isSale)
        result.closings.push({
          company,
          openedOn: lot.date,
          closedOn: date,
          shares: Number(shares),
          proceeds: Number(proceeds),
          cost: Number(cost),
        });
    }
  }

  function apply(action: ShareAction, day: NaiveDay): void {
    const company = names.resolve(action.symbol);
    const held = countHeld(company);
    const { correction } = action;
    if (held === 0n || correction?.decision === 'ignored') return;
    switch (action.kind) {
      case 'cash': {
        const gross = round(held * BigInt(action.ratio.numerator), BigInt(action.ratio.denominator));
        const exDate = action.exDate;
        result.dividends.push({ company, exDate, shares: Number(held), gross: Number(gross) });
        result.receipts.push({
          withholding: correction?.withholding,
          date: correction?.receivedOn ?? exDate,
        });
        day.payments.push({ company, kind: 'dividend', shares: 0n, amount: gross });
        return;
      }
      case 'bonus': {
        const { numerator, denominator } = action.ratio;
        if (correction?.shares !== undefined) multiply(action, day, held + BigInt(correction.shares), held);
        else multiply(action, day, BigInt(numerator) + BigInt(denominator), BigInt(denominator));
        const shares = Number(countHeld(company) - held);
        if (shares > 0)
          result.bonuses.push({ company, date: action.bcFrom, shares, tax: correction?.withholding });
        return;
      }
      case 'split': {
        const { numerator, denominator } = correction?.ratio ?? action.ratio;
        multiply(action, day, BigInt(numerator), BigInt(denominator));
        return;
      }
      case 'merger': {
        const ratio = correction?.ratio ?? action.ratio;
        if (ratio === null) return;
        multiply(action, day, BigInt(ratio.numerator), BigInt(ratio.denominator));
        const successor = names.resolve(action.successor);
        const moved = listHeld(company);
        for (const lot of moved) lot.company = successor;
        const others = lots.filter((lot) => !moved.includes(lot));
        // After the lots of the same date that the other company has.
        lots = [...others, ...moved];
        const ofSuccessor = lots.filter((lot) => lot.company === successor);
        const rest = lots.filter((lot) => lot.company !== successor);
        ofSuccessor.sort((a, b) => (a.date < b.date ? -1 : Number(a.date > b.date)));
        lots = [...rest, ...ofSuccessor];
        return;
      }
      default:
        return;
    }
  }

  /** Multiplies the shares of a company by rules 9 and 10. */
  function multiply(action: ShareAction, day: NaiveDay, numerator: bigint, denominator: bigint): void {
    const company = names.resolve(action.symbol);
    const held = listHeld(company);
    const count = countHeld(company);
    const total = (count * numerator) / denominator;
    const paid = action.correction?.cashInLieu;
    if (total === 0n) {
      const net = BigInt(paid ?? 0);
      close(company, count, { net, of: count, date: day.date, isSale: true });
      day.payments.push({ company, kind: 'cash', shares: 0n, amount: net });
      return;
    }
    if (paid !== undefined) {
      result.cashInLieu += paid;
      day.payments.push({ company, kind: 'cash', shares: 0n, amount: BigInt(paid) });
    }
    const kept = held.map((lot) => lot.cost - getPart(lot.cost, lot.sold, lot.shares));
    const sizes = held.map(({ shares, sold }) => shares - sold);
    const sumTo = (index: number) => sizes.slice(0, index).reduce((sum, size) => sum + size, 0n);
    const after = sizes.map(
      (_, index) => (sumTo(index + 1) * numerator) / denominator - (sumTo(index) * numerator) / denominator,
    );
    // The cost of a lot without a share passes to the next one that has any, else to the last one.
    const costs = held.map(() => 0n);
    for (const [index, cost] of kept.entries()) {
      const next = after.findIndex((size, at) => at >= index && size > 0n);
      const to = next === -1 ? after.findLastIndex((size) => size > 0n) : next;
      costs[to] = (costs[to] ?? 0n) + cost;
    }
    for (const [index, lot] of held.entries()) {
      lot.shares = after[index] ?? 0n;
      lot.cost = costs[index] ?? 0n;
      lot.sold = 0n;
    }
  }
}

/** The tax of each tax year by rules 22 and 23, as `[low, high]`. A rule is looked for by trying all. */
export function taxNaively(
  closings: readonly NaiveClosing[],
  rules: readonly TaxRule[],
  isOnList: boolean,
): Map<string, [low: number, high: number]> {
  const years = new Map<number, { rate: [number, number]; rule: string; gain: number }[]>();
  for (const { openedOn, closedOn, proceeds, cost } of closings) {
    const year = Number(closedOn.slice(0, 4)) - (Number(closedOn.slice(5, 7)) < 7 ? 1 : 0);
    const [rule] = rules.filter(
      (each) =>
        each.kind === 'capital_gain' &&
        each.is_on_list === isOnList &&
        closedOn >= (each.from ?? '') &&
        closedOn <= (each.to ?? '9999') &&
        openedOn >= (each.acquired_from ?? '') &&
        openedOn <= (each.acquired_to ?? '9999') &&
        isHeld(openedOn, closedOn, each),
    );
    if (!rule) throw new Error(`no rule for ${openedOn} to ${closedOn}`);
    const list = years.get(year) ?? [];
    list.push({
      rate: [Number(rule.rate_low), Number(rule.rate_high)],
      rule: rule.id,
      gain: proceeds - cost,
    });
    years.set(year, list);
  }
  const losses = new Map<number, number>();
  const taxes = new Map<string, [number, number]>();
  for (const year of [...years.keys()].sort()) {
    const all = years.get(year) ?? [];
    const gains = all.filter(({ gain }) => gain > 0);
    const total = gains.reduce((sum, { gain }) => sum + gain, 0);
    losses.set(
      year,
      isOnList ? -all.filter(({ gain }) => gain < 0).reduce((sum, { gain }) => sum + gain, 0) : 0,
    );
    let used = 0;
    for (const from of [year, year - 3, year - 2, year - 1]) {
      const left = losses.get(from) ?? 0;
      const taken = Math.min(left, total - used);
      used += taken;
      losses.set(from, left - taken);
    }
    const tax = ([0, 1] as const).map((bound) => {
      const ofRules = rules.map(({ id }) => gains.filter(({ rule }) => rule === id));
      const buckets = ofRules.map((bucket) => ({
        rate: bucket[0]?.rate[bound] ?? 0,
        gain: bucket.reduce((sum, { gain }) => sum + gain, 0),
      }));
      buckets.sort((a, b) => (bound === 0 ? b.rate - a.rate : a.rate - b.rate));
      let left = used;
      let sum = 0n;
      for (const { rate, gain } of buckets) {
        const taken = Math.min(left, gain);
        left -= taken;
        sum += round(BigInt(gain - taken) * BigInt(rate * 10), 1000n);
      }
      return Number(sum);
    });
    taxes.set(`${year}-${String((year + 1) % 100).padStart(2, '0')}`, [tax[0] ?? 0, tax[1] ?? 0]);
  }
  return taxes;
}

/** The taxes on the dividends and the bonus shares of each tax year by rule 24, as `[low, high]`; `null` without a close. */
export function taxIncomeNaively(
  { dividends, receipts, bonuses }: NaivePositions,
  rules: readonly TaxRule[],
  { isOnList, closeOn }: { isOnList: boolean; closeOn: (company: string, date: string) => number | null },
) {
  const sums = {
    dividend: new Map<string, (number | null)[]>(),
    bonus: new Map<string, (number | null)[]>(),
  };
  const add = (
    kind: 'dividend' | 'bonus',
    date: string,
    base: number | null,
    entered: number | undefined,
  ) => {
    const year = Number(date.slice(0, 4)) - (Number(date.slice(5, 7)) < 7 ? 1 : 0);
    const key = `${year}-${String((year + 1) % 100).padStart(2, '0')}`;
    const [rule] = rules.filter(
      (each) =>
        each.kind === kind &&
        (each.dividend_class ?? 'ordinary') === 'ordinary' &&
        (each.is_on_list ?? isOnList) === isOnList &&
        date >= (each.from ?? '') &&
        date <= (each.to ?? '9999'),
    );
    const taxes = [rule?.rate_low, rule?.rate_high].map(
      (rate) =>
        entered ??
        (base === null || rate === undefined
          ? null
          : Number(round(BigInt(base) * BigInt(Number(rate) * 10), 1000n))),
    );
    const before = sums[kind].get(key) ?? [0, 0];
    sums[kind].set(
      key,
      taxes.map((tax, bound) => {
        const sum = before[bound] ?? null;
        return tax === null || sum === null ? null : sum + tax;
      }),
    );
  };
  for (const [index, { gross }] of dividends.entries()) {
    const { date = '', withholding } = receipts[index] ?? {};
    add('dividend', date, gross, withholding);
  }
  for (const { company, date, shares, tax } of bonuses) {
    const close = closeOn(company, date);
    add('bonus', date, close === null ? null : shares * close, tax);
  }
  return sums;
}

/** Counts the years of a time by going from year to year. */
function isHeld(from: string, to: string, rule: TaxRule): boolean {
  const anniversary = (years: number) => {
    const date = `${Number(from.slice(0, 4)) + years}${from.slice(4)}`;
    return date.endsWith('02-29') && addDays(`${date.slice(0, 4)}-02-28`, 1).endsWith('03-01')
      ? `${date.slice(0, 4)}-02-28`
      : date;
  };
  if (rule.held_more_than !== null && to <= anniversary(rule.held_more_than)) return false;
  return rule.held_up_to === null || to <= anniversary(rule.held_up_to);
}

/** The growth of one rupee by rule 18, from day to day; `null` if a close is missing or nothing was paid for what is held. */
export function growNaively(
  { days }: NaivePositions,
  {
    closeOn,
    until,
    hasDividends,
  }: {
    closeOn: (company: string, date: string) => number | null;
    until: string;
    hasDividends: boolean;
  },
): number | null {
  let [growth, base] = [1, 0];
  let isKnown = true;
  const getValue = (shares: ReadonlyMap<string, bigint>, date: string) => {
    let value = 0;
    for (const [company, count] of shares) {
      if (count === 0n) continue;
      const close = closeOn(company, date);
      if (close === null) isKnown = false;
      else value += Number(count) * close;
    }
    return value;
  };
  let last: ReadonlyMap<string, bigint> = new Map();
  for (const { date, before, after, payments } of days) {
    const isEmpty = [...last.values()].every((count) => count === 0n);
    last = after;
    if (payments.length === 0) continue;
    const kept = new Map<string, bigint>();
    let [received, paid, gone] = [0, 0, 0];
    for (const company of new Set([...before.keys(), ...payments.map((payment) => payment.company)])) {
      const own = payments.filter((payment) => payment.company === company);
      const count = (kind: string) =>
        own.reduce((sum, each) => (each.kind === kind ? sum + each.shares : sum), 0n);
      const pay = (kind: string) =>
        own
          .filter((each) => each.kind === kind)
          .reduce((sum, { amount, shares }) => {
            const close = closeOn(company, date);
            if (amount === null && close === null) isKnown = false;
            return sum + Number(amount ?? shares * BigInt(close ?? 0));
          }, 0);
      const start = before.get(company) ?? 0n;
      const [bought, sold] = [count('in'), count('out')];
      const atOnce = sold > start ? sold - start : 0n;
      kept.set(company, start - (sold - atOnce));
      const goneFor = bought === 0n ? 0 : Number(getPart(BigInt(pay('in')), atOnce, bought));
      received += pay('out') + pay('cash') + (hasDividends ? pay('dividend') : 0);
      gone += goneFor;
      paid += pay('in') - goneFor;
    }
    const value = getValue(kept, date);
    if (isEmpty) growth *= paid + gone > 0 ? (received + paid) / (paid + gone) : 1;
    else if (base <= 0) return null;
    else growth *= (value + received - gone) / base;
    base = value + paid;
  }
  const isEmpty = [...last.values()].every((count) => count === 0n);
  const end = getValue(last, until);
  if (!isKnown) return null;
  if (isEmpty) return growth;
  return base <= 0 ? null : (growth * end) / base;
}

/** The close by rule 15. */
export function findCloseNaively(
  series: ReadonlyMap<string, readonly ClosePoint[]>,
  { actions, names }: Pick<History, 'actions' | 'names'>,
  company: string,
  date: string,
): number | null {
  const points = [...series].flatMap(([symbol, all]) =>
    names.resolve(symbol) === company ? all.filter((point) => point.date <= date) : [],
  );
  const [last] = points.sort((a, b) => (a.date < b.date ? 1 : -1));
  if (!last) return null;
  let close = last.close;
  const byDate = actions.toSorted((a, b) => (`${a.exDate} ${a.key}` < `${b.exDate} ${b.key}` ? -1 : 1));
  for (const action of byDate) {
    if (names.resolve(action.symbol) !== company || action.exDate <= last.date || action.exDate > date)
      continue;
    if (action.correction?.decision === 'ignored') continue;
    if (action.kind === 'split') {
      const { numerator, denominator } = action.correction?.ratio ?? action.ratio;
      close = Number(round(BigInt(close) * BigInt(denominator), BigInt(numerator)));
    }
    if (action.kind === 'bonus') {
      const { numerator, denominator } = action.ratio;
      close = Number(round(BigInt(close) * BigInt(denominator), BigInt(numerator) + BigInt(denominator)));
    }
  }
  return close;
}
