import Big from 'big.js';
import type { LocalDate } from '#core/contract/dates.ts';
import type { Queryable } from '#core/server/platform/database.ts';
import {
  isOnlySplit,
  listClosuresBetween,
  type PastClosure,
} from '#features/corporate-actions/server/corporate-actions.ts';
import type { Holidays } from '#features/market/server/market.ts';
import { formatPaisa } from '#features/market/server/prices/import/price-records.ts';
import { type BarRow, findLastBarBefore } from '#features/market/server/prices/list/prices.queries.ts';
import { listChanges } from './record-adjustments.ts';

/** The last close before a trading day, and the price from which its price limits are calculated, in rupees. */
interface ReferenceClose {
  date: LocalDate;
  /** The close as traded. */
  close: string;
  /** The close, or the ex-price after the payouts. */
  referencePrice: string;
  /** The payouts whose ex-date is after the close, by ex-date. */
  payouts: ReferencePayout[];
}

interface ReferencePayout {
  /** The payout in the words of the announcement. */
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
  const { price, payouts } = applyPayouts(bar, closures);
  return { date: bar.date, close: formatPaisa(bar.close), referencePrice: formatPaisa(price), payouts };
}

/** The close of a day, in paisa, with the marks of an ex-date. */
export type ClosePrice = Pick<BarRow, 'date' | 'close' | 'suffix'>;

/** Calculates the price after a close, in paisa, and after the payouts of the closures since. */
export function applyPayouts(
  bar: ClosePrice,
  closures: readonly PastClosure[],
): { price: number; payouts: ReferencePayout[] } {
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
  return { price, payouts };
}

/** A closure for a meeting pays nothing. */
const changesPrice = ({ isPayoutUnderstood, parts }: PastClosure) => !isPayoutUnderstood || parts.length > 0;

const SUFFIXES = { cash: 'XD', bonus: 'XB', right: 'XR' };

/** Returns whether the bar is marked as the first one without the payout, so that its estimated ex-date is a day late. */
const isMarked = ({ suffix }: ClosePrice, { isExDateEstimated, parts }: PastClosure) =>
  isExDateEstimated && parts.length > 0 && parts.every(({ kind }) => suffix?.includes(SUFFIXES[kind]));

/**
 * Calculates the price after the ex-date of a closure from the close before it, both in paisa, as the exchange does: less the
 * cash, plus the subscription prices of the rights of a share, divided by the shares that one becomes. Bonus and right shares
 * are both given for the shares held before. Returns `null` if the payout is not understood, takes more than the close, or
 * contains a right that costs as much as the share.
 */
function calculateExPrice(close: number, closure: PastClosure): number | null {
  if (!closure.isPayoutUnderstood && !isOnlySplit(closure.payout)) return null;
  const price = new Big(close).div(100).minus(closure.rupeesPerShare ?? 0);
  let value = price;
  let shares = new Big(1);
  let split = { newShares: new Big(1), oldShares: new Big(1) };
  for (const { change } of listChanges(closure)) {
    if (change.kind === 'split') {
      split = { newShares: new Big(change.newShares), oldShares: new Big(change.oldShares) };
      continue;
    }
    // Multiplied instead of divided by 100: Big.js rounds quotients, but products are exact.
    const share = new Big(change.percent).times('0.01');
    shares = shares.plus(share);
    if (change.kind === 'bonus') continue;
    if (price.lte(change.subscriptionPrice)) return null;
    value = value.plus(share.times(change.subscriptionPrice));
  }
  const paisa = value.times(100).times(split.oldShares).div(shares.times(split.newShares));
  const exPrice = Number(paisa.round(0, Big.roundHalfUp));
  return exPrice > 0 ? exPrice : null;
}
