import { Activity, type ReactNode } from 'react';
import { Link } from 'react-router';
import { VIEW_LABELS, VIEWS, type View, getViewPath } from './current-view.ts';
import { formatCount } from './import-labels.ts';

const panelId = (view: View) => `view-${view}`;

interface ViewTabsProps {
  chosen: View;
  /** How many filings wait; `undefined` until that is known. */
  waiting: number | undefined;
}

export function ViewTabs({ chosen, waiting }: ViewTabsProps) {
  return (
    <div role="tablist" aria-label="What to do" className="mb-6 flex border-b border-line-strong">
      {VIEWS.map((view) => (
        <Link
          key={view}
          role="tab"
          aria-selected={view === chosen}
          aria-controls={view === chosen ? panelId(view) : undefined}
          to={getViewPath(view)}
          preventScrollReset
          className={`-mb-px flex min-h-12 items-center gap-2 border-b-2 px-3 py-2 sm:px-5 ${view === chosen ? 'border-accent font-semibold' : 'border-transparent text-muted hover:text-ink'}`}
        >
          {VIEW_LABELS[view]}
          {view === 'filings' && waiting !== undefined && (
            <span className="figures rounded-box bg-sunken px-1.5 text-xs/5 text-ink">
              {formatCount(waiting)}
            </span>
          )}
        </Link>
      ))}
    </div>
  );
}

/** What was typed and chosen in a view is still there when the administrator comes back to it. */
export function ViewPanel({ view, chosen, children }: { view: View; chosen: View; children: ReactNode }) {
  return (
    <Activity mode={view === chosen ? 'visible' : 'hidden'}>
      <div role="tabpanel" id={panelId(view)} aria-label={VIEW_LABELS[view]}>
        {children}
      </div>
    </Activity>
  );
}
