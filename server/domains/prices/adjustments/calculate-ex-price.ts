import Big from 'big.js';
import type { PastClosure } from '#server/domains/corporate-actions/corporate-actions.ts';
import { isOnlySplit } from './calculate-factor.ts';
import { listChanges } from './record-adjustments.ts';

/**
 * Calculates the price after the ex-date of a closure from the close before it, both in paisa, as the exchange does: less the
 * cash, plus the subscription prices of the rights of a share, divided by the shares that one becomes. Bonus and right shares
 * are both given for the shares held before. Returns `null` if the payout is not understood, takes more than the close, or
 * contains a right that costs as much as the share.
 */
export function calculateExPrice(close: number, closure: PastClosure): number | null {
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
