import { Chips, SelectedSymbols } from '#core/web/list/chips.tsx';
import { ClearFilters } from '#core/web/list/clear-filters.tsx';
import type { DateRange } from '#core/web/list/filters.ts';
import { SelectField } from '#core/web/ui/forms/select-field.tsx';
import { listBoardMeetingCompanies } from '#features/corporate-actions/contract/board-meetings.ts';
import { CompanySelect } from '#features/corporate-actions/web/company-select.tsx';
import { DateRangeFields } from '#features/corporate-actions/web/date-field.tsx';
import { DATE_ORDERINGS, type MeetingFilters, meetingList, parseMonthFirstDate } from './filters.ts';

const ORDERING_LABELS = { meeting_date: 'Earliest first', '-meeting_date': 'Latest first' };
const ORDERINGS = DATE_ORDERINGS.map((value) => ({ value, label: ORDERING_LABELS[value] }));

export interface MeetingFieldsProps {
  filters: MeetingFilters;
  /** Dates in the URL that are invalid, as they were typed. */
  invalidDates: DateRange;
  /** Resets typed dates when it changes. */
  clearCount: number;
  isVisible: boolean;
  onChange: (changed: Partial<MeetingFilters>) => void;
}

const DATE_FORMAT = {
  placeholder: 'MM/DD/YYYY',
  hint: 'MM/DD/YYYY or YYYY/MM/DD',
  parse: parseMonthFirstDate,
};

export function MeetingFields({
  filters,
  invalidDates,
  clearCount,
  isVisible,
  onChange,
}: MeetingFieldsProps) {
  const { company_name, symbol, ordering } = filters;
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
        <div className={`min-w-0 ${company_name.length === 0 ? 'with-scripts' : ''}`}>
          <CompanySelect
            endpoint={listBoardMeetingCompanies}
            isVisible={isVisible}
            selected={company_name}
            onChange={(chosen) => onChange({ company_name: chosen })}
          />
        </div>
        <DateRangeFields
          range={filters}
          invalidDates={invalidDates}
          resetCount={clearCount}
          format={DATE_FORMAT}
          onPick={(bound, { date }) => onChange({ [bound]: date })}
        />
        <SelectField
          label="Order"
          name="ordering"
          value={ordering}
          options={ORDERINGS}
          onChange={({ target }) => onChange({ ordering: target.value as MeetingFilters['ordering'] })}
        />
      </div>
      <div className="mt-4 grid gap-2 empty:hidden">
        <Chips
          label="Selected companies"
          names={company_name}
          onRemove={(removed) => onChange({ company_name: company_name.filter((name) => name !== removed) })}
        />
        <SelectedSymbols symbols={symbol} onChange={(chosen) => onChange({ symbol: chosen })} />
      </div>
      <ClearFilters activeCount={meetingList.countActive(filters)}>
        You can also type dates as MMDDYYYY, or as D/M/YY with a two-digit year. A number above 12 is read as
        the day.
      </ClearFilters>
    </>
  );
}
