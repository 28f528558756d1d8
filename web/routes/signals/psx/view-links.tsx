import { Link } from 'react-router';
import type { SignalFilters } from './filters.ts';

interface ViewLinksProps {
  isTable: boolean;
  getUrl: (view: SignalFilters['view']) => string;
  onChoose: (view: SignalFilters['view']) => void;
}

const VIEWS = [
  { view: '', label: 'Cards' },
  { view: 'table', label: 'Table' },
] as const;

/** Links to the list as cards and as a table. */
export function ViewLinks({ isTable, getUrl, onChoose }: ViewLinksProps) {
  return (
    <nav aria-label="View" className="mr-auto flex">
      {VIEWS.map(({ view, label }) => {
        const isCurrent = (view === 'table') === isTable;
        return (
          <Link
            key={view}
            to={getUrl(view)}
            replace
            preventScrollReset
            aria-current={isCurrent || undefined}
            onClick={() => onChoose(view)}
            className={`-ml-px inline-flex min-h-10 items-center border border-line-strong px-4 text-sm first:ml-0 first:rounded-l-box last:rounded-r-box ${isCurrent ? 'bg-sunken font-semibold' : 'bg-surface text-muted hover:text-ink'}`}
          >
            {label}
          </Link>
        );
      })}
    </nav>
  );
}
