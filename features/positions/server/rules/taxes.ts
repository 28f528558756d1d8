import type { LocalDate } from '#core/contract/dates.ts';
import type { DividendClass, TaxReport, TaxRule } from '#features/positions/contract/taxes.ts';
import { formatAmount, formatOptional, multiply, type Paisa, parseRatio } from './amounts.ts';
import type { Closing, Entry, Followed } from './follow-history.ts';
import type { ShareAction, SymbolNames } from './history.ts';
import { getTaxYear } from './returns.ts';
import type { Pricer } from './value-history.ts';

/** What taxes depend on besides trades. */
export interface TaxSources {
  rules: readonly TaxRule[];
  isOnList: boolean;
  /** Of companies whose dividends are not taxed as those of ordinary ones, by their newest names. */
  dividendClasses: ReadonlyMap<string, DividendClass>;
}

interface Taxed {
  kind: TaxRule['kind'];
  date: LocalDate;
  acquiredOn?: LocalDate;
  dividendClass?: DividendClass;
}

/** Returns the rule for a gain, a dividend or a bonus; `null` if there is none for it. Of several, the last one applies. */
export function findTaxRule(
  { kind, date, acquiredOn, dividendClass = 'ordinary' }: Taxed,
  { rules, isOnList }: Pick<TaxSources, 'rules' | 'isOnList'>,
): TaxRule | null {
  const isIn = (day: LocalDate, from: LocalDate | null, to: LocalDate | null) =>
    (from === null || from <= day) && (to === null || day <= to);
  const rule = rules.findLast(
    (each) =>
      each.kind === kind &&
      (each.is_on_list === null || each.is_on_list === isOnList) &&
      isIn(date, each.from, each.to) &&
      (kind !== 'dividend' || (each.dividend_class ?? 'ordinary') === dividendClass) &&
      (acquiredOn === undefined ||
        (isIn(acquiredOn, each.acquired_from, each.acquired_to) &&
          (each.held_more_than === null || date > addYears(acquiredOn, each.held_more_than)) &&
          (each.held_up_to === null || date <= addYears(acquiredOn, each.held_up_to)))),
  );
  return rule ?? null;
}

/** Returns the same day of a later year; the last of February for the 29th. */
function addYears(date: LocalDate, count: number): LocalDate {
  const year = String(Number(date.slice(0, 4)) + count).padStart(4, '0');
  const isLeap = new Date(Date.UTC(Number(year), 1, 29)).getUTCMonth() === 1;
  return date.endsWith('-02-29') && !isLeap ? `${year}-02-28` : `${year}${date.slice(4)}`;
}

/** A tax whose rate may not be established. */
interface TaxRange {
  low: Paisa;
  high: Paisa;
}

const applyRate = (base: Paisa, { rate_low, rate_high }: TaxRule): TaxRange => ({
  low: multiply(base, parseRatio(rate_low, 100)),
  high: multiply(base, parseRatio(rate_high, 100)),
});

/** A dividend with its tax: what the customer entered, else an estimate. */
export interface TaxedDividend {
  entry: Entry;
  action: ShareAction & { kind: 'cash' };
  gross: Paisa;
  /** `null` without a rule. */
  tax: TaxRange | null;
  rule: TaxRule | null;
  isEntered: boolean;
  /** When it was received, else its ex-date. */
  date: LocalDate;
}

/** Lists the dividends with an ex-date until the date of the history, or those that are expected, with their taxes. */
export function listTaxedDividends(
  { entries }: Pick<Followed, 'entries'>,
  sources: TaxSources,
  state: 'applied' | 'expected' = 'applied',
): TaxedDividend[] {
  return entries.flatMap((entry) => {
    const { action, gross } = entry;
    if (action.kind !== 'cash' || entry.state !== state || gross === null || entry.sharesBefore === 0)
      return [];
    const entered = action.correction?.withholding;
    const date = action.correction?.receivedOn ?? action.exDate;
    const dividendClass = sources.dividendClasses.get(entry.company) ?? 'ordinary';
    const rule = findTaxRule({ kind: 'dividend', date, dividendClass }, sources);
    const estimate = rule && applyRate(gross, rule);
    const tax = entered === undefined ? estimate : { low: entered, high: entered };
    return [{ entry, action, gross, tax, rule, isEntered: entered !== undefined, date }];
  });
}

interface ReportSources extends TaxSources {
  followed: Pick<Followed, 'closings' | 'entries'>;
  pricer: Pricer;
  names: SymbolNames;
  /** The capital gains tax by the clearing company, by tax year. */
  entered: ReadonlyMap<string, Paisa>;
}

