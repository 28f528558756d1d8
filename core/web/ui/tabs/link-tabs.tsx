import { Activity, type ReactNode } from 'react';
import { Link } from 'react-router';
import type { Elements } from '#core/web/ui/elements.ts';
import { TabList } from './tab-list.tsx';

interface LinkTab {
  id: string;
  label: string;
  url: string;
}

interface LinkTabsProps {
  label: string;
  tabs: readonly LinkTab[];
  selected: LinkTab;
  className: string;
  tabClassName: string;
  /** Renders what follows the label of a tab. */
  renderMore?: (tab: LinkTab) => Elements;
}

/** Tabs with a URL each. */
export function LinkTabs({ label, tabs, selected, className, tabClassName, renderMore }: LinkTabsProps) {
  return (
    <TabList label={label} className={`border-b border-line-strong ${className}`}>
      {tabs.map((tab) => (
        <Link
          key={tab.id}
          role="tab"
          aria-selected={tab === selected}
          aria-controls={tab === selected ? tab.id : undefined}
          to={tab.url}
          preventScrollReset
          className={`-mb-px flex min-h-12 items-center border-b-2 py-2 sm:px-5 ${tabClassName} ${tab === selected ? 'border-accent font-semibold' : 'border-transparent text-muted hover:text-ink'}`}
        >
          <span>{tab.label}</span>
          {renderMore?.(tab)}
        </Link>
      ))}
    </TabList>
  );
}

interface LinkTabPanelProps {
  tab: LinkTab;
  selected: LinkTab;
  children: ReactNode;
}

/** The content of a tab. Keeps the state of a hidden one, without running its effects. */
export function LinkTabPanel({ tab, selected, children }: LinkTabPanelProps) {
  return (
    <Activity mode={tab === selected ? 'visible' : 'hidden'}>
      <div role="tabpanel" id={tab.id} aria-label={tab.label}>
        {children}
      </div>
    </Activity>
  );
}
