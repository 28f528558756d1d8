import { addDays, type LocalDate } from '#core/contract/dates.ts';
import type { ActionEntry } from '#features/positions/contract/actions.ts';
import type { ClosedTrade, Holding, Income, Positions } from '#features/positions/contract/positions.ts';
import { formatAmount, formatFraction, formatOptional, multiply, type Paisa } from './amounts.ts';
import type { Closing, Entry, Followed, OpenLot } from './follow-history.ts';
import type { History, SymbolNames } from './history.ts';
import type { Purchase } from './lots.ts';
import { listTaxedDividends, type TaxedDividend, type TaxSources } from './taxes.ts';
import { findDuplicates } from './to-actions.ts';
import type { Pricer } from './value-history.ts';

/** The distance from the published entry price to the stop loss of signals, in paisa. */
export type SignalRisks = ReadonlyMap<string, Paisa>;

/** A holding without what other features know of its company. */
export type CalculatedHolding = Omit<
  Holding,
  'name' | 'sector' | 'next_ex_date' | 'next_meeting' | 'status_note'
>;
type CalculatedPositions = Omit<Positions, 'holdings'> & { holdings: CalculatedHolding[] };

interface SummarySources {
  history: History;
  pricer: Pricer;
  taxes: TaxSources;
  risks: SignalRisks;
}

/** Presents what is held, was sold and was received until the date of the history. */
export function summarizePositions(followed: Followed, sources: SummarySources): CalculatedPositions {
  const { history, pricer, taxes } = sources;
  const asOf = history.until;
  const byCompany = [...Map.groupBy(followed.lots, ({ company }) => company)];
  const lastClose = byCompany.reduce(
    (last, [company]) => {
      const date = pricer.find(company, asOf)?.date ?? '';
      return date > last ? date : last;
    },
    addDays(asOf, -MAX_DAY_AGE),
  );
  const held = byCompany.map(([company, lots]) =>
    valueHolding(company, lots, { names: history.names, pricer, asOf, lastClose }),
  );
  const values = held.map(({ value }) => value);
  const total = sumKnown(values);
  const realized = followed.closings.reduce((sum, { proceeds, cost }) => sum + proceeds - cost, 0);
  const dividends = listTaxedDividends(followed, taxes);
  const expected = listTaxedDividends(followed, taxes, 'expected');
  return {
    as_of: asOf,
    holdings: held
      .map((holding) => presentHolding(holding, total))
      .sort((a, b) => (a.symbol < b.symbol ? -1 : 1)),
    closed: followed.closings.map((closing) => presentClosing(closing, sources)),
    income: dividends.map(presentIncome),
    expected_income: expected.map(presentIncome).sort((a, b) => (a.ex_date < b.ex_date ? -1 : 1)),
    totals: {
      cost: formatAmount(held.reduce((sum, { cost }) => sum + cost, 0)),
      value: formatOptional(total),
      unrealized: formatOptional(
        sumKnown(held.map(({ value, cost }) => (value === null ? null : value - cost))),
      ),
      realized: formatAmount(realized),
      income_gross: formatAmount(dividends.reduce((sum, { gross }) => sum + gross, 0)),
      day_change: formatOptional(sumKnown(held.map(({ dayChange }) => dayChange))),
      cash_in_lieu: formatAmount(followed.cashInLieu),
    },
    unpriced: held.flatMap(({ symbol, value }) => (value === null ? [symbol] : [])),
    excess_sales: followed.excess.length,
  };
}

/** The gain of the day is not shown if the last close is older. */
const MAX_DAY_AGE = 7;

/** Adds the amounts that are not `null`; returns `null` if all are. */
function sumKnown(amounts: readonly (Paisa | null)[]): Paisa | null {
  const given = amounts.filter((amount) => amount !== null);
  return given.length === 0 && amounts.length > 0 ? null : given.reduce((sum, amount) => sum + amount, 0);
}

interface ValuedHolding {
  symbol: string;
  lots: readonly OpenLot[];
  shares: number;
  cost: Paisa;
  price: ReturnType<Pricer['find']>;
  value: Paisa | null;
  dayChange: Paisa | null;
}

function valueHolding(
  company: string,
  lots: readonly OpenLot[],
  {
    names,
    pricer,
    asOf,
    lastClose,
  }: { names: SymbolNames; pricer: Pricer; asOf: LocalDate; lastClose: LocalDate },
): ValuedHolding {
  const shares = lots.reduce((sum, lot) => sum + lot.shares, 0);
  const price = pricer.find(company, asOf);
  const previous = pricer.findPrevious(company, asOf);
  // Shares that were bought on the day have gained since their purchase, and later ones not at all.
  const date = price?.date ?? '';
  const countShares = (some: readonly OpenLot[]) => some.reduce((sum, lot) => sum + lot.shares, 0);
  const bought = lots.filter(({ purchase }) => purchase.openedOn === date);
  const before = countShares(lots.filter(({ purchase }) => purchase.openedOn < date));
  const isOfDay = date === lastClose && (previous !== null || before === 0);
  return {
    symbol: names.nameOn(company, asOf),
    lots,
    shares,
    cost: lots.reduce((sum, lot) => sum + lot.cost, 0),
    price,
    value: price && shares * price.close,
    dayChange:
      price && isOfDay
        ? (before + countShares(bought)) * price.close -
          before * (previous?.close ?? 0) -
          bought.reduce((sum, lot) => sum + lot.cost, 0)
        : null,
  };
}

