/** Values that the browser could not store; lost when the page is closed. */
const memory = new Map<string, string>();

/**
 * `localStorage` that never throws. With cookies blocked every access throws, and with a full quota every write does.
 * Values that cannot be stored stay in memory until the page is closed.
 */
export const browserStorage = {
  get(key: string): string | null {
    const inMemory = memory.get(key);
    if (inMemory !== undefined) return inMemory;
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  },

  set(key: string, value: string): void {
    try {
      localStorage.setItem(key, value);
      memory.delete(key);
    } catch {
      memory.set(key, value);
    }
  },

  remove(key: string): void {
    memory.delete(key);
    try {
      localStorage.removeItem(key);
    } catch {
      // Storage is not accessible, so it contains nothing to remove.
    }
  },
};
