import { refreshTokens } from '#contract/accounts/tokens.ts';
import { clearSession, getAccessToken, getRefreshToken, storeTokens } from '#web/session/session.ts';
import { ApiError, callEndpoint } from './call.ts';
import { sendToApi } from './send.ts';

/**
 * A fresh access token in place of `staleToken`, or `null` when the sign-in is over (then it is forgotten). All tabs of
 * the browser take turns: the first refreshes, the others find its result. Throws `ApiError` when the server cannot be
 * asked: then nothing is forgotten.
 */
export async function refreshSession(staleToken: string): Promise<string | null> {
  return inTurn(async (hasWaited) => {
    if (hasWaited && getAccessToken() === staleToken) await storageChange();
    const current = getAccessToken();
    if (current !== null && current !== staleToken) return current;
    const refresh = getRefreshToken();
    if (refresh === null) {
      clearSession();
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
      if (getRefreshToken() === refresh) clearSession();
      return null;
    }
  });
}

const LOCK_NAME = 'tezi:token-refresh';

/** One at a time over all tabs. Browsers have locks only on secure pages; elsewhere one at a time in this tab. */
async function inTurn<T>(work: (hasWaited: boolean) => Promise<T>): Promise<T> {
  if (navigator.locks) {
    const { held } = await navigator.locks.query();
    const hasToWait = held?.some((lock) => lock.name === LOCK_NAME) ?? false;
    return navigator.locks.request(LOCK_NAME, () => work(hasToWait)) as Promise<T>;
  }
  const inThisTab = () => work(false);
  const result = lastTurn.then(inThisTab, inThisTab);
  lastTurn = result;
  return result;
}

let lastTurn: Promise<unknown> = Promise.resolve();

const STORAGE_SPREAD_MS = 500;

/** What one tab stores reaches another's storage a moment later, maybe after the other's turn has begun. */
function storageChange(): Promise<void> {
  const tooLong = AbortSignal.timeout(STORAGE_SPREAD_MS);
  return new Promise((resolve) => {
    window.addEventListener('storage', () => resolve(), { once: true, signal: tooLong });
    tooLong.addEventListener('abort', () => resolve());
  });
}
