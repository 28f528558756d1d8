import type { BookClosure, PayoutPart } from '#contract/corporate-actions/book-closures.ts';

/** What a holder of shares gets, in words: a line for all cash, and one for each bonus and right. */
export function describePayout({
  payouts,
  rupees_per_share,
  is_face_value_assumed,
}: Pick<BookClosure, 'payouts' | 'rupees_per_share' | 'is_face_value_assumed'>): string[] {
  const cash = payouts.filter(({ kind }) => kind === 'cash');
  const shares = payouts.filter(({ kind }) => kind !== 'cash').map(describeShares);
  if (rupees_per_share === null) return shares;
  const assumed = is_face_value_assumed ? ', assuming face value Rs. 10' : '';
  return [`Rs. ${rupees_per_share} a share${periods(cash)}${assumed}`, ...shares];
}

/** `final`, `3rd interim`; nothing where it is not said of every part. */
function periods(parts: PayoutPart[]): string {
  const named = [...new Set(parts.map(({ period }) => period))];
  if (named.length === 0 || named.includes(null)) return '';
  return ` (${named.map((period) => (typeof period === 'number' ? `${ordinal(period)} interim` : period)).join(' and ')})`;
}

const ORDINALS = ['1st', '2nd', '3rd'];
const ordinal = (number: number) => ORDINALS[number - 1] ?? `${number}th`;

function describeShares({ kind, percent, premium_per_share }: PayoutPart): string {
  const premium = premium_per_share === null ? '' : ` at a premium of Rs. ${premium_per_share}`;
  return `${percent}% ${kind}: ${sharesFor(percent)}${premium}`;
}

/** More shares than that say less than the percentage does. */
const MOST_SHARES = 100;

/** A percentage of shares in whole shares: 20 is 1 for every 5. */
function sharesFor(percent: string): string {
  const [whole = '', decimals = ''] = percent.split('.');
  const [got, held] = [Number(whole + decimals), 100 * 10 ** decimals.length];
  const divisor = greatestCommonDivisor(got, held);
  const [gets, holds] = [got / divisor, held / divisor];
  if (holds > MOST_SHARES) return `${percent} shares for every 100`;
  return `${gets} ${gets === 1 ? 'share' : 'shares'} for every ${holds === 1 ? 'one' : holds}`;
}

const greatestCommonDivisor = (a: number, b: number): number =>
  b === 0 ? a : greatestCommonDivisor(b, a % b);
