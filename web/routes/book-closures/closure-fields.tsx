import {
  BOOK_CLOSURE_ORDERINGS,
  type BookClosureOrdering,
} from '#contract/corporate-actions/book-closures.ts';
import { ClearRow } from '#web/list/clear-filters.tsx';
import { CompanySelect } from '#web/list/company-select.tsx';
import { Chips } from '#web/ui/forms/chips.tsx';
import { SelectField } from '#web/ui/forms/select-field.tsx';
import type { DateRange } from './dates/adjust-range.ts';
import { ClosureDates } from './dates/closure-dates.tsx';
import { type ClosureFilters, countActive } from './filters.ts';
import { useClosureCompanies } from './use-closures.ts';

/** Section 9 of the specification. */
const MAX_CHIPS = 4;
const MAX_CHIP_LENGTH = 12;

const ORDERING_LABELS: Record<BookClosureOrdering, string> = {
  '-bc_from': 'Latest closure first',
  bc_from: 'Earliest closure first',
  company_name: 'Company A-Z',
  '-company_name': 'Company Z-A',
};
const ORDERINGS = BOOK_CLOSURE_ORDERINGS.map((value) => ({ value, label: ORDERING_LABELS[value] }));
const NO_DATES: DateRange = { from_date: '', to_date: '' };

export interface ClosureFieldsProps {
  filters: ClosureFilters;
  /** What the address has in place of dates and cannot be read. */
  unread: DateRange;
  /** With each time what was typed just before and is not applied yet goes too. */
  timesCleared: number;
  /** Whether the reader sees the fields: then the names of the companies are asked for. */
  isShown: boolean;
  onChange: (changed: Partial<ClosureFilters>) => void;
}

export function ClosureFields({ filters, unread, timesCleared, isShown, onChange }: ClosureFieldsProps) {
  const { company_name, symbol, ordering } = filters;
  const companies = useClosureCompanies(isShown);
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-[minmax(0,1.25fr)_minmax(0,0.9fr)_minmax(0,1fr)_minmax(0,1fr)]">
        <div className="grid content-start gap-2">
          {/* Without scripts the names never come; a search finds companies too. */}
          <div
            className={`grid min-w-0 content-start gap-2 ${company_name.length === 0 ? 'with-scripts' : ''}`}
          >
            <CompanySelect
              companies={companies}
              selected={company_name}
              onChange={(chosen) => onChange({ company_name: chosen })}
            />
            <Chips
              label="Companies chosen"
              names={company_name}
              max={MAX_CHIPS}
              maxLength={MAX_CHIP_LENGTH}
              onRemove={(removed) =>
                onChange({ company_name: company_name.filter((name) => name !== removed) })
              }
            />
          </div>
          <SymbolsChosen symbols={symbol} onChange={(chosen) => onChange({ symbol: chosen })} />
        </div>
        <SelectField
          label="Sort by"
          name="ordering"
          value={ordering}
          options={ORDERINGS}
          onChange={(event) => onChange({ ordering: event.target.value as BookClosureOrdering })}
        />
        <ClosureDates
          key={timesCleared}
          range={filters}
          unread={timesCleared === 0 ? unread : NO_DATES}
          onChange={onChange}
        />
      </div>
      <ClearRow active={countActive(filters)} />
    </>
  );
}

/** Symbols come by links; here they can be taken away. */
function SymbolsChosen({ symbols, onChange }: { symbols: string[]; onChange: (symbols: string[]) => void }) {
  if (symbols.length === 0) return null;
  return (
    <div className="flex flex-wrap items-center gap-2 text-sm">
      <input type="hidden" name="symbol" value={symbols.join(',')} />
      <span className="font-medium">{symbols.length === 1 ? 'Symbol' : 'Symbols'}</span>
      <Chips
        label="Symbols chosen"
        names={symbols}
        onRemove={(removed) => onChange(symbols.filter((symbol) => symbol !== removed))}
      />
    </div>
  );
}
