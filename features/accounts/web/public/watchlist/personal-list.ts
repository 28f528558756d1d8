import { readPersonalValue } from '#core/web/session/personal-values.ts';
import { readUser } from '#core/web/session/session.ts';

/** A list in the storage of the browser. */
export interface StoredList {
  items: string[];
  /** It is a copy of the account's list. Otherwise a visitor made it, and the next sign-in adds it to the account. */
  isMerged: boolean;
}

/** Reads a list: a JSON array, or an object with `items` if it is a copy of the account's. Invalid content is an empty list. */
export function parsePersonalList(stored: string | null): StoredList {
  try {
    const value: unknown = JSON.parse(stored ?? '[]');
    const isMerged = !Array.isArray(value);
    const items: unknown = isMerged ? (value as Partial<StoredList> | null)?.items : value;
    return { items: Array.isArray(items) ? items.filter((id) => typeof id === 'string') : [], isMerged };
  } catch {
    return { items: [], isMerged: false };
  }
}

/** Reads a list of the user. `isComplete` is false for a customer whose list was never loaded from the account into this browser. */
export function readPersonalList(key: 'watchlist' | 'enteredSignals'): StoredList & { isComplete: boolean } {
  const list = parsePersonalList(readPersonalValue(key));
  const user = readUser();
  return { ...list, isComplete: list.isMerged || user === null || user.isAdmin === true };
}
