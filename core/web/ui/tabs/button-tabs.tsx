import type { ComponentProps } from 'react';
import type { Elements } from '#core/web/ui/elements.ts';
import { TabList } from './tab-list.tsx';

interface ButtonTabsProps<Id extends string>
  extends Pick<ComponentProps<typeof TabList>, 'label' | 'className'> {
  tabs: readonly Id[];
  selected: Id;
  labels: Record<Id, string>;
  onSelect: (tab: Id) => void;
  /** Renders what follows the label of a tab. */
  renderMore?: (tab: Id) => Elements;
}

/** Tabs without a URL of their own. */
export function ButtonTabs<Id extends string>(props: ButtonTabsProps<Id>) {
  const { tabs, selected, labels, onSelect, renderMore, ...list } = props;
  return (
    <TabList {...list}>
      {tabs.map((tab) => (
        <button
          key={tab}
          type="button"
          role="tab"
          aria-selected={tab === selected}
          onClick={() => onSelect(tab)}
          className={`-mb-px flex min-h-11 items-center gap-2 border-b-2 px-3 sm:px-5 ${tab === selected ? 'border-accent font-semibold' : 'border-transparent text-muted hover:text-ink'}`}
        >
          <span>{labels[tab]}</span> {renderMore?.(tab)}
        </button>
      ))}
    </TabList>
  );
}
