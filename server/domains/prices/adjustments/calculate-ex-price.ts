import Big from 'big.js';
import type { PastClosure } from '#server/domains/corporate-actions/corporate-actions.ts';
import { calculateFactor } from './calculate-factor.ts';
import { listChanges } from './record-adjustments.ts';

/**
 * Calculates the price after the ex-date of a closure from the close before it, both in paisa, as the exchange does: less the
 * cash, then divided by the new shares, where a right counts at its subscription price. Returns `null` if the payout is not
 * understood, or takes more than the close.
 */
export function calculateExPrice(close: number, closure: PastClosure): number | null {
  const changes = listChanges(closure).map(({ change }) => change);
  // A split is no part of a payout. One that is announced together with percentages may hide cash.
  const isSplitOnly = changes.some(({ kind }) => kind === 'split') && !closure.payout.includes('%');
  if (!closure.isPayoutUnderstood && !isSplitOnly) return null;
  let price = new Big(close).div(100).minus(closure.rupeesPerShare ?? 0);
  for (const change of changes) {
    if (price.lte(0)) return null;
    const factor = calculateFactor(change, price.toString());
    if (factor === null) return null;
    price = price.times(factor);
  }
  const exPrice = Number(price.times(100).round(0, Big.roundHalfUp));
  return exPrice > 0 ? exPrice : null;
}
