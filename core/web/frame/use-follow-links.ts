import type { MouseEvent } from 'react';
import { useNavigate } from 'react-router';

/** Returns a click handler that opens links to pages, which have no code of their own, without loading another document. */
export function useFollowLinks(): (event: MouseEvent<HTMLElement>) => void {
  const navigate = useNavigate();
  return (event) => {
    const path = (event.target as Element).closest('a[href^="/"]')?.getAttribute('href');
    if (!path || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || event.defaultPrevented)
      return;
    event.preventDefault();
    navigate(path);
  };
}
