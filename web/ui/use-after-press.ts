import { useEffect, useRef } from 'react';

/**
 * For a field that is read when it is left: does so at the end of the press that leaves it, else at once. A message that
 * appears during the press would move what is pressed away from under the pointer, and it would not be clicked. What
 * the press itself changed is known by then; nothing is done any more once the field is gone.
 */
export function useAfterPress(action: () => void): () => void {
  const latest = useRef(action);
  const waiting = useRef<AbortController | null>(null);
  useEffect(() => {
    latest.current = action;
  });
  useEffect(() => () => waiting.current?.abort(), []);
  return () => {
    if (document.querySelector(':active') === null) return action();
    const gone = new AbortController();
    waiting.current = gone;
    // The click follows the release in the same task.
    const onRelease = () => setTimeout(() => !gone.signal.aborted && latest.current());
    window.addEventListener('mouseup', onRelease, { once: true, signal: gone.signal });
  };
}
