import type { GoogleProfile } from '#server/domains/accounts/accounts.tables.ts';
import type { Transaction } from '#server/platform/database.ts';
import { consumeTicket } from './google.queries.ts';
import { hashSecret } from './secrets.ts';

/** Names the browser that began a sign-in at Google; only that browser can end it. */
export const BROWSER_COOKIE = 'google_browser';

/**
 * Who a ticket stands for, as Google said within the last minute. It works once, in the browser that has the cookie;
 * otherwise `null`. A transaction that is rolled back gives it back.
 */
export async function redeemTicket(
  tx: Transaction,
  ticket: string,
  browserCookie: string | undefined,
  now: Date,
): Promise<GoogleProfile | null> {
  if (browserCookie === undefined) return null;
  return consumeTicket(tx, { ticketHash: hashSecret(ticket), browserHash: hashSecret(browserCookie) }, now);
}
