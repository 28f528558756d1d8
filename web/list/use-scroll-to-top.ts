import { useEffect, useRef } from 'react';
import { useNavigationType } from 'react-router';

/** Scrolls to the top when a link leads to another page of the list. Back and Forward restore the position instead. */
export function useScrollToTop(page: number): void {
  const isForward = useNavigationType() === 'PUSH';
  const shownPage = useRef(page);
  useEffect(() => {
    if (shownPage.current === page) return;
    shownPage.current = page;
    if (!isForward) return;
    const prefersReducedMotion = matchMedia('(prefers-reduced-motion: reduce)').matches;
    window.scrollTo({ top: 0, behavior: prefersReducedMotion ? 'auto' : 'smooth' });
  }, [page, isForward]);
}
