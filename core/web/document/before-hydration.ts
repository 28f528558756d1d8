const pending: Promise<unknown>[] = [];

/** Delays hydration until `code` is loaded: the code of fields that the server rendered open. */
export function hydrateAfter(code: Promise<unknown>): void {
  pending.push(code);
}

/** Resolves when all of that code is loaded or has failed to load. */
export const waitForHydrationCode = () => Promise.allSettled(pending);
