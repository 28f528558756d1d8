import type { BookClosure } from './book-closures.ts';

type Payout = Pick<BookClosure, 'payout' | 'payouts' | 'rupees_per_share' | 'is_face_value_assumed'>;

/** Summarizes a payout, `Rs. 25.00 a share + 10% bonus`; as announced if it has no parts. */
export function summarizePayout({
  payout,
  payouts,
  rupees_per_share,
  is_face_value_assumed,
}: Payout): string {
  const cash = rupees_per_share === null ? [] : [`Rs. ${rupees_per_share} a share`];
  const shares = payouts.flatMap(({ kind, percent }) => (kind === 'cash' ? [] : [`${percent}% ${kind}`]));
  const summary = [...cash, ...shares].join(' + ') || payout;
  return is_face_value_assumed && cash.length > 0 ? `${summary}, assuming face value Rs. 10` : summary;
}