/** Estimates the taxes of a tax year, from July to June. */
export function reportTaxes(taxYear: string, sources: ReportSources): TaxReport {
  const { followed, rules, isOnList, entered, names } = sources;
  const years = calculateGainYears(followed.closings, taxYear, sources);
  const gains = years.get(taxYear);
  const dividends = listTaxedDividends(followed, sources).filter(({ date }) => getTaxYear(date) === taxYear);
  const bonuses = listTaxedBonuses(sources).filter(({ date }) => getTaxYear(date) === taxYear);
  const closings = (gains?.closings ?? []).map(({ closing, rule }) => ({
    symbol: names.nameOn(closing.company, closing.closedOn),
    opened_on: closing.purchase.openedOn,
    closed_on: closing.closedOn,
    shares: closing.shares,
    proceeds: formatAmount(closing.proceeds),
    cost: formatAmount(closing.cost),
    gain: formatAmount(closing.proceeds - closing.cost),
    rule: rule?.id ?? null,
  }));
  const income = [
    ...dividends.map(({ entry, action, gross, tax, rule, isEntered, date }) => ({
      ...{ symbol: action.symbol, kind: 'dividend' as const, date, shares: entry.sharesBefore },
      ...{ base: formatAmount(gross), ...presentRange(tax), is_entered: isEntered, rule: rule?.id ?? null },
    })),
    ...bonuses.map(({ entry, value, tax, rule, isEntered, date }) => ({
      ...{ symbol: entry.action.symbol, kind: 'bonus' as const, date, shares: entry.sharesChange },
      ...{ base: formatOptional(value), ...presentRange(tax), is_entered: isEntered, rule: rule?.id ?? null },
    })),
  ].sort((a, b) => (a.date < b.date ? -1 : Number(a.date > b.date)));
  const named = new Set([...closings, ...income].map(({ rule }) => rule));
  const figure = entered.get(taxYear);
  return {
    tax_year: taxYear,
    tax_years: [
      ...new Set([
        ...followed.closings.map(({ closedOn }) => getTaxYear(closedOn)),
        ...listTaxedDividends(followed, sources).map(({ date }) => getTaxYear(date)),
        ...listTaxedBonuses(sources).map(({ date }) => getTaxYear(date)),
      ]),
    ].sort((a, b) => (a < b ? 1 : -1)),
    is_on_list: isOnList,
    capital_gains: {
      lines: (gains?.lines ?? []).map((line) => ({
        rule: line.rule,
        gains: formatAmount(line.gains),
        losses: formatAmount(line.losses),
        ...presentRange(line.tax),
      })),
      set_off: formatAmount(gains?.setOff ?? 0),
      carried_forward: formatAmount(gains?.carriedForward ?? 0),
      ...presentRange(
        figure === undefined ? (gains?.tax ?? { low: 0, high: 0 }) : { low: figure, high: figure },
      ),
      entered: formatOptional(figure ?? null),
    },
    dividends: {
      gross: formatAmount(dividends.reduce((sum, { gross }) => sum + gross, 0)),
      ...presentRange(addTaxes(dividends)),
    },
    bonus: {
      value: formatOptional(
        bonuses.reduce<Paisa | null>(
          (sum, { value }) => (sum === null || value === null ? null : sum + value),
          0,
        ),
      ),
      ...presentRange(addTaxes(bonuses)),
    },
    closings,
    income,
    rules: rules.filter(({ id }) => named.has(id)),
  };
}

const presentRange = (tax: TaxRange | null) => ({
  tax_low: formatOptional(tax?.low ?? null),
  tax_high: formatOptional(tax?.high ?? null),
});

/** Returns the sum; `null` if one of the taxes is not known. */
const addTaxes = (taxes: readonly { tax: TaxRange | null }[]): TaxRange | null =>
  taxes.reduce<TaxRange | null>(
    (sum, { tax }) => sum && tax && { low: sum.low + tax.low, high: sum.high + tax.high },
    { low: 0, high: 0 },
  );

/** The bonus shares, at the close of the first day of the closure. */
function listTaxedBonuses({ followed, pricer, rules, isOnList }: ReportSources) {
  return followed.entries.flatMap((entry) => {
    const { action, state, company, sharesChange } = entry;
    if (action.kind !== 'bonus' || state !== 'applied' || sharesChange <= 0) return [];
    const date = action.bcFrom;
    const price = pricer.find(company, date);
    const value = price && sharesChange * price.close;
    const rule = findTaxRule({ kind: 'bonus', date }, { rules, isOnList });
    const entered = action.correction?.withholding;
    const estimate = value !== null && rule ? applyRate(value, rule) : null;
    const tax = entered === undefined ? estimate : { low: entered, high: entered };
    return [{ entry, date, value, tax, rule, isEntered: entered !== undefined }];
  });
}

