import { signOut as signOutEndpoint } from '#contract/accounts/sessions.ts';
import { callEndpoint } from '#web/api/call.ts';
import { sendToApi } from '#web/api/send.ts';
import { clearSession, getRefreshToken } from './session.ts';

/** Forgets the sign-in in this browser at once, then ends it on the server; a failure of that is only logged (spec §4). */
export async function signOut(): Promise<void> {
  const refresh = getRefreshToken();
  clearSession();
  if (refresh === null) return;
  try {
    await callEndpoint(signOutEndpoint, { body: { refresh_token: refresh } }, sendToApi);
  } catch (error) {
    // biome-ignore lint/suspicious/noConsole: the specification has this failure logged in the browser.
    console.warn('Logout failed on server', error);
  }
}
