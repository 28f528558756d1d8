import { signOut as signOutEndpoint } from '#core/contract/accounts/tokens.ts';
import { callEndpoint } from '#core/web/api/call.ts';
import { createSend } from '#core/web/api/send.ts';
import {
  clearSession,
  getAccessToken,
  getRefreshToken,
  type Identity,
  storeSession,
} from '#core/web/session/session.ts';

/** Clears the session in this browser, then ends it on the server. A failed call is only logged. */
export async function signOut(): Promise<void> {
  const refresh = getRefreshToken();
  const send = createSend(getAccessToken());
  clearSession();
  // What the service worker stored of the account. Insecure pages have no caches.
  void globalThis.caches?.delete('tezi-account').catch(() => {});
  void import('#features/alerts/web/public/push-device.ts')
    .then(({ turnOffPush }) => turnOffPush())
    .catch(() => {});
  if (refresh === null) return;
  try {
    await callEndpoint(signOutEndpoint, { body: { refresh_token: refresh } }, send);
  } catch (error) {
    // biome-ignore lint/suspicious/noConsole: a failed sign-out is logged in the browser (docs/product.md).
    console.warn('Logout failed on server', error);
  }
}

/** Stores a sign-in, and ends the session that this browser had before: its tokens are lost, but would remain valid. */
export function startSession(identity: Identity, tokens: { access: string; refresh: string }): void {
  if (getRefreshToken() !== null) void signOut();
  storeSession(identity, tokens);
}
