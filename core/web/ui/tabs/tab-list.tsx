import type { KeyboardEvent, ReactNode } from 'react';

interface TabListProps {
  label: string;
  className?: string;
  children: ReactNode;
}

/**
 * A strip of tabs. Arrow keys, Home and End move the focus, and Enter or Space opens the focused tab: tabs may be links, so
 * moving the focus alone must not navigate. Every tab is a tab stop, because without scripts there are no arrow keys.
 */
export function TabList({ label, className = '', children }: TabListProps) {
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    // With a modifier they are shortcuts of the browser, such as Alt and the left arrow for Back.
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"]')];
    const current = tabs.indexOf(event.target as HTMLElement);
    if (current === -1) return;
    const next = getNextTabIndex(event.key, current, tabs.length);
    if (next !== null) {
      event.preventDefault();
      tabs[next]?.focus();
    } else if (event.key === ' ' && event.target instanceof HTMLAnchorElement) {
      event.preventDefault();
      event.target.click();
    }
  };
  return (
    <div role="tablist" aria-label={label} onKeyDown={onKeyDown} className={className}>
      {children}
    </div>
  );
}

/** Returns the index of the tab that a key moves the focus to, or `null` if the key does not move it. */
export function getNextTabIndex(key: string, current: number, count: number): number | null {
  switch (key) {
    case 'ArrowRight':
      return (current + 1) % count;
    case 'ArrowLeft':
      return (current - 1 + count) % count;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return null;
  }
}
