const awaited: Promise<unknown>[] = [];

/** For code of what stands open in the rendered page: it becomes interactive together with the page. */
export function hydrateAfter(code: Promise<unknown>): void {
  awaited.push(code);
}

/** Comes once all of that is here, or is known not to come. */
export const waitForHydrationCode = () => Promise.allSettled(awaited);
