import { signOut as signOutEndpoint } from '#contract/accounts/tokens.ts';
import { callEndpoint } from '#web/api/call.ts';
import { createSend } from '#web/api/send.ts';
import { clearSession, getAccessToken, getRefreshToken } from './session.ts';

/** Clears the session in this browser, then ends it on the server. A failed call is only logged. */
export async function signOut(): Promise<void> {
  const refresh = getRefreshToken();
  const send = createSend(getAccessToken());
  clearSession();
  if (refresh === null) return;
  try {
    await callEndpoint(signOutEndpoint, { body: { refresh_token: refresh } }, send);
  } catch (error) {
    // biome-ignore lint/suspicious/noConsole: a failed sign-out is logged in the browser (docs/product.md).
    console.warn('Logout failed on server', error);
  }
}
