import Big from 'big.js';

/** A change of the number of shares, as announced. */
export type ShareChange =
  | {
      kind: 'bonus';
      percent: string;
      /** That of the right in the same payout, which is also given for the shares held before. */
      rightPercent: string;
    }
  | { kind: 'right'; percent: string; subscriptionPrice: string }
  | { kind: 'split'; newShares: string; oldShares: string };

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

const SPLIT = /\b(?:split|sub-?division)\b[^\d]{0,40}(\d{1,4})\s*(?::|for|to)\s*(\d{1,4})\b/i;

/** Parses a split of shares: `Stock split 5:1` gives five shares for one. Returns `null` if the text has none. */
export function parseSplit(payout: string): ShareChange | null {
  const [, newShares = '0', oldShares = '0'] = SPLIT.exec(payout) ?? [];
  const isSplit = Number(oldShares) > 0 && Number(newShares) > Number(oldShares);
  return isSplit ? { kind: 'split', newShares, oldShares } : null;
}

/** Returns whether a text says nothing but a split. Next to one, it may announce a payout too. */
export const isOnlySplit = (payout: string): boolean =>
  parseSplit(payout) !== null &&
  /^[\W_]*$/.test(payout.replace(SPLIT, '').replaceAll(/\b(?:stock|shares?|of|the|in|ratio)\b/gi, ''));
