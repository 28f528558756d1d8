import Big from 'big.js';
import type { Split } from '#server/domains/corporate-actions/corporate-actions.ts';

/** A change of the number of shares, as announced. */
export type ShareChange =
  | {
      kind: 'bonus';
      percent: string;
      /** That of the right in the same payout, which is also given for the shares held before. */
      rightPercent: string;
    }
  | { kind: 'right'; percent: string; subscriptionPrice: string }
  | Split;

const DECIMALS = 12;

/**
 * Calculates the factor between the prices after and before a change. A right costs its subscription price, so its factor
 * depends on the last close before the ex-date, in rupees. Returns `null` if that is unknown, or if no holder would subscribe
 * because the shares are cheaper on the market.
 */
export function calculateFactor(change: ShareChange, lastClose: string | null): string | null {
  switch (change.kind) {
    case 'bonus': {
      const sharesWithRight = new Big(100).plus(change.rightPercent);
      return format(sharesWithRight.div(sharesWithRight.plus(change.percent)));
    }
    case 'split':
      return format(new Big(change.oldShares).div(change.newShares));
    case 'right': {
      if (lastClose === null || new Big(change.subscriptionPrice).gte(lastClose)) return null;
      const paid = new Big(change.percent).times(change.subscriptionPrice);
      const shares = new Big(100).plus(change.percent);
      return format(new Big(100).times(lastClose).plus(paid).div(shares.times(lastClose)));
    }
  }
}

const format = (factor: Big) => factor.toFixed(DECIMALS);
