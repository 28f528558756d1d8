import { useEffect, useRef } from 'react';

/**
 * Returns a blur handler that runs the action after the press that caused the blur, or immediately if there is none. An
 * error message that appears during the press would move the pressed element away from the pointer, and the click would be
 * lost. The action does not run once the field is unmounted.
 */
export function useAfterPress(action: () => void): () => void {
  const latest = useRef(action);
  const pending = useRef<AbortController | null>(null);
  useEffect(() => {
    latest.current = action;
  });
  useEffect(() => () => pending.current?.abort(), []);
  return () => {
    if (document.querySelector(':active') === null) return action();
    const controller = new AbortController();
    pending.current = controller;
    // The click event follows in the same task.
    const onRelease = () => setTimeout(() => !controller.signal.aborted && latest.current());
    window.addEventListener('mouseup', onRelease, { once: true, signal: controller.signal });
  };
}
