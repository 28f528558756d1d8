import { type RefObject, useEffect } from 'react';
import { useLocation } from 'react-router';

/** Closes the popover after every navigation, also one to the page that is open already. */
export function useCloseOnNavigation(popover: RefObject<HTMLElement | null>): void {
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is what changes with every navigation
  useEffect(() => popover.current?.hidePopover(), [key, popover]);
}