function presentHolding(
  { symbol, lots, shares, cost, price, value, dayChange }: ValuedHolding,
  total: Paisa | null,
): CalculatedHolding {
  const unrealized = value === null ? null : value - cost;
  return {
    symbol,
    shares,
    cost: formatAmount(cost),
    average_cost: formatAmount(multiply(cost, { numerator: 1, denominator: shares })),
    close: formatOptional(price?.close ?? null),
    close_date: price?.date ?? null,
    is_close_adjusted: price?.isAdjusted ?? false,
    value: formatOptional(value),
    unrealized: formatOptional(unrealized),
    unrealized_fraction: formatFraction(unrealized === null || cost === 0 ? null : unrealized / cost),
    day_change: formatOptional(dayChange),
    share_of_value: formatFraction(value === null || !total ? null : value / total),
    lots: lots.map((lot) => ({
      date: lot.purchase.openedOn,
      shares: lot.shares,
      cost: formatAmount(lot.cost),
      signal_id: lot.purchase.signalId,
    })),
  };
}

function presentClosing(closing: Closing, { history, risks }: SummarySources): ClosedTrade {
  const { company, purchase, closedOn, shares, proceeds, cost } = closing;
  const risk = risks.get(purchase.signalId ?? '');
  return {
    symbol: history.names.nameOn(company, closedOn),
    opened_on: purchase.openedOn,
    closed_on: closedOn,
    shares,
    proceeds: formatAmount(proceeds),
    cost: formatAmount(cost),
    realized: formatAmount(proceeds - cost),
    signal_id: purchase.signalId,
    r_multiple: risk ? toR(proceeds - cost, risk * countPurchased(purchase, cost)) : null,
  };
}

/** Returns how many of the purchased shares a part of the cost paid for: a split or a bonus changes the shares, not their cost. */
export function countPurchased({ shares, amount, costs }: Purchase, cost: Paisa): number {
  return amount + costs === 0 ? 0 : (shares * cost) / (amount + costs);
}

/** Formats a gain in R, with two decimals. */
export function toR(gain: Paisa, risked: Paisa): string | null {
  if (risked === 0) return null;
  const text = (gain / risked).toFixed(2);
  return Number(text) === 0 ? '0.00' : text;
}

function presentIncome({ entry, action, gross, tax, rule, isEntered }: TaxedDividend): Income {
  const withholding = tax?.low === tax?.high ? (tax?.low ?? null) : null;
  return {
    key: action.key,
    symbol: action.symbol,
    ex_date: action.exDate,
    shares: entry.sharesBefore,
    gross: formatAmount(gross),
    withholding: formatOptional(withholding),
    net: formatOptional(withholding === null ? null : gross - withholding),
    received_on: action.correction?.receivedOn ?? null,
    is_estimated: !isEntered,
    rule: isEntered ? null : (rule?.id ?? null),
  };
}

/** An entry without the correction as the customer entered it. */
export type CalculatedEntry = Omit<ActionEntry, 'correction'>;

interface EntrySources {
  history: History;
  pricer: Pricer;
}

/** Presents what corporate actions did, newest first. The cash for a fraction is estimated by the close of the ex-date. */
export function presentEntries(
  entries: readonly Entry[],
  { history, pricer }: EntrySources,
): CalculatedEntry[] {
  const duplicates = findDuplicates(entries, history.trades, history.names);
  return entries
    .map((entry): CalculatedEntry => {
      const { action, state, sharesBefore, sharesChange, fraction, gross, offered } = entry;
      const entered = action.correction?.cashInLieu;
      return {
        key: action.key,
        symbol: action.symbol,
        kind: action.kind,
        state,
        ex_date: action.exDate,
        is_ex_date_estimated: action.isExDateEstimated,
        description: action.description,
        shares_before: sharesBefore,
        shares_change: sharesChange,
        fraction: fraction && (fraction.numerator / fraction.denominator).toFixed(4),
        cash_in_lieu: formatOptional(entered ?? estimateCash(entry, { history, pricer })),
        is_cash_estimated: entered === undefined,
        gross: formatOptional(gross),
        right: action.kind === 'right' ? { price: formatOptional(action.price), shares: offered ?? 0 } : null,
        successor: action.kind === 'merger' || action.kind === 'rename' ? action.successor : null,
        is_own: action.isOwn,
        possible_duplicate: duplicates.get(action.key) ?? null,
        earlier: action.earlier.map(({ bcFrom, payout }) => ({ bc_from: bcFrom, payout })),
      };
    })
    .sort((a, b) => (a.ex_date < b.ex_date ? 1 : -Number(a.ex_date > b.ex_date)));
}

function estimateCash(
  { action, company, fraction }: Entry,
  { history: { names }, pricer }: EntrySources,
): Paisa | null {
  const paid = action.kind === 'merger' ? names.resolve(action.successor) : company;
  const price = fraction && pricer.find(paid, action.exDate);
  return price && fraction ? multiply(price.close, fraction) : null;
}
