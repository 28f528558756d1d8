import { Activity, type ReactNode } from 'react';
import { Link } from 'react-router';
import { TAB_LABELS, type Tab, getTabUrl } from './profile-tabs.ts';

const TABS = ['profile', 'security'] as const;

const panelId = (tab: Tab) => `account-${tab}`;

export function AccountTabs({ chosen }: { chosen: Tab }) {
  return (
    <div
      role="tablist"
      aria-label="Your account"
      className="grid grid-cols-2 border-b border-line-strong sm:flex"
    >
      {TABS.map((tab) => (
        <Link
          key={tab}
          role="tab"
          aria-selected={tab === chosen}
          aria-controls={tab === chosen ? panelId(tab) : undefined}
          to={getTabUrl(tab)}
          preventScrollReset
          className={`-mb-px flex min-h-12 items-center justify-center border-b-2 px-1 py-2 text-center sm:px-5 ${tab === chosen ? 'border-accent font-semibold' : 'border-transparent text-muted hover:text-ink'}`}
        >
          {TAB_LABELS[tab]}
        </Link>
      ))}
    </div>
  );
}

/** What is typed in a tab is still there when the reader comes back to it; while it is hidden it asks for nothing. */
export function TabPanel({ tab, chosen, children }: { tab: Tab; chosen: Tab; children: ReactNode }) {
  return (
    <Activity mode={tab === chosen ? 'visible' : 'hidden'}>
      <div role="tabpanel" id={panelId(tab)} aria-label={TAB_LABELS[tab]}>
        {children}
      </div>
    </Activity>
  );
}
