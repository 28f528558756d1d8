import { useState } from 'react';
import { Link } from 'react-router';
import { paths } from '#contract/paths.ts';
import type { SignalType } from '#contract/signals/signal-types.ts';
import { FilterBar } from '#web/list/filter-bar.tsx';
import { TYPE_LABELS } from '#web/signals/signal-labels.ts';
import { lazyWithPreload } from '#web/ui/lazy/lazy-with-preload.tsx';
import { getSignalsUrl, type SignalFilters, signalList } from './filters.ts';
import { useSignalView } from './use-signal-view.ts';
import { type RenderedSignals, useChoices } from './use-signals.ts';

const SignalFields = lazyWithPreload(async () => (await import('./signal-fields.tsx')).SignalFields);

interface SignalFilterBarProps {
  type: SignalType;
  pathname: string;
  filters: SignalFilters;
  rendered: RenderedSignals | null;
  onChange: (changed: Partial<SignalFilters>) => void;
}

export function SignalFilterBar({ type, pathname, filters, rendered, onChange }: SignalFilterBarProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [isTable, saveView] = useSignalView(filters);
  const choices = useChoices(type, isOpen, rendered);
  return (
    <FilterBar
      name={`${TYPE_LABELS[type]} signals`}
      path={pathname}
      buttonLabel="Filters"
      submitLabel="Apply filters"
      activeCount={signalList.countActive(filters)}
      isOpen={isOpen}
      onToggle={() => setIsOpen(!isOpen)}
      lazyFields={SignalFields}
      fields={<SignalFields filters={filters} choices={choices} onChange={onChange} />}
    >
      <ViewLinks
        isTable={isTable}
        getUrl={(view) => getSignalsUrl(pathname, type, { ...filters, view })}
        onChoose={saveView}
      />
      <LocationFields type={type} pathname={pathname} view={filters.view} />
    </FilterBar>
  );
}

interface LocationFieldsProps {
  type: SignalType;
  pathname: string;
  view: SignalFilters['view'];
}

/** The parameters that a form without scripts must not lose. */
export function LocationFields({ type, pathname, view }: LocationFieldsProps) {
  return (
    <>
      {pathname === paths.psxSignals && <input type="hidden" name="signal_type" value={type} />}
      {view && <input type="hidden" name="view" value={view} />}
    </>
  );
}

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
function ViewLinks({ isTable, getUrl, onChoose }: ViewLinksProps) {
  return (
    <nav aria-label="View" className="me-auto flex">
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
            className={`-ms-px inline-flex min-h-10 items-center border border-line-strong px-4 text-sm first:ms-0 first:rounded-s-box last:rounded-e-box ${isCurrent ? 'bg-sunken font-semibold' : 'bg-surface text-muted hover:text-ink'}`}
          >
            {label}
          </Link>
        );
      })}
    </nav>
  );
}
