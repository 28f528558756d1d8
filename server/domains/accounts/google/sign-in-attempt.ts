import { randomPKCECodeVerifier } from 'openid-client';
import { after, MINUTE, SECOND } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/database.ts';
import {
  type Attempt,
  findAttemptByState,
  findNewestAttempt,
  insertAttempt,
  keepTicket,
  removeAttemptsBefore,
  takeAttempt,
} from './google.queries.ts';
import { type Checks, ExchangeFailure, type GoogleClient } from './google-client.ts';
import type { WindowResult } from './result-page.ts';
import { hashSecret, makeSecret } from './secrets.ts';

/** How long somebody may take at Google. */
export const ATTEMPT_LIFETIME_MS = 10 * MINUTE;
const TICKET_LIFETIME_MS = 60 * SECOND;
const DESCRIPTION_MAX_LENGTH = 200;

const NO_CODE = 'No authorization code received';
const NO_TOKENS = 'Failed to exchange code for tokens';

/** Begins a sign-in for the browser with that cookie; gives the address at Google to go to. */
export async function startAttempt(
  database: Database,
  google: GoogleClient,
  { attempt, browser }: { attempt: string; browser: string },
  now: Date,
): Promise<URL> {
  const checks: Checks = { state: makeSecret(), nonce: makeSecret(), codeVerifier: randomPKCECodeVerifier() };
  const url = await google.authorizationUrl(checks);
  await database.transaction(async (tx) => {
    await removeAttemptsBefore(tx, after(now, -ATTEMPT_LIFETIME_MS));
    await insertAttempt(tx, {
      stateHash: hashSecret(checks.state),
      attempt,
      browserHash: hashSecret(browser),
      nonce: checks.nonce,
      codeVerifier: checks.codeVerifier,
      startedAt: now,
      expiresAt: after(now, ATTEMPT_LIFETIME_MS),
    });
  });
  return url;
}

/**
 * Takes up what Google sent somebody back with: a ticket for the page that began, or why there is none. It is not ours when
 * this browser began no such sign-in, or has ended it already. `onFailure` hears of what an operator should know.
 */
export async function finishAttempt(
  database: Database,
  google: GoogleClient,
  { query, browser }: { query: URLSearchParams; browser: string | undefined },
  { now, onFailure }: { now: () => Date; onFailure: (failure: ExchangeFailure) => Promise<void> },
): Promise<{ isOurs: boolean; result: WindowResult }> {
  const state = query.get('state') ?? '';
  const browserHash = hashSecret(browser ?? '');
  const taken = await takeAttempt(database.db, { stateHash: hashSecret(state), browserHash }, now());
  if (!taken) {
    // Nothing of this address can be believed but that some sign-in failed.
    const failed = await whoWaits(database, { state, browserHash }, now());
    return { isOurs: false, result: { attempt: failed?.attempt ?? null, error: NO_TOKENS } };
  }
  const { attempt, nonce, codeVerifier, stateHash } = taken;
  const ended = (end: { ticket: string } | { error: string }) => ({
    isOurs: true,
    result: { attempt, ...end },
  });
  if (!query.get('code') || query.has('error')) return ended({ error: NO_CODE });
  try {
    const person = await google.exchange(query, { state, nonce, codeVerifier });
    const ticket = makeSecret();
    const ticketExpiresAt = after(now(), TICKET_LIFETIME_MS);
    await keepTicket(database.db, stateHash, { ticketHash: hashSecret(ticket), ticketExpiresAt, person });
    return ended({ ticket });
  } catch (error) {
    if (!(error instanceof ExchangeFailure)) throw error;
    await onFailure(error);
    return ended({ error: plainText(error.description) || NO_TOKENS });
  }
}

/** Whom to tell of a callback that is refused. It learns nothing but that, and its attempt stays as it was. */
async function whoWaits(
  { db }: Database,
  { state, browserHash }: { state: string; browserHash: string },
  now: Date,
): Promise<Attempt | null> {
  return (await findAttemptByState(db, hashSecret(state))) ?? findNewestAttempt(db, browserHash, now);
}

/** A text of somebody else's, in one line and short enough to be shown. */
function plainText(text: string | null): string {
  const line = (text ?? '').replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
  return line.length > DESCRIPTION_MAX_LENGTH ? `${line.slice(0, DESCRIPTION_MAX_LENGTH)}…` : line;
}
