import { randomPKCECodeVerifier } from 'openid-client';
import { addMilliseconds, MINUTE, SECOND } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/database.ts';
import {
  type Attempt,
  findAttemptByState,
  findNewestAttempt,
  insertAttempt,
  storeTicket,
  deleteAttemptsExpiredBefore,
  consumeAttempt,
} from './google.queries.ts';
import { type AuthorizationChecks, TokenExchangeError, type GoogleClient } from './google-client.ts';
import type { WindowResult } from './result-page.ts';
import { hashSecret, generateSecret } from './secrets.ts';

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
  const checks: AuthorizationChecks = {
    state: generateSecret(),
    nonce: generateSecret(),
    codeVerifier: randomPKCECodeVerifier(),
  };
  const url = await google.authorizationUrl(checks);
  await database.transaction(async (tx) => {
    await deleteAttemptsExpiredBefore(tx, addMilliseconds(now, -ATTEMPT_LIFETIME_MS));
    await insertAttempt(tx, {
      stateHash: hashSecret(checks.state),
      attempt,
      browserHash: hashSecret(browser),
      nonce: checks.nonce,
      codeVerifier: checks.codeVerifier,
      startedAt: now,
      expiresAt: addMilliseconds(now, ATTEMPT_LIFETIME_MS),
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
  { now, onFailure }: { now: () => Date; onFailure: (failure: TokenExchangeError) => Promise<void> },
): Promise<{ isOurs: boolean; result: WindowResult }> {
  const state = query.get('state') ?? '';
  const browserHash = hashSecret(browser ?? '');
  const taken = await consumeAttempt(database.db, { stateHash: hashSecret(state), browserHash }, now());
  if (!taken) {
    // Nothing of this address can be believed but that some sign-in failed.
    const failed = await findWaitingAttempt(database, { state, browserHash }, now());
    return { isOurs: false, result: { attempt: failed?.attempt ?? null, error: NO_TOKENS } };
  }
  const { attempt, nonce, codeVerifier, stateHash } = taken;
  const finish = (end: { ticket: string } | { error: string }) => ({
    isOurs: true,
    result: { attempt, ...end },
  });
  if (!query.get('code') || query.has('error')) return finish({ error: NO_CODE });
  try {
    const person = await google.exchange(query, { state, nonce, codeVerifier });
    const ticket = generateSecret();
    const ticketExpiresAt = addMilliseconds(now(), TICKET_LIFETIME_MS);
    await storeTicket(database.db, stateHash, { ticketHash: hashSecret(ticket), ticketExpiresAt, person });
    return finish({ ticket });
  } catch (error) {
    if (!(error instanceof TokenExchangeError)) throw error;
    await onFailure(error);
    return finish({ error: toPlainText(error.description) || NO_TOKENS });
  }
}

/** Whom to tell of a callback that is refused. It learns nothing but that, and its attempt stays as it was. */
async function findWaitingAttempt(
  { db }: Database,
  { state, browserHash }: { state: string; browserHash: string },
  now: Date,
): Promise<Attempt | null> {
  return (await findAttemptByState(db, hashSecret(state))) ?? findNewestAttempt(db, browserHash, now);
}

/** A text of somebody else's, in one line and short enough to be shown. */
function toPlainText(text: string | null): string {
  const line = (text ?? '').replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
  return line.length > DESCRIPTION_MAX_LENGTH ? `${line.slice(0, DESCRIPTION_MAX_LENGTH)}…` : line;
}