/** The gains of a rule in a tax year. */
interface GainLine {
  rule: TaxRule | null;
  gains: Paisa;
  /** Not below zero. */
  losses: Paisa;
  tax: TaxRange | null;
}

interface GainYear {
  lines: GainLine[];
  closings: { closing: Closing; rule: TaxRule | null }[];
  /** The losses of the year and of earlier ones that reduced its gains. */
  setOff: Paisa;
  /** The losses that are left for later years. */
  carriedForward: Paisa;
  tax: TaxRange | null;
}

/** Losses can be set off in so many later tax years. */
const CARRY_YEARS = 3;

/**
 * Calculates the gains of each tax year from the first sale to `until`. Years without sales are included, because losses are carried through
 * them. On the list, losses are set off against the gains of their year, and then of the next three. It is not established against which of
 * several rates: the low tax sets them off against the highest ones, the high tax against the lowest.
 */
function calculateGainYears(
  closings: readonly Closing[],
  until: string,
  sources: TaxSources,
): Map<string, GainYear> {
  const years = new Map<string, GainYear>();
  const ruled = closings.map((closing) => ({
    closing,
    rule: findTaxRule(
      { kind: 'capital_gain', date: closing.closedOn, acquiredOn: closing.purchase.openedOn },
      sources,
    ),
  }));
  const order = (rule: TaxRule | null) => (rule === null ? -1 : sources.rules.indexOf(rule));
  const byYear = Map.groupBy(ruled, ({ closing }) => getTaxYear(closing.closedOn));
  /** The losses that are left of each year. */
  const losses: { year: number; left: Paisa }[] = [];
  const first = [...byYear.keys()].sort()[0] ?? until;
  for (let year = Number(first.slice(0, 4)); year <= Number(until.slice(0, 4)); year += 1) {
    const taxYear = getTaxYear(`${year}-07-01`);
    const ofYear = byYear.get(taxYear) ?? [];
    const lines = [...Map.groupBy(ofYear, ({ rule }) => rule)]
      .map(([rule, ofRule]) => toLine(rule, ofRule))
      .sort((a, b) => order(a.rule) - order(b.rule));
    const sum = (name: 'gains' | 'losses') => lines.reduce((total, line) => total + line[name], 0);
    const own = { year, left: sources.isOnList ? sum('losses') : 0 };
    let setOff = 0;
    for (const loss of [own, ...losses.filter((each) => each.year >= year - CARRY_YEARS)]) {
      const used = Math.min(loss.left, sum('gains') - setOff);
      loss.left -= used;
      setOff += used;
    }
    losses.push(own);
    years.set(taxYear, {
      lines,
      closings: ofYear,
      setOff,
      carriedForward: losses
        .filter((each) => each.year > year - CARRY_YEARS)
        .reduce((total, { left }) => total + left, 0),
      tax: taxLines(lines, setOff),
    });
  }
  return years;
}

function toLine(rule: TaxRule | null, closings: readonly { closing: Closing }[]): GainLine {
  let [gains, losses] = [0, 0];
  for (const { closing } of closings) {
    const gain = closing.proceeds - closing.cost;
    if (gain > 0) gains += gain;
    else losses -= gain;
  }
  return { rule, gains, losses, tax: rule && applyRate(gains, rule) };
}

/** Taxes the gains that are left after losses. Returns `null` if the rule of a gain is not known. */
function taxLines(lines: readonly GainLine[], setOff: Paisa): TaxRange | null {
  const taxed = lines.flatMap(({ rule, gains }) => (gains > 0 ? [{ rule, gains }] : []));
  const ruled = taxed.flatMap(({ rule, gains }) => (rule ? [{ rule, gains }] : []));
  if (ruled.length < taxed.length) return null;
  const add = (bound: 'low' | 'high') => {
    const rate = `rate_${bound}` as const;
    const sign = bound === 'low' ? -1 : 1;
    let left = setOff;
    return ruled
      .toSorted((a, b) => sign * (Number(a.rule[rate]) - Number(b.rule[rate])))
      .reduce((sum, { rule, gains }) => {
        const used = Math.min(left, gains);
        left -= used;
        return sum + applyRate(gains - used, rule)[bound];
      }, 0);
  };
  return { low: add('low'), high: add('high') };
}
