import { recordSuccess } from './recent-success.ts';

const ERROR_MS = 12_000;
const SUCCESS_MS = 5_000;

/** The event that makes the `Toaster` load. */
export const TOASTER_REQUESTED = 'tezi:toaster-requested';

let isRequested = false;

/** Returns whether a toast was shown before the `Toaster` was mounted. */
export const isToasterRequested = () => isRequested;

/** Shows a short message in the corner, which screen readers announce. Errors stay longer than successes. */
export const notify = {
  success: (title: string, description?: string) => {
    recordSuccess({ title, description });
    return show('success', title, { description, duration: SUCCESS_MS });
  },
  /** Shows a success that changed nothing. */
  copied: (title: string, description?: string) =>
    show('success', title, { description, duration: SUCCESS_MS }),
  error: (title: string, description?: string) => show('error', title, { description, duration: ERROR_MS }),
};

/**
 * The library queues toasts until its region is mounted. Without a network it may fail to load, so the page must show
 * important messages as well.
 */
async function show(
  kind: 'success' | 'error',
  title: string,
  options: { description?: string; duration: number },
) {
  isRequested = true;
  window.dispatchEvent(new Event(TOASTER_REQUESTED));
  const library = await import('sonner').catch(() => null);
  if (!library) return;
  // An old error next to a new success would be misleading.
  library.toast.dismiss();
  library.toast[kind](title, options);
}
