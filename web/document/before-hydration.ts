const pending: Promise<unknown>[] = [];

/** Delays hydration until the code of a part that the server rendered open is loaded. */
export function hydrateAfter(code: Promise<unknown>): void {
  pending.push(code);
}

/** Resolves when all of that code is loaded or has failed to load. */
export const waitForHydrationCode = () => Promise.allSettled(pending);
