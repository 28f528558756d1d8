import {
  BOOK_CLOSURE_ORDERINGS,
  type BookClosureOrdering,
  listBookClosureCompanies,
} from '#contract/corporate-actions/book-closures.ts';
import { formatShortDate, type LocalDate } from '#contract/dates.ts';
import { ClearFilters } from '#web/list/clear-filters.tsx';
import { CompanySelect } from '#web/list/company-select.tsx';
import type { DateRange } from '#web/list/filters.ts';
import { SelectedSymbols } from '#web/list/selected-symbols.tsx';
import { Chips } from '#web/ui/forms/chips.tsx';
import { SelectField } from '#web/ui/forms/select-field.tsx';
import { ClosureDates } from './dates/closure-dates.tsx';
import { type ClosureFilters, closureList } from './filters.ts';

const MAX_CHIPS = 4;
const MAX_CHIP_LENGTH = 12;

const ORDERING_LABELS: Record<BookClosureOrdering, string> = {
  '-bc_from': 'Latest closure first',
  bc_from: 'Earliest closure first',
  company_name: 'Company A-Z',
  '-company_name': 'Company Z-A',
};
const ORDERINGS = BOOK_CLOSURE_ORDERINGS.map((value) => ({ value, label: ORDERING_LABELS[value] }));

export interface ClosureFieldsProps {
  filters: ClosureFilters;
  /** Dates in the URL that are invalid, as they were typed. */
  invalidDates: DateRange;
  /** Resets typed dates when it changes. */
  clearCount: number;
  isVisible: boolean;
  onChange: (changed: Partial<ClosureFilters>) => void;
}

export function ClosureFields({
  filters,
  invalidDates,
  clearCount,
  isVisible,
  onChange,
}: ClosureFieldsProps) {
  const { company_name, symbol, ordering } = filters;
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-[minmax(0,1.25fr)_minmax(0,0.9fr)_minmax(0,1fr)_minmax(0,1fr)]">
        <div className="grid content-start gap-2">
          {/* Without scripts the names are never loaded; the search finds companies too. */}
          <div
            className={`grid min-w-0 content-start gap-2 ${company_name.length === 0 ? 'with-scripts' : ''}`}
          >
            <CompanySelect
              endpoint={listBookClosureCompanies}
              isVisible={isVisible}
              selected={company_name}
              onChange={(chosen) => onChange({ company_name: chosen })}
            />
            <Chips
              label="Selected companies"
              names={company_name}
              max={MAX_CHIPS}
              maxLength={MAX_CHIP_LENGTH}
              onRemove={(removed) =>
                onChange({ company_name: company_name.filter((name) => name !== removed) })
              }
            />
          </div>
          <SelectedSymbols symbols={symbol} onChange={(chosen) => onChange({ symbol: chosen })} />
          <SelectedExDates
            filters={filters}
            onRemove={() => onChange({ ex_date_from: '', ex_date_to: '' })}
          />
        </div>
        <SelectField
          label="Sort by"
          name="ordering"
          value={ordering}
          options={ORDERINGS}
          onChange={(event) => onChange({ ordering: event.target.value as BookClosureOrdering })}
        />
        <ClosureDates key={clearCount} range={filters} invalidDates={invalidDates} onChange={onChange} />
      </div>
      <ClearFilters activeCount={closureList.countActive(filters)} />
    </>
  );
}

interface SelectedExDatesProps {
  filters: ClosureFilters;
  onRemove: () => void;
}

/** A range of ex-dates is set by links; here it can only be removed. */
function SelectedExDates({ filters: { ex_date_from, ex_date_to }, onRemove }: SelectedExDatesProps) {
  if (ex_date_from === '' && ex_date_to === '') return null;
  return (
    <div className="flex flex-wrap items-center gap-2 text-sm">
      <input type="hidden" name="ex_date_from" value={ex_date_from} />
      <input type="hidden" name="ex_date_to" value={ex_date_to} />
      <span className="font-medium">Ex-date</span>
      <Chips
        label="Selected ex-dates"
        names={[describeRange(ex_date_from, ex_date_to)]}
        onRemove={onRemove}
      />
    </div>
  );
}

function describeRange(from: LocalDate | '', to: LocalDate | ''): string {
  if (from === to) return formatShortDate(from);
  if (to === '') return `from ${formatShortDate(from)}`;
  if (from === '') return `until ${formatShortDate(to)}`;
  return `${formatShortDate(from)} to ${formatShortDate(to)}`;
}
