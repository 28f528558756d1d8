import * as z from 'zod/mini';
import { decimal } from '#core/contract/fields.ts';

/** `docs/evaluation.md` has the rules, and the meaning of each reason. */
export const ENTRY_REASONS = [
  // Open.
  'order',
  'near_entry',
  'better_price',
  // Run away.
  'past_entry',
  // Not open.
  'ended',
  'not_traded',
  'not_comparable',
  'stop_at_entry',
  'no_close',
  'last_target',
  'stop_passed',
  'near_stop',
] as const;
export type EntryReason = (typeof ENTRY_REASONS)[number];

/** Whether a signal can still be entered, computed from the order, the last close and the current stop. */
export const EntryVerdict = z.object({
  /** `run_away`: the price has run toward the target. `not_open`: not open to new entries. */
  verdict: z.enum(['open', 'run_away', 'not_open']),
  /** `order`: the order can be placed as published, so its price is the entry price. The price of other entries is the last close. */
  reason: z.enum(ENTRY_REASONS),
  /** The date of the last close; `null` without one. */
  date: z.nullable(z.iso.date()),
  /** As traded. */
  close: z.nullable(decimal),
  /** The distance from the price of the entry to the current stop loss, in percent of the price; `null` if it is not open. */
  risk_percent: z.nullable(decimal),
  /** The ratio at the last target from the price of the entry; `null` if it is not open, or without a target. */
  reward_to_risk: z.nullable(decimal),
});
export type EntryVerdict = z.infer<typeof EntryVerdict>;

/** Returns the price that a new entry would pay: the entry price of an order, else the last close; `null` if it is not open. */
export function getEntryPrice({
  entry_price,
  entry_verdict: { verdict, reason, close },
}: {
  entry_price: string;
  entry_verdict: EntryVerdict;
}): string | null {
  if (verdict === 'not_open') return null;
  return reason === 'order' ? entry_price : close;
}
