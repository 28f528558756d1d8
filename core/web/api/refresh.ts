import { refreshTokens } from '#core/contract/accounts/tokens.ts';
import { endSession, getAccessToken, getRefreshToken, storeTokens } from '#core/web/session/session.ts';
import { notify } from '#core/web/ui/feedback/notify.ts';
import { ApiError, callEndpoint } from './call.ts';
import { sendToApi } from './send.ts';

/**
 * Returns a new access token in place of `staleToken`. Clears the session and returns `null` if it has ended, and
 * says so once, however many calls find out. The tabs of
 * the browser take turns: the first one refreshes, the others use its result. Throws `ApiError` if the server cannot be
 * reached, and keeps the session.
 */
export async function refreshSession(staleToken: string): Promise<string | null> {
  return runExclusively(async (hasWaited) => {
    if (hasWaited && getAccessToken() === staleToken) await waitForStorage();
    const current = getAccessToken();
    // `null` after another call has ended the session, or the user has: it was explained once.
    if (current !== staleToken) return current;
    const refresh = getRefreshToken();
    if (refresh === null) {
      endAndNotify();
      return null;
    }
    try {
      const tokens = await callEndpoint(refreshTokens, { body: { refresh } }, sendToApi);
      // Signed out while the call was under way: stay signed out.
      if (getRefreshToken() !== refresh) return getAccessToken();
      storeTokens(tokens);
      return tokens.access;
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 401) throw error;
      if (getRefreshToken() === refresh) endAndNotify();
      return null;
    }
  });
}

/** Public pages continue as for a visitor, so only the message shows that the session has ended. */
function endAndNotify(): void {
  endSession();
  notify.error('Your session has ended', 'Please sign in again.');
}

const LOCK_NAME = 'tezi:token-refresh';

/** Runs one call at a time across all tabs. Web Locks need a secure context; without them,
 * calls take turns in this tab only. */
async function runExclusively<T>(work: (hasWaited: boolean) => Promise<T>): Promise<T> {
  if (navigator.locks) {
    const { held } = await navigator.locks.query();
    const hasToWait = held?.some((lock) => lock.name === LOCK_NAME) ?? false;
    return navigator.locks.request(LOCK_NAME, () => work(hasToWait)) as Promise<T>;
  }
  const run = () => work(false);
  const result = lastRun.then(run, run);
  lastRun = result;
  return result;
}

let lastRun: Promise<unknown> = Promise.resolve();

const STORAGE_DELAY_MS = 500;

/** Waits for the other tab's tokens, which may reach this tab's storage after the lock does. */
function waitForStorage(): Promise<void> {
  const timeout = AbortSignal.timeout(STORAGE_DELAY_MS);
  return new Promise((resolve) => {
    window.addEventListener('storage', () => resolve(), { once: true, signal: timeout });
    timeout.addEventListener('abort', () => resolve());
  });
}
