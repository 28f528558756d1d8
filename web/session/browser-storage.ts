/** What the browser refused to store; it lasts as long as the page. */
const memory = new Map<string, string>();

/**
 * `localStorage` that never throws: where cookies are blocked every access does, and where the space is used up every
 * write. What cannot be stored is remembered until the page is left.
 */
export const browserStorage = {
  get(key: string): string | null {
    const remembered = memory.get(key);
    if (remembered !== undefined) return remembered;
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
      // Nothing can be stored there that would have to go.
    }
  },
};
