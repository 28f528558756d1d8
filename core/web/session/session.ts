import { useSyncExternalStore } from 'react';
import { browserStorage } from './browser-storage.ts';
import { personalStorage } from './personal-storage.ts';

/** The user signed in to this browser. It only controls what is shown: the server authorizes every call. */
export interface SignedInUser {
  /** The email, or the Google ID after a Google sign-in. */
  id: string;
  email: string;
  /** The name in the account menu. */
  name: string;
  firstName: string;
  lastName: string;
  accessToken: string;
  isAdmin?: boolean;
}

/** Keys of `localStorage`. */
export const STORAGE_KEYS = { user: 'user', access: 'access_token', refresh: 'refresh_token' } as const;

/** The key that is set while the user is signed out because the server ended the session. */
export const SESSION_ENDED_KEY = 'tezi:session-ended';

/** The user in a sign-in response. */
export interface Identity {
  id: string;
  email: string;
  first_name: string;
  last_name: string;
  google_id: string | null;
  isAdmin?: true;
}

/** Stores a sign-in in the browser and notifies every open tab. */
export function storeSession(identity: Identity, tokens: { access: string; refresh: string }): void {
  const user: SignedInUser = {
    id: identity.id,
    email: identity.email,
    name: getDisplayName(identity),
    firstName: identity.first_name,
    lastName: identity.last_name,
    accessToken: tokens.access,
    ...(identity.isAdmin ? { isAdmin: true } : {}),
  };
  browserStorage.remove(SESSION_ENDED_KEY);
  browserStorage.set(STORAGE_KEYS.access, tokens.access);
  browserStorage.set(STORAGE_KEYS.refresh, tokens.refresh);
  // The user is stored last: other tabs listen for this key, and read the tokens then.
  browserStorage.set(STORAGE_KEYS.user, JSON.stringify(user));
  notifyListeners();
}

/** Returns first and last name, or the part of the email before the @. */
const getDisplayName = ({
  first_name,
  last_name,
  email,
}: Pick<Identity, 'first_name' | 'last_name' | 'email'>) =>
  `${first_name} ${last_name}`.trim() || (email.split('@')[0] ?? '');

/** Updates the stored name after the server has changed it, in every open tab. */
export function renameUser(names: { first_name: string; last_name: string }): void {
  const user = readUser();
  if (user === null) return;
  const renamed: SignedInUser = {
    ...user,
    name: getDisplayName({ ...names, email: user.email }),
    firstName: names.first_name,
    lastName: names.last_name,
  };
  browserStorage.set(STORAGE_KEYS.user, JSON.stringify(renamed));
  notifyListeners();
}

/** Replaces the tokens of the signed-in user after a refresh. */
export function storeTokens(tokens: { access: string; refresh: string }): void {
  browserStorage.set(STORAGE_KEYS.access, tokens.access);
  browserStorage.set(STORAGE_KEYS.refresh, tokens.refresh);
  const user = readUser();
  if (user) browserStorage.set(STORAGE_KEYS.user, JSON.stringify({ ...user, accessToken: tokens.access }));
  notifyListeners();
}

/** Removes a sign-in that the server has ended. The sign-in pages then explain it, in every open tab. */
export function endSession(): void {
  browserStorage.set(SESSION_ENDED_KEY, 'true');
  removeSignIn();
}

/**
 * Removes the sign-in from this browser at the user's request, and the user's marks and settings unless they are to sign in
 * again.
 */
export function clearSession({ keepsPersonalValues = false } = {}): void {
  browserStorage.remove(SESSION_ENDED_KEY);
  if (!keepsPersonalValues) personalStorage.clear();
  removeSignIn();
}

function removeSignIn(): void {
  browserStorage.remove(STORAGE_KEYS.access);
  browserStorage.remove(STORAGE_KEYS.refresh);
  // The user is removed last: when other tabs notice, no token is left that they could still use.
  browserStorage.remove(STORAGE_KEYS.user);
  notifyListeners();
}

/** Returns the stored access token, or `null` if there is none or it cannot be sent in a header. */
export function getAccessToken(): string | null {
  const token = browserStorage.get(STORAGE_KEYS.access);
  return token !== null && /^[\x21-\x7e]+$/.test(token) ? token : null;
}

export const getRefreshToken = () => browserStorage.get(STORAGE_KEYS.refresh);

/**
 * Returns the signed-in user, `null` for a visitor, or `undefined` before hydration. Before hydration, render the same
 * markup as the server, for visitors and users (see `SignedIn` and `SignedOut`).
 */
export function useSession(): SignedInUser | null | undefined {
  return useSyncExternalStore(subscribeToSession, readUser, () => undefined);
}

/** Returns whether the user is signed out because the server ended the session. */
export const useHasSessionEnded = () =>
  useSyncExternalStore(
    subscribeToSession,
    () => browserStorage.get(SESSION_ENDED_KEY) !== null,
    () => false,
  );

const listeners = new Set<() => void>();

/** Calls `listener` after each change of the session, in any tab. Returns a function that stops. */
export function subscribeToSession(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', onStorage);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) window.removeEventListener('storage', onStorage);
  };
}

function onStorage(event: StorageEvent): void {
  if (event.key === null || event.key === STORAGE_KEYS.user) notifyListeners();
}

function notifyListeners(): void {
  setViewerAttribute();
  for (const listener of listeners) listener();
}

/** Sets `data-viewer` on `<html>`, as the inline script does before the first paint. */
export function setViewerAttribute(): void {
  const user = readUser();
  document.documentElement.dataset.viewer = user ? (user.isAdmin ? 'admin' : 'customer') : 'visitor';
}

let cached: { text: string | null; user: SignedInUser | null } = { text: null, user: null };

/** Returns the stored user, and the same object while storage is unchanged. Invalid or incomplete content counts as signed out. */
export function readUser(): SignedInUser | null {
  const text = getAccessToken() ? browserStorage.get(STORAGE_KEYS.user) : null;
  if (text !== cached.text) cached = { text, user: parseUser(text) };
  return cached.user;
}

function parseUser(text: string | null): SignedInUser | null {
  if (text === null) return null;
  try {
    const user: unknown = JSON.parse(text);
    return isUser(user) ? user : null;
  } catch {
    return null;
  }
}

function isUser(value: unknown): value is SignedInUser {
  const user = value as Partial<SignedInUser> | null;
  return (
    typeof user === 'object' &&
    user !== null &&
    typeof user.email === 'string' &&
    typeof user.name === 'string'
  );
}
