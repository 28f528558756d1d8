import { useEffect, useRef } from 'react';
import { useNavigationType } from 'react-router';

/** Another page of the list begins at its top; Back and Forward return to where its reader was. */
export function useTopOfNextPage(page: number): void {
  const isForward = useNavigationType() === 'PUSH';
  const shown = useRef(page);
  useEffect(() => {
    if (shown.current === page) return;
    shown.current = page;
    if (!isForward) return;
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
    window.scrollTo({ top: 0, behavior: isStill ? 'auto' : 'smooth' });
  }, [page, isForward]);
}
