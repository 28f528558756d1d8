const SHOWN_MS = 5_000;

/** The event after which `getRecentSuccess` returns another success. */
export const SUCCEEDED = 'tezi:succeeded';

/** The event after a failed action, before its error is shown. */
export const FAILED = 'tezi:failed';

interface Success {
  /** Absent if the page has no text for the success. */
  title?: string;
  description?: string;
}

let last: (Success & { path: string; at: number }) | null = null;

/** Records that an action which was started on the page at `path` has succeeded. */
export function recordSuccess(success: Success = {}, path = location.pathname): void {
  last = { ...success, path, at: performance.now() };
  window.dispatchEvent(new Event(SUCCEEDED));
}

/** Returns the success of the last seconds on the current page, for an error page that replaces it. */
export const getRecentSuccess = (): Success | null =>
  last && last.path === location.pathname && performance.now() - last.at < SHOWN_MS ? last : null;
