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
