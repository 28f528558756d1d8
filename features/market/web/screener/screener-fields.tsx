import { useId, useState } from 'react';
import { SelectedSymbols } from '#core/web/list/chips.tsx';
import { ClearFilters } from '#core/web/list/clear-filters.tsx';
import { controlClass } from '#core/web/ui/forms/field.tsx';
import { SelectField } from '#core/web/ui/forms/select-field.tsx';
import { COMPANY_STATUSES } from '#features/market/contract/companies.ts';
import {
  FACT_NAMES,
  FACT_NUMBERS,
  type FactNumber,
  NUMBER_PATTERN,
} from '#features/market/contract/fact-names.ts';
import { FACT_COLUMNS } from '#features/market/web/public/facts/fact-value.tsx';
import { readColumns, type ScreenerValues, screenerList } from './filters.ts';

interface ScreenerFieldsProps {
  filters: ScreenerValues;
  sectors: readonly string[];
  /** Resets typed numbers when it changes. */
  clearCount: number;
  onChange: (changed: Partial<ScreenerValues>) => void;
}

const STATUSES = COMPANY_STATUSES.map((status) => ({
  value: status,
  label: `${status.charAt(0).toUpperCase()}${status.slice(1)}`,
}));

/** The sector, the status, the columns, and a range of each number. */
export function ScreenerFields({ filters, sectors, clearCount, onChange }: ScreenerFieldsProps) {
  const chosen = readColumns(filters);
  const { sector, status, ordering } = filters;
  const options = sector === '' || sectors.includes(sector) ? sectors : [...sectors, sector];
  return (
    <>
      {/* Without scripts the form keeps it. */}
      <input type="hidden" name="ordering" value={ordering} />
      <SelectedSymbols symbols={filters.symbol} onChange={(symbol) => onChange({ symbol })} />
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label="Sector"
          name="sector"
          value={sector}
          options={[
            { value: '', label: 'All sectors' },
            ...options.map((name) => ({ value: name, label: name })),
          ]}
          onChange={({ target }) => onChange({ sector: target.value })}
        />
        <SelectField
          label="Status"
          name="status"
          value={status}
          options={[{ value: '', label: 'Traded shares' }, ...STATUSES]}
          onChange={({ target }) => onChange({ status: target.value as ScreenerValues['status'] })}
        />
      </div>
      <fieldset className="mt-4">
        <legend className="mb-2 text-sm font-medium">Columns</legend>
        <div className="grid grid-cols-2 gap-x-4 text-sm sm:grid-cols-3 lg:grid-cols-4">
          {FACT_NAMES.filter((name) => name !== 'symbol').map((name) => (
            <label key={name} className="flex min-h-8 items-center gap-2">
              <input
                type="checkbox"
                name="columns"
                value={name}
                checked={chosen.includes(name)}
                onChange={({ target }) => {
                  const names = target.checked
                    ? FACT_NAMES.filter((each) => each === name || chosen.includes(each))
                    : chosen.filter((each) => each !== name);
                  onChange({ columns: names.join() || screenerList.noFilters.columns });
                }}
                className="size-4 shrink-0"
              />
              <span>{FACT_COLUMNS[name].label}</span>
            </label>
          ))}
        </div>
      </fieldset>
      <fieldset className="mt-4">
        <legend className="mb-2 text-sm font-medium">From and to</legend>
        <div className="grid gap-x-6 gap-y-2 sm:grid-cols-2 lg:grid-cols-3">
          {FACT_NUMBERS.map((name) => (
            <RangeFields key={`${name} ${clearCount}`} name={name} filters={filters} onChange={onChange} />
          ))}
        </div>
      </fieldset>
      <ClearFilters activeCount={screenerList.countActive(filters)}>
        Enter percentages without %. A crossing counts trading days, negative downward.
      </ClearFilters>
    </>
  );
}

interface RangeFieldsProps extends Pick<ScreenerFieldsProps, 'filters' | 'onChange'> {
  name: FactNumber;
}

function RangeFields({ name, filters, onChange }: RangeFieldsProps) {
  const { label, kind } = FACT_COLUMNS[name];
  // "1 day" is a change only in a table.
  const field = kind === 'percent' && !label.startsWith('From') ? `Change, ${label}` : label;
  const [invalidSides, setInvalidSides] = useState<readonly string[]>([]);
  const errorId = useId();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_5.5rem_5.5rem] items-center gap-2 text-sm">
      <span aria-hidden="true">{field}</span>
      {(['min', 'max'] as const).map((side) => {
        const limit = `${side}_${name}` as const;
        return (
          <input
            key={`${side} ${filters[limit]}`}
            name={limit}
            inputMode="decimal"
            pattern={NUMBER_PATTERN.source}
            aria-invalid={invalidSides.includes(side)}
            aria-describedby={invalidSides.includes(side) ? errorId : undefined}
            aria-label={`${field} ${side === 'min' ? 'from' : 'to'}`}
            placeholder={side === 'min' ? 'From' : 'To'}
            defaultValue={filters[limit]}
            onBlur={({ target }) => {
              const { value, validity } = target;
              const others = invalidSides.filter((each) => each !== side);
              setInvalidSides(validity.valid ? others : [...others, side]);
              if (validity.valid && value !== filters[limit]) onChange({ [limit]: value });
            }}
            onKeyDown={({ key, currentTarget }) => key === 'Enter' && currentTarget.blur()}
            className={`${controlClass} figures px-2 user-invalid:border-danger`}
          />
        );
      })}
      {invalidSides.length > 0 && (
        <p id={errorId} role="alert" className="col-span-full text-sm text-danger">
          Enter a number, for example -2.5.
        </p>
      )}
    </div>
  );
}
