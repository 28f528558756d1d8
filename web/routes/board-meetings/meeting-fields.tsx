import { formatShortDate } from '#contract/dates.ts';
import { ClearRow } from '#web/list/clear-filters.tsx';
import { CompanySelect } from '#web/list/company-select.tsx';
import { DateField } from '#web/list/date-field.tsx';
import { Chips } from '#web/ui/forms/chips.tsx';
import { SelectField } from '#web/ui/forms/select-field.tsx';
import { countActive, DATE_ORDERINGS, type MeetingFilters } from './filters.ts';
import { parseMonthFirstDate } from './parse-month-first-date.ts';
import { useMeetingCompanies } from './use-meetings.ts';

const ORDERING_LABELS = { meeting_date: 'Earliest first', '-meeting_date': 'Latest first' };
const ORDERINGS = DATE_ORDERINGS.map((value) => ({ value, label: ORDERING_LABELS[value] }));

export interface MeetingFieldsProps {
  filters: MeetingFilters;
  /** Dates in the address that cannot be read, as they stand there. */
  unreadable: { from_date: string; to_date: string };
  /** With each time what was typed just before and is not applied yet goes too. */
  timesCleared: number;
  /** Whether the reader sees the fields: then the names of the companies are asked for. */
  isShown: boolean;
  onChange: (changed: Partial<MeetingFilters>) => void;
}

/** How a day may be typed. */
const FORMS = { placeholder: 'MM/DD/YYYY', read: parseMonthFirstDate };
const hintOf = (day: string) => (day === '' ? 'MM/DD/YYYY or YYYY/MM/DD' : formatShortDate(day));

export function MeetingFields({ filters, unreadable, timesCleared, isShown, onChange }: MeetingFieldsProps) {
  const { company_name, from_date, to_date, ordering } = filters;
  const isBackward = from_date !== '' && to_date !== '' && to_date < from_date;
  const companies = useMeetingCompanies(isShown);
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
        <div className={`min-w-0 ${company_name.length === 0 ? 'with-scripts' : ''}`}>
          <CompanySelect
            companies={companies}
            selected={company_name}
            onChange={(chosen) => onChange({ company_name: chosen })}
          />
        </div>
        <DateField
          key={`from ${timesCleared}`}
          label="From date"
          name="from_date"
          value={from_date}
          unread={unreadable.from_date}
          {...FORMS}
          hint={hintOf(from_date)}
          onPick={({ day }) => onChange({ from_date: day })}
        />
        <DateField
          key={`to ${timesCleared}`}
          label="To date"
          name="to_date"
          value={to_date}
          unread={unreadable.to_date}
          error={isBackward ? 'This day is before the from date.' : undefined}
          {...FORMS}
          hint={hintOf(to_date)}
          onPick={({ day }) => onChange({ to_date: day })}
        />
        <SelectField
          label="Order"
          name="ordering"
          value={ordering}
          options={ORDERINGS}
          onChange={({ target }) => onChange({ ordering: target.value as MeetingFilters['ordering'] })}
        />
      </div>
      <div className="mt-4 empty:hidden">
        <Chips
          label="Companies chosen"
          names={company_name}
          onRemove={(removed) => onChange({ company_name: company_name.filter((name) => name !== removed) })}
        />
      </div>
      <ClearRow active={countActive(filters)}>
        Dates may also be typed as MMDDYYYY, or D/M/YY with a year of two digits. A number above 12 is the
        day.
      </ClearRow>
    </>
  );
}
