/** How long the page may take to show a change. The administrator's list is loaded again for it. */
const WAIT_MS = 3_000;
const HIGHLIGHT_MS = 4_000;

/** Returns the elements of a signal, which have its ID in `data-signal`. */
const getElements = (id: string) => [...document.querySelectorAll(`[data-signal="${CSS.escape(id)}"]`)];

/** Highlights a signal as soon as the page shows its change. Call it before the change. */
export function highlightChange(id: string): void {
  const before = new Set(getElements(id));
  const observer = new MutationObserver((records) => {
    const changed = getElements(id).filter(
      (element) => !before.has(element) || records.some(({ target }) => element.contains(target)),
    );
    if (changed.length === 0) return;
    observer.disconnect();
    for (const element of changed) highlightWhenVisible(element);
  });
  observer.observe(document.body, { childList: true, subtree: true, characterData: true, attributes: true });
  setTimeout(() => observer.disconnect(), WAIT_MS);
}

function highlightWhenVisible(element: Element): void {
  if (document.visibilityState === 'visible') highlight(element);
  else document.addEventListener('visibilitychange', () => highlight(element), { once: true });
}

/** Fades, or with reduced motion ends at once. */
function highlight(element: Element): void {
  const color = 'var(--color-accent-soft)';
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const frames = isStill ? [color, color] : [color, color, getComputedStyle(element).backgroundColor];
  element.animate({ backgroundColor: frames }, { duration: HIGHLIGHT_MS, id: 'signal-changed' });
}
