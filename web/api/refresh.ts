import { refreshTokens } from '#contract/sessions.ts';
import { accessToken, clearSession, refreshToken, storeTokens } from '#web/session/session.ts';
import { ApiError, callEndpoint } from './call.ts';
import { sendToApi } from './send.ts';

/**
 * A fresh access token in place of `staleToken`, or `null` when the sign-in is over (then it is forgotten). All tabs of
 * the browser take turns: the first refreshes, the others find its result. Throws `ApiError` when the server cannot be
 * asked: then nothing is forgotten.
 */
export async function refreshSession(staleToken: string): Promise<string | null> {
  return inTurn(async () => {
    const current = accessToken();
    if (current !== null && current !== staleToken) return current;
    const refresh = refreshToken();
    if (refresh === null) {
      clearSession();
      return null;
    }
    try {
      const tokens = await callEndpoint(refreshTokens, { body: { refresh } }, sendToApi);
      // Signed out while the call was under way: stay signed out.
      if (refreshToken() !== refresh) return accessToken();
      storeTokens(tokens);
      return tokens.access;
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 401) throw error;
      if (refreshToken() === refresh) clearSession();
      return null;
    }
  });
}

const LOCK_NAME = 'tezi:token-refresh';

/** One at a time over all tabs. Browsers have locks only on secure pages; elsewhere one at a time in this tab. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (navigator.locks) return navigator.locks.request(LOCK_NAME, work) as Promise<T>;
  const result = lastTurn.then(work, work);
  lastTurn = result;
  return result;
}

let lastTurn: Promise<unknown> = Promise.resolve();
