import type { BookClosure } from '#contract/corporate-actions/book-closures.ts';

type Payout = Pick<BookClosure, 'payout' | 'payouts' | 'rupees_per_share' | 'is_face_value_assumed'>;

/** Summarizes a payout, `Rs. 25.00 + 10% bonus`; as announced if its parts or its amount are not certain. */
export function summarizePayout({
  payout,
  payouts,
  rupees_per_share,
  is_face_value_assumed,
}: Payout): string {
  const cash = rupees_per_share === null ? [] : [`Rs. ${rupees_per_share}`];
  const shares = payouts.flatMap(({ kind, percent }) => (kind === 'cash' ? [] : [`${percent}% ${kind}`]));
  return is_face_value_assumed ? payout : [...cash, ...shares].join(' + ') || payout;
}
