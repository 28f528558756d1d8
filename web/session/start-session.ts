import { getRefreshToken, type Identity, storeSession } from './session.ts';
import { signOut } from './sign-out.ts';

/** Stores a sign-in, and ends the session that this browser had before: its tokens are lost, but would remain valid. */
export function startSession(identity: Identity, tokens: { access: string; refresh: string }): void {
  if (getRefreshToken() !== null) void signOut();
  storeSession(identity, tokens);
}
