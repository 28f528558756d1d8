import { type PersonalKey, personalStorage } from './personal-storage.ts';
import { readUser, subscribeToSession } from './session.ts';

const listeners = new Set<() => void>();
const getOwner = () => readUser()?.email ?? null;

/** Returns a value of the current user; `null` if there is none. */
export const readPersonalValue = (key: PersonalKey): string | null => personalStorage.get(key, getOwner());

export function savePersonalValue(key: PersonalKey, value: string): void {
  personalStorage.set(key, getOwner(), value);
  for (const listener of listeners) listener();
}

/** Calls `listener` after each change of a value or of the user, in any tab. Returns a function that stops. */
export function subscribeToPersonalValues(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  const unsubscribe = subscribeToSession(listener);
  return () => {
    listeners.delete(listener);
    unsubscribe();
    window.removeEventListener('storage', listener);
  };
}
