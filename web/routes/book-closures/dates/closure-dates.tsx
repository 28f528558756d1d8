import { useState } from 'react';
import { toKarachiDate } from '#contract/dates.ts';
import { getNow } from '#web/api/server-clock.ts';
import { DateField } from '#web/list/dates/date-field.tsx';
import { type DateRange, NO_DATES } from '#web/list/filters.ts';
import { type ClosureFilters, NO_CLOSURE_DATES } from '#web/routes/book-closures/filters.ts';
import { Button } from '#web/ui/button.tsx';
import { adjustRange } from './adjust-range.ts';
import { parseDayFirstDate, type TypedDate } from './parse-day-first-date.ts';
import { getQuickRange, QUICK_RANGES } from './quick-ranges.ts';

interface ClosureDatesProps {
  range: DateRange;
  /** Dates in the URL that are invalid, as they were typed. */
  invalidDates: DateRange;
  onChange: (changed: Partial<ClosureFilters>) => void;
}

const DATE_FORMAT = { placeholder: 'YYYY-MM-DD', hint: 'Or 18/08/2026, or a year', parse: parseDayFirstDate };

/** The range in which closures start, typed or set by a button. */
export function ClosureDates({ range, invalidDates, onChange }: ClosureDatesProps) {
  const [notice, setNotice] = useState<string | null>(null);
  const [setCount, setSetCount] = useState(0);
  const isReversed = range.from_date !== '' && range.to_date !== '' && range.from_date > range.to_date;

  const pick = (bound: keyof DateRange) => (typed: TypedDate) => {
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
  const invalidTexts = setCount === 0 ? invalidDates : NO_DATES;
  return (
    <>
      <DateField
        key={`from ${setCount}`}
        label="From date"
        name="from_date"
        value={range.from_date}
        invalidText={invalidTexts.from_date}
        {...DATE_FORMAT}
        onPick={pick('from_date')}
      />
      <DateField
        key={`to ${setCount}`}
        label="To date"
        name="to_date"
        value={range.to_date}
        invalidText={invalidTexts.to_date}
        error={isReversed ? 'The end date is before the start date.' : undefined}
        {...DATE_FORMAT}
        onPick={pick('to_date')}
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
        <p role="status" className={notice ? 'text-sm text-muted lg:order-first lg:mr-auto' : 'sr-only'}>
          {notice}
        </p>
      </div>
    </>
  );
}
