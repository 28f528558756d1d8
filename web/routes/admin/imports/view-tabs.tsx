import { Activity, type ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '#contract/paths.ts';
import { formatCount } from '#web/ui/format-count.ts';
import { TabList } from '#web/ui/tab-list.tsx';

const VIEWS = ['imports', 'filings'] as const;
type View = (typeof VIEWS)[number];

const VIEW_LABELS: Record<View, string> = { imports: 'Imports', filings: 'Pending filings' };

/** Returns the view in the URL, by default the imports. */
export const getView = (search: URLSearchParams): View =>
  search.get('view') === 'filings' ? 'filings' : 'imports';

const getViewPath = (view: View) =>
  view === 'imports' ? paths.adminImports : `${paths.adminImports}?view=${view}`;

const getPanelId = (view: View) => `view-${view}`;

interface ViewTabsProps {
  chosen: View;
  /** The number of pending filings; `undefined` while loading. */
  pendingCount: number | undefined;
}

export function ViewTabs({ chosen, pendingCount }: ViewTabsProps) {
  return (
    <TabList label="View" className="mb-6 flex border-b border-line-strong">
      {VIEWS.map((view) => (
        <Link
          key={view}
          role="tab"
          aria-selected={view === chosen}
          aria-controls={view === chosen ? getPanelId(view) : undefined}
          to={getViewPath(view)}
          preventScrollReset
          className={`-mb-px flex min-h-12 items-center gap-2 border-b-2 px-3 py-2 sm:px-5 ${view === chosen ? 'border-accent font-semibold' : 'border-transparent text-muted hover:text-ink'}`}
        >
          {VIEW_LABELS[view]}
          {view === 'filings' && pendingCount !== undefined && (
            <span className="figures rounded-box bg-sunken px-1.5 text-xs/5 text-ink">
              {formatCount(pendingCount)}
            </span>
          )}
        </Link>
      ))}
    </TabList>
  );
}

/** Preserves the input of a view while another one is shown. */
export function ViewPanel({ view, chosen, children }: { view: View; chosen: View; children: ReactNode }) {
  return (
    <Activity mode={view === chosen ? 'visible' : 'hidden'}>
      <div role="tabpanel" id={getPanelId(view)} aria-label={VIEW_LABELS[view]}>
        {children}
      </div>
    </Activity>
  );
}
