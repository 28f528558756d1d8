import { useSyncExternalStore } from 'react';
import { browserStorage } from './browser-storage.ts';

/** Who is signed in in this browser. What it shows is decoration: the server decides what anybody may do. */
export interface SignedInUser {
  /** The e-mail, or the Google id for a sign-in with Google (spec §3). */
  id: string;
  email: string;
  /** What the account menu shows. */
  name: string;
  firstName: string;
  lastName: string;
  accessToken: string;
  isAdmin?: boolean;
}

/** The storage keys of the spec. */
export const STORAGE_KEYS = { user: 'user', access: 'access_token', refresh: 'refresh_token' } as const;

/** A person as the server names them in answer to a sign-in. */
export interface Identity {
  id: string;
  email: string;
  first_name: string;
  last_name: string;
  google_id: string | null;
  isAdmin?: true;
}

/** Keeps a successful sign-in in the browser's storage and tells every open tab. */
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
  browserStorage.set(STORAGE_KEYS.access, tokens.access);
  browserStorage.set(STORAGE_KEYS.refresh, tokens.refresh);
  // The user comes last: the other tabs hear of it, and find the tokens then.
  browserStorage.set(STORAGE_KEYS.user, JSON.stringify(user));
  notifyListeners();
}

/** First and last name, else the part of the e-mail before the @. */
const getDisplayName = ({
  first_name,
  last_name,
  email,
}: Pick<Identity, 'first_name' | 'last_name' | 'email'>) =>
  `${first_name} ${last_name}`.trim() || (email.split('@')[0] ?? '');

/** Takes up a name that was changed on the server, in every open tab. */
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

/** Forgets the sign-in in this browser. */
export function clearSession(): void {
  for (const key of Object.values(STORAGE_KEYS)) browserStorage.remove(key);
  notifyListeners();
}

/** The stored access token; `null` for none, and for damaged content that no request could carry. */
export function getAccessToken(): string | null {
  const token = browserStorage.get(STORAGE_KEYS.access);
  return token !== null && /^[\x21-\x7e]+$/.test(token) ? token : null;
}

export const getRefreshToken = () => browserStorage.get(STORAGE_KEYS.refresh);

/**
 * The signed-in user, `null` for a visitor, `undefined` while the page is not hydrated and nobody can know: then render
 * what the server rendered, for both kinds of reader (see `SignedIn` and `SignedOut`).
 */
export function useSession(): SignedInUser | null | undefined {
  return useSyncExternalStore(subscribe, readUser, () => undefined);
}

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
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
  markSignInState();
  for (const listener of listeners) listener();
}

/** Says on `<html>` who is reading, as the inline script did before the first paint. */
export function markSignInState(): void {
  const user = readUser();
  document.documentElement.dataset.reader = user ? (user.isAdmin ? 'admin' : 'customer') : 'visitor';
}

let parsed: { text: string | null; user: SignedInUser | null } = { text: null, user: null };

/** What storage says, the same object as long as it says the same. Damaged or half-stored content counts as signed out. */
function readUser(): SignedInUser | null {
  const text = getAccessToken() ? browserStorage.get(STORAGE_KEYS.user) : null;
  if (text !== parsed.text) parsed = { text, user: parseUser(text) };
  return parsed.user;
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
