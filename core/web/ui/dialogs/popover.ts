import { type KeyboardEvent, type RefObject, useEffect } from 'react';

/** Closes a `<details>` popover on Escape and returns the focus to its summary. */
export function closeOnEscape(event: KeyboardEvent<HTMLDetailsElement>): void {
  const details = event.currentTarget;
  if (event.key !== 'Escape' || !details.open) return;
  event.preventDefault();
  details.open = false;
  details.querySelector('summary')?.focus();
}

/** Closes a `<details>` popover when the user presses or moves the focus outside of it. */
export function useCloseOutside(ref: RefObject<HTMLDetailsElement | null>): void {
  useEffect(() => {
    const controller = new AbortController();
    const close = ({ type, target }: Event) => {
      const details = ref.current;
      if (!details || !(target instanceof Node) || details.contains(target)) return;
      // A press on text inside the popover focuses an ancestor of the popover.
      if (type === 'focusin' && target.contains(details)) return;
      details.open = false;
    };
    for (const event of ['pointerdown', 'focusin'])
      document.addEventListener(event, close, { signal: controller.signal });
    return () => controller.abort();
  }, [ref]);
}
