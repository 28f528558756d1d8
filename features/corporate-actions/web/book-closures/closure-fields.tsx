import { useState } from 'react';
import { formatShortDate, type LocalDate, toKarachiDate } from '#core/contract/dates.ts';
import { getNow } from '#core/web/api/server-clock.ts';
import { Chips, SelectedSymbols } from '#core/web/list/chips.tsx';
import { ClearFilters } from '#core/web/list/clear-filters.tsx';
import { type DateRange, NO_DATES } from '#core/web/list/filters.ts';
import { Button } from '#core/web/ui/button.tsx';
import { SelectField } from '#core/web/ui/forms/select-field.tsx';
import { listBookClosureCompanies } from '#features/corporate-actions/contract/book-closures.ts';
import { CompanySelect } from '#features/corporate-actions/web/company-select.tsx';
import { DateRangeFields } from '#features/corporate-actions/web/date-field.tsx';
import {
  CLOSURE_ORDERINGS,
  type ClosureFilters,
  type ClosureOrdering,
  closureList,
  NO_CLOSURE_DATES,
  parseDayFirstDate,
  type TypedDate,
} from './filters.ts';

const MAX_CHIPS = 4;
const MAX_CHIP_LENGTH = 12;

const ORDERING_LABELS: Record<ClosureOrdering, string> = {
  '-bc_from': 'Latest closure first',
  nearest: 'Nearest first, from today',
  bc_from: 'Earliest closure first',
  company_name: 'Company A-Z',
  '-company_name': 'Company Z-A',
};
const ORDERINGS = CLOSURE_ORDERINGS.map((value) => ({ value, label: ORDERING_LABELS[value] }));

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
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.2fr)_minmax(0,1fr)_minmax(0,1fr)]">
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
          onChange={(event) => onChange({ ordering: event.target.value as ClosureOrdering })}
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

interface ClosureDatesProps {
  range: DateRange;
  /** Dates in the URL that are invalid, as they were typed. */
  invalidDates: DateRange;
  onChange: (changed: Partial<ClosureFilters>) => void;
}

const DATE_FORMAT = { placeholder: 'YYYY-MM-DD', hint: 'Or 18/08/2026, or a year', parse: parseDayFirstDate };

/** The range in which closures start, typed or set by a button. */
function ClosureDates({ range, invalidDates, onChange }: ClosureDatesProps) {
  const [notice, setNotice] = useState<string | null>(null);
  const [setCount, setSetCount] = useState(0);

  const pick = (bound: keyof DateRange, typed: TypedDate) => {
    const adjusted = adjustRange(range, { bound, ...typed });
    setNotice(adjusted.notice);
    onChange(adjusted.range);
  };
  // The new key also resets text that is invalid. The range replaces one of ex-dates.
  const set = (chosen: DateRange) => {
    setSetCount((count) => count + 1);
    setNotice(null);
    onChange({ ...NO_CLOSURE_DATES, ...chosen });
  };
  return (
    <>
      <DateRangeFields
        range={range}
        invalidDates={setCount === 0 ? invalidDates : NO_DATES}
        resetCount={setCount}
        format={DATE_FORMAT}
        onPick={pick}
      />
      <div className="with-scripts needs-script col-span-full flex flex-wrap items-center gap-2 lg:justify-end">
        {QUICK_RANGES.map((name) => (
          <Button
            key={name}
            variant="secondary"
            size="small"
            onClick={() => set(getQuickRange(name, toKarachiDate(getNow())))}
          >
            {name}
          </Button>
        ))}
        <Button variant="quiet" size="small" onClick={() => set(NO_DATES)}>
          Clear Dates
        </Button>
        <p role="status" className={notice ? 'text-sm text-muted lg:order-first lg:me-auto' : 'sr-only'}>
          {notice}
        </p>
      </div>
    </>
  );
}

interface TypedBound extends TypedDate {
  bound: keyof DateRange;
}

/**
 * Returns the range with a bound that was just typed. If it would end before it starts, the other bound becomes the same
 * date, or is cleared if only a year was typed, because the user does not want a range of 1 January alone.
 * `notice` describes the adjustment.
 */
export function adjustRange(range: DateRange, { bound, date, isWholeYear }: TypedBound) {
  const typed: DateRange = { ...range, [bound]: date };
  const isInOrder = typed.from_date === '' || typed.to_date === '' || typed.from_date <= typed.to_date;
  if (isInOrder) return { range: typed, notice: null };
  const other = bound === 'from_date' ? 'to_date' : 'from_date';
  const reason =
    bound === 'from_date'
      ? 'The end was before the start, so it was'
      : 'The start was after the end, so it was';
  return {
    range: { ...typed, [other]: isWholeYear ? '' : date },
    notice: `${reason} ${isWholeYear ? 'cleared' : `set to ${formatShortDate(date)} as well`}.`,
  };
}

const QUICK_RANGES = ['This Year', 'Last Year', 'Last Month', 'This Month'] as const;
type QuickRange = (typeof QUICK_RANGES)[number];

export function getQuickRange(range: QuickRange, today: LocalDate): DateRange {
  const [year = 0, month = 0] = today.split('-').map(Number);
  switch (range) {
    case 'This Year':
      return toDateRange(year, 1, 12);
    case 'Last Year':
      return toDateRange(year - 1, 1, 12);
    case 'This Month':
      return toDateRange(year, month, month);
    case 'Last Month':
      return month === 1 ? toDateRange(year - 1, 12, 12) : toDateRange(year, month - 1, month - 1);
  }
}

function toDateRange(year: number, firstMonth: number, lastMonth: number): DateRange {
  // Day 0 of the next month is the last day of the month.
  const lastDay = new Date(Date.UTC(year, lastMonth, 0)).getUTCDate();
  return {
    from_date: `${year}-${padToTwo(firstMonth)}-01`,
    to_date: `${year}-${padToTwo(lastMonth)}-${lastDay}`,
  };
}

const padToTwo = (number: number) => String(number).padStart(2, '0');
