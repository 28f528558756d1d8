import { Activity, type ReactNode } from 'react';
import { Link } from 'react-router';
import { TabList } from '#web/ui/tab-list.tsx';
import { getTabUrl, TAB_LABELS, type Tab } from './profile-tabs.ts';

const TABS = ['profile', 'security'] as const;

const getPanelId = (tab: Tab) => `account-${tab}`;

export function AccountTabs({ selected }: { selected: Tab }) {
  return (
    <TabList label="Your account" className="grid grid-cols-2 border-b border-line-strong sm:flex">
      {TABS.map((tab) => (
        <Link
          key={tab}
          role="tab"
          aria-selected={tab === selected}
          aria-controls={tab === selected ? getPanelId(tab) : undefined}
          to={getTabUrl(tab)}
          preventScrollReset
          className={`-mb-px flex min-h-12 items-center justify-center border-b-2 px-1 py-2 text-center sm:px-5 ${tab === selected ? 'border-accent font-semibold' : 'border-transparent text-muted hover:text-ink'}`}
        >
          {TAB_LABELS[tab]}
        </Link>
      ))}
    </TabList>
  );
}

/** Keeps the state of a hidden tab, without running its effects. */
export function TabPanel({ tab, selected, children }: { tab: Tab; selected: Tab; children: ReactNode }) {
  return (
    <Activity mode={tab === selected ? 'visible' : 'hidden'}>
      <div role="tabpanel" id={getPanelId(tab)} aria-label={TAB_LABELS[tab]}>
        {children}
      </div>
    </Activity>
  );
}
