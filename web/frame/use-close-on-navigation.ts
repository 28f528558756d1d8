import { type RefObject, useEffect } from 'react';
import { useLocation } from 'react-router';

/** Closes a popover after every navigation, even one to the current page. */
export function useCloseOnNavigation(popover: RefObject<HTMLElement | null>): void {
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key changes with every navigation
  useEffect(() => popover.current?.hidePopover(), [key, popover]);
}
