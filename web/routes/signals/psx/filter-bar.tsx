import { useState } from 'react';
import { paths } from '#contract/paths.ts';
import type { SignalType } from '#contract/signals/signal-types.ts';
import { FilterBar } from '#web/list/filter-bar.tsx';
import { TYPE_LABELS } from '#web/signals/signal-labels.ts';
import { lazyWithPreload } from '#web/ui/lazy/lazy-with-preload.tsx';
import { getSignalsUrl, type SignalFilters, signalList } from './filters.ts';
import { useSignalView } from './use-signal-view.ts';
import { type RenderedSignals, useChoices } from './use-signals.ts';
import { ViewLinks } from './view-links.tsx';

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
