/** Returns whether a route failed because its code or its document could not be loaded. */
export const isPageLoadError = (error: unknown): boolean =>
  error instanceof Error && 'isPageLoadError' in error;

/** Returns whether the server responds to a page, so that opening it does not lead to the browser's own error page. */
export async function isReachable(url: string): Promise<boolean> {
  try {
    await fetch(url, { method: 'HEAD', cache: 'no-store' });
    return true;
  } catch {
    return false;
  }
}

export const createPageLoadError = () =>
  Object.assign(new Error('The page could not be loaded'), { isPageLoadError: true });
