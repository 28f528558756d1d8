import { type KeyboardEvent, type RefObject, useEffect } from 'react';

/** Closes a `<details>` that lies over the page, and gives the focus back to what opened it. */
export function closeOnEscape(event: KeyboardEvent<HTMLDetailsElement>): void {
  const box = event.currentTarget;
  if (event.key !== 'Escape' || !box.open) return;
  event.preventDefault();
  box.open = false;
  box.querySelector('summary')?.focus();
}

/** Closes it when its reader presses or moves the focus elsewhere. */
export function useClosedElsewhere(details: RefObject<HTMLDetailsElement | null>): void {
  useEffect(() => {
    const leave = new AbortController();
    const close = ({ type, target }: Event) => {
      const box = details.current;
      if (!box || !(target instanceof Node) || box.contains(target)) return;
      // A press on a text within the box gives the focus to what the box stands in: its reader is still there.
      if (type === 'focusin' && target.contains(box)) return;
      box.open = false;
    };
    for (const event of ['pointerdown', 'focusin'])
      document.addEventListener(event, close, { signal: leave.signal });
    return () => leave.abort();
  }, [details]);
}
