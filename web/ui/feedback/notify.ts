const ERROR_MS = 12_000;
const SUCCESS_MS = 5_000;

/** Asks the `Toaster` to come into the page. */
export const TOASTER_REQUESTED = 'tezi:toaster-wanted';

let isWanted = false;

/** Whether a toast was made already, for a `Toaster` that comes into the page after it. */
export const isToasterRequested = () => isWanted;

/** A short message in the corner, read out by screen readers. An error stays longer: it may have to be acted on. */
export const notify = {
  success: (title: string, description?: string) =>
    show('success', title, { description, duration: SUCCESS_MS }),
  error: (title: string, description?: string) => show('error', title, { description, duration: ERROR_MS }),
};

/**
 * The library keeps a toast that is made before its region is in the page, and shows it then. Without a network the
 * library itself may not come: what must be known stands in the page as well.
 */
async function show(
  kind: 'success' | 'error',
  title: string,
  options: { description?: string; duration: number },
) {
  isWanted = true;
  window.dispatchEvent(new Event(TOASTER_REQUESTED));
  const library = await import('sonner').catch(() => null);
  if (!library) return;
  // What was said before is over: an error that stays beside the success that followed would be read as true.
  library.toast.dismiss();
  library.toast[kind](title, options);
}
