import type { GoogleProfile } from '#server/domains/accounts/accounts.tables.ts';
import type { Transaction } from '#server/platform/database.ts';
import { consumeTicket } from './google.queries.ts';
import { hashSecret } from './secrets.ts';

/** Identifies the browser that started a sign-in with Google; only that browser can finish it. */
export const BROWSER_COOKIE = 'google_browser';

/**
 * Returns the Google profile of a ticket, verified within the last minute. A ticket works once and only in
 * the browser with the cookie; otherwise returns `null`. A rollback makes the ticket valid again.
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
