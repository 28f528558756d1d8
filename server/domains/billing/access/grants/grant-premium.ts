import { lockCustomer } from '#server/domains/accounts/accounts.ts';
import type { Transaction } from '#server/platform/database.ts';
import { notFound } from '#server/platform/http-error.ts';
import { invalidLastDay } from './grants.errors.ts';
import { type GrantRow, insertGrant } from './grants.queries.ts';
import { endOfDay, findLastDayError } from './last-day.ts';

interface Gift {
  reason: string;
  /** The last day with premium, in Karachi: `2026-12-31`. */
  endsOn: string;
  /** Who grants it, by the name that stays in the books. */
  grantedBy: string;
}

/**
 * Gives a customer premium access from now on without a payment through Paddle. Throws when there is no such customer and
 * when the last day cannot be one.
 */
export async function grantPremium(
  tx: Transaction,
  userId: string,
  { reason, endsOn, grantedBy }: Gift,
  now: Date,
): Promise<GrantRow> {
  if (!(await lockCustomer(tx, userId))) throw notFound();
  const fault = findLastDayError(endsOn, now);
  if (fault) throw invalidLastDay(fault);
  return insertGrant(tx, { userId, reason, grantedBy, startsAt: now, endsAt: endOfDay(endsOn) });
}
