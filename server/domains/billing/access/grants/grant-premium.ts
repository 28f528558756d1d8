import { lockCustomer } from '#server/domains/accounts/accounts.ts';
import type { Transaction } from '#server/platform/database.ts';
import { notFound } from '#server/platform/http-error.ts';
import { invalidLastDay } from './grants.errors.ts';
import { type GrantRow, insertGrant } from './grants.queries.ts';
import { findLastDayError, getEndOfDate } from './last-day.ts';

interface GrantInput {
  reason: string;
  /** The last date with premium access, in Karachi: `2026-12-31`. */
  endsOn: string;
  /** The administrator's name, stored in the security log. */
  grantedBy: string;
}

/**
 * Grants a customer premium access from now on without a payment. Throws when the customer does not exist or the last date
 * is invalid.
 */
export async function grantPremium(
  tx: Transaction,
  userId: string,
  { reason, endsOn, grantedBy }: GrantInput,
  now: Date,
): Promise<GrantRow> {
  if (!(await lockCustomer(tx, userId))) throw notFound();
  const problem = findLastDayError(endsOn, now);
  if (problem) throw invalidLastDay(problem);
  return insertGrant(tx, { userId, reason, grantedBy, startsAt: now, endsAt: getEndOfDate(endsOn) });
}
