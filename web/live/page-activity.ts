type Page = Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>;
type Frame = Pick<Window, 'addEventListener' | 'removeEventListener'>;

/**
 * Reports when a page becomes active or inactive, first at once if it is active. A page is inactive when it was hidden for
 * `hiddenMs`, when it is frozen, and in the back/forward cache. Returns a function that stops.
 */
export function watchActivity(
  onChange: (isActive: boolean) => void,
  hiddenMs: number,
  page: Page = document,
  frame: Frame = window,
): () => void {
  let isActive = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const set = (next: boolean) => {
    clearTimeout(timer);
    if (next === isActive) return;
    isActive = next;
    onChange(next);
  };
  const update = () => {
    if (page.visibilityState === 'visible') return set(true);
    clearTimeout(timer);
    timer = setTimeout(() => set(false), hiddenMs);
  };
  const suspend = () => set(false);

  page.addEventListener('visibilitychange', update);
  page.addEventListener('freeze', suspend);
  page.addEventListener('resume', update);
  frame.addEventListener('pagehide', suspend);
  frame.addEventListener('pageshow', update);
  update();
  return () => {
    clearTimeout(timer);
    page.removeEventListener('visibilitychange', update);
    page.removeEventListener('freeze', suspend);
    page.removeEventListener('resume', update);
    frame.removeEventListener('pagehide', suspend);
    frame.removeEventListener('pageshow', update);
  };
}
