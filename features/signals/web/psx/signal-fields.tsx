import { renderChoicesState } from '#core/web/list/choices-state.tsx';
import { ClearFilters } from '#core/web/list/clear-filters.tsx';
import { SelectField } from '#core/web/ui/forms/select-field.tsx';
import { STATE_LABELS } from '#features/signals/contract/signal-state.ts';
import { SIGNAL_ORDERINGS, type SignalOrdering } from '#features/signals/contract/signal-types.ts';
import { type SignalFilters, signalList } from '#features/signals/web/public/psx/filters.ts';
import type { useChoices } from '#features/signals/web/public/psx/use-signals.ts';
import {
  ORDER_LABELS,
  RISK_LABELS,
  SHARIAH_LABELS,
  toOptions,
} from '#features/signals/web/public/signal-labels.ts';

const ORDERING_LABELS: Record<SignalOrdering, string> = {
  open_first: 'Active first, newest first',
  '-created_at': 'Newest first',
  '-changed_at': 'Recently changed first',
  symbol: 'Symbol A-Z',
  risk_type: 'Lowest risk first',
};
const ORDERINGS = SIGNAL_ORDERINGS.map((value) => ({ value, label: ORDERING_LABELS[value] }));

/** Deleted signals are not listed. */
const STATES = [
  { value: '', label: 'All' },
  { value: 'active', label: 'Active' },
  { value: 'ended', label: 'Ended' },
  ...toOptions(STATE_LABELS).filter(({ value }) => value !== 'deleted'),
];

interface Option {
  value: string;
  label: string;
}

interface SignalFieldsProps {
  filters: SignalFilters;
  choices: ReturnType<typeof useChoices>;
  onChange: (changed: Partial<SignalFilters>) => void;
}

export function SignalFields({ filters, choices, onChange }: SignalFieldsProps) {
  const { sectors = [], symbols = [] } = choices.data ?? {};
  const select = (name: keyof SignalFilters, label: string, options: Option[]) => (
    <SelectField
      label={label}
      name={name}
      value={String(filters[name])}
      options={options}
      onChange={({ target: { value } }) =>
        onChange({ [name]: name === 'symbol' ? (value ? value.split(',') : []) : value })
      }
    />
  );
  return (
    <>
      <div className="grid grid-cols-2 gap-4 lg:grid-cols-3">
        {select('state', 'State', STATES)}
        {select('order_type', 'Side', withAll('All', toOptions(ORDER_LABELS)))}
        {select('risk_type', 'Risk', withAll('All', toOptions(RISK_LABELS)))}
        {select('shariah_type', 'Shariah', withAll('All', toOptions(SHARIAH_LABELS)))}
        {select('symbol', 'Symbol', withAll('All', toNames(symbols, filters.symbol.join())))}
        <div className="max-sm:col-span-2">
          {select('sector', 'Sector', withAll('All sectors', toNames(sectors, filters.sector)))}
        </div>
        <div className="max-sm:col-span-2">{select('ordering', 'Order', ORDERINGS)}</div>
      </div>
      <p className="mt-2 text-sm text-muted empty:hidden">
        {renderChoicesState(choices, 'sectors and symbols')}
      </p>
      <ClearFilters activeCount={signalList.countActive(filters)} />
    </>
  );
}

const withAll = (label: string, options: Option[]): Option[] => [{ value: '', label }, ...options];

/** The chosen name is an option even if no signal has it, as after a link. */
function toNames(names: readonly string[], chosen: string): Option[] {
  const all = chosen === '' || names.includes(chosen) ? names : [chosen, ...names];
  return all.map((name) => ({
    value: name,
    label: name.includes(',') ? `${name.split(',').length} companies` : name,
  }));
}
