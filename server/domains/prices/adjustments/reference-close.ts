import type { LocalDate } from '#contract/dates.ts';
import {
  listClosuresBetween,
  type PastClosure,
} from '#server/domains/corporate-actions/corporate-actions.ts';
import type { Holidays } from '#server/domains/market/market.ts';
import { formatPaisa } from '#server/domains/prices/import/parse-amounts.ts';
import { type BarRow, findLastBarBefore } from '#server/domains/prices/list/prices.queries.ts';
import type { Queryable } from '#server/platform/database.ts';
import { calculateExPrice } from './calculate-ex-price.ts';

/** The last close before a trading day, and the price from which its price limits are calculated, in rupees. */
export interface ReferenceClose {
  date: LocalDate;
  /** As traded. */
  close: string;
  /** The close, or the ex-price after the payouts. */
  referencePrice: string;
  /** Those whose ex-date is after the close, by ex-date. */
  payouts: ReferencePayout[];
}

interface ReferencePayout {
  /** As announced. */
  payout: string;
  exDate: LocalDate;
  isExDateEstimated: boolean;
  /** Is `false` if the price after it cannot be calculated. */
  isApplied: boolean;
}

/**
 * Returns the last close of a symbol before a trading day, and the price after the payouts with an ex-date up to that day;
 * `null` without a close. Reads the closures, not the recorded adjustments, which have no cash and follow only on the ex-date.
 */
export async function getReferenceClose(
  db: Queryable,
  symbol: string,
  { date, holidays }: { date: LocalDate; holidays: Holidays },
): Promise<ReferenceClose | null> {
  const bar = await findLastBarBefore(db, { symbol, date });
  if (bar === null) return null;
  const closures = await listClosuresBetween(db, symbol, { after: bar.date, until: date, holidays });
  let price = bar.close;
  const payouts = closures
    .filter(changesPrice)
    .filter((closure) => !isMarked(bar, closure))
    .map((closure): ReferencePayout => {
      const exPrice = calculateExPrice(price, closure);
      price = exPrice ?? price;
      const { payout, exDate, isExDateEstimated } = closure;
      return { payout, exDate, isExDateEstimated, isApplied: exPrice !== null };
    });
  return { date: bar.date, close: formatPaisa(bar.close), referencePrice: formatPaisa(price), payouts };
}

/** A closure for a meeting pays nothing. */
const changesPrice = ({ isPayoutUnderstood, parts }: PastClosure) => !isPayoutUnderstood || parts.length > 0;

const SUFFIXES = { cash: 'XD', bonus: 'XB', right: 'XR' };

/** Returns whether the bar is marked as the first one without the payout, so that its estimated ex-date is a day late. */
const isMarked = ({ suffix }: BarRow, { isExDateEstimated, parts }: PastClosure) =>
  isExDateEstimated && parts.length > 0 && parts.every(({ kind }) => suffix?.includes(SUFFIXES[kind]));
