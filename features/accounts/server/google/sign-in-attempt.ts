import { createHash, randomBytes } from 'node:crypto';
import { randomPKCECodeVerifier } from 'openid-client';
import { toSingleLine } from '#core/contract/text/single-line.ts';
import { addMilliseconds, MINUTE, SECOND } from '#core/server/platform/clock.ts';
import type { Database, Transaction } from '#core/server/platform/database.ts';
import { GOOGLE_CHANNEL } from '#features/accounts/contract/google.ts';
import type { GoogleProfile } from '#features/accounts/server/accounts.tables.ts';
import {
  type Attempt,
  consumeAttempt,
  consumeTicket,
  deleteAttemptsExpiredBefore,
  findAttemptByState,
  findNewestAttempt,
  insertAttempt,
  storeTicket,
} from './google.queries.ts';
import { type AuthorizationChecks, type GoogleClient, TokenExchangeError } from './google-client.ts';

/** The time a user has to sign in at Google. */
export const ATTEMPT_LIFETIME_MS = 10 * MINUTE;
const TICKET_LIFETIME_MS = 60 * SECOND;
const DESCRIPTION_MAX_LENGTH = 200;

const NO_CODE = 'No authorization code received';
const NO_TOKENS = 'Failed to exchange code for tokens';

/** Starts a sign-in for the browser with this cookie and returns the URL at Google. */
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
  const url = await google.buildAuthorizationUrl(checks);
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
 * Handles the callback from Google and returns a ticket for the page that started the sign-in, or an error. `isOurs` is
 * `false` if this browser did not start the sign-in, or has already finished it. `onFailure` receives failures that
 * operators should see.
 */
export async function finishAttempt(
  database: Database,
  google: GoogleClient,
  { query, browser }: { query: URLSearchParams; browser: string | undefined },
  { now, onFailure }: { now: () => Date; onFailure: (error: TokenExchangeError) => Promise<void> },
): Promise<{ isOurs: boolean; result: PopupResult }> {
  const state = query.get('state') ?? '';
  const browserHash = hashSecret(browser ?? '');
  const consumed = await consumeAttempt(database.db, { stateHash: hashSecret(state), browserHash }, now());
  if (!consumed) {
    // The query is not trusted: the waiting page only learns that a sign-in failed.
    const waiting = await findWaitingAttempt(database, { state, browserHash }, now());
    return { isOurs: false, result: { attempt: waiting?.attempt ?? null, error: NO_TOKENS } };
  }
  const { attempt, nonce, codeVerifier, stateHash } = consumed;
  const finish = (outcome: { ticket: string } | { error: string }) => ({
    isOurs: true,
    result: { attempt, ...outcome },
  });
  if (!query.get('code') || query.has('error')) return finish({ error: NO_CODE });
  try {
    const profile = await google.exchange(query, { state, nonce, codeVerifier });
    const ticket = generateSecret();
    const ticketExpiresAt = addMilliseconds(now(), TICKET_LIFETIME_MS);
    await storeTicket(database.db, stateHash, {
      ticketHash: hashSecret(ticket),
      ticketExpiresAt,
      person: profile,
    });
    return finish({ ticket });
  } catch (error) {
    if (!(error instanceof TokenExchangeError)) throw error;
    await onFailure(error);
    return finish({ error: toPlainText(error.description) || NO_TOKENS });
  }
}

/** Finds the attempt to notify of a rejected callback. The attempt itself does not change. */
async function findWaitingAttempt(
  { db }: Database,
  { state, browserHash }: { state: string; browserHash: string },
  now: Date,
): Promise<Attempt | null> {
  return (await findAttemptByState(db, hashSecret(state))) ?? findNewestAttempt(db, browserHash, now);
}

/** Makes an untrusted text a single line that is short enough to show. */
function toPlainText(text: string | null): string {
  const line = toSingleLine(text ?? '')
    .replace(/\s+/g, ' ')
    .trim();
  return line.length > DESCRIPTION_MAX_LENGTH ? `${line.slice(0, DESCRIPTION_MAX_LENGTH)}…` : line;
}

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

const SECRET = /^[\w-]{43}$/;

/** Generates a secret of 256 random bits. */
export const generateSecret = () => randomBytes(32).toString('base64url');

/** Returns whether the text has the format of a generated secret. */
export const isSecret = (text: string | undefined): text is string => text !== undefined && SECRET.test(text);

/** Returns the hash that is stored in place of a secret. */
const hashSecret = (secret: string) => createHash('sha256').update(secret).digest('base64url');

/**
 * Sends the result to the page that opened the popup, in this browser only: through a broadcast channel,
 * which does not need the opener, a message to the opener, and a storage event.
 */
const SCRIPT = `(function () {
  var text = document.documentElement.dataset.result;
  if (!text) return;
  var result = JSON.parse(text);
  try {
    var channel = new BroadcastChannel('${GOOGLE_CHANNEL}');
    channel.postMessage(result);
    channel.close();
  } catch (error) {}
  try {
    if (window.opener) window.opener.postMessage(result, location.origin);
  } catch (error) {}
  try {
    localStorage.setItem('${GOOGLE_CHANNEL}', text);
    localStorage.removeItem('${GOOGLE_CHANNEL}');
  } catch (error) {}
  window.close();
})();`;

const STYLES = `
  :root { color-scheme: light dark; }
  body { margin: 0; padding: 24px; font: 15px/1.5 system-ui, sans-serif; background: light-dark(#fff, #12181d); color: light-dark(#151b20, #e8edf1); }
  main { max-width: 32rem; margin: 0 auto; }
  h1 { margin: 0 0 8px; font-size: 20px; line-height: 1.3; }
  p { margin: 0 0 8px; overflow-wrap: anywhere; }
`;

const toCspHash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Headers of the popup. `unsafe-none` keeps it connected to the page that opened it. */
export const POPUP_HEADERS = {
  'Cross-Origin-Opener-Policy': 'unsafe-none',
  'Content-Security-Policy': [
    "default-src 'none'",
    `script-src ${toCspHash(SCRIPT)}`,
    `style-src ${toCspHash(STYLES)}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
};

/** The result of the popup. `attempt` is `null` if no page is waiting for it. */
export type PopupResult = { attempt: string | null } & ({ ticket: string } | { error: string });

/**
 * Renders the last page of the popup. It closes itself if a page waits for the result; the text is for when
 * it cannot.
 */
export function renderResultPage(result: PopupResult): string {
  const isDone = 'ticket' in result;
  const title = isDone ? 'Signed in at Google' : 'Google sign-in failed';
  const sentences = isDone
    ? ['You can close this window and return to the page where you started.']
    : [result.error, 'Close this window, return to the page where you started and try again.'];
  const attribute = result.attempt === null ? '' : ` data-result="${escapeHtml(JSON.stringify(result))}"`;
  return `<!doctype html>
<html lang="en"${attribute}>
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="robots" content="noindex">
    <title>${title}</title>
    <style>${STYLES}</style>
  </head>
  <body>
    <main>
      <h1>${title}</h1>
      ${sentences.map((sentence) => `<p>${escapeHtml(sentence)}</p>`).join('\n      ')}
    </main>
    <script>${SCRIPT}</script>
  </body>
</html>
`;
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (character) => ESCAPES[character] ?? '');
