import { useState } from 'react';
import { toKarachiDate } from '#contract/dates.ts';
import { DateField } from '#web/list/date-field.tsx';
import { Button } from '#web/ui/button.tsx';
import { adjustRange, type DateRange } from './adjust-range.ts';
import { parseDayFirstDate, type TypedDay } from './parse-day-first-date.ts';
import { QUICK_RANGES, quickRange } from './quick-ranges.ts';

interface ClosureDatesProps {
  range: DateRange;
  /** What the address has in place of dates and cannot be read. */
  unread: DateRange;
  onChange: (range: DateRange) => void;
}

const NO_DATES: DateRange = { from_date: '', to_date: '' };

/** How a day may be typed. */
const FORMS = { placeholder: 'YYYY-MM-DD', hint: 'Or 18/08/2026, or a year', read: parseDayFirstDate };

/** Between which days a closure begins: typed, or by one press. */
export function ClosureDates({ range, unread, onChange }: ClosureDatesProps) {
  const [notice, setNotice] = useState<string | null>(null);
  const [timesSet, setTimesSet] = useState(0);
  const isReversed = range.from_date !== '' && range.to_date !== '' && range.from_date > range.to_date;

  const pick = (bound: keyof DateRange) => (typed: TypedDay) => {
    const adjusted = adjustRange(range, { bound, ...typed });
    setNotice(adjusted.notice);
    onChange(adjusted.range);
  };
  // What was typed and could not be read goes too.
  const set = (chosen: DateRange) => {
    setTimesSet((times) => times + 1);
    setNotice(null);
    onChange(chosen);
  };
  const unreadNow = timesSet === 0 ? unread : NO_DATES;
  return (
    <>
      <DateField
        key={`from ${timesSet}`}
        label="From date"
        name="from_date"
        value={range.from_date}
        unread={unreadNow.from_date}
        {...FORMS}
        onPick={pick('from_date')}
      />
      <DateField
        key={`to ${timesSet}`}
        label="To date"
        name="to_date"
        value={range.to_date}
        unread={unreadNow.to_date}
        error={isReversed ? 'The end is before the start.' : undefined}
        {...FORMS}
        onPick={pick('to_date')}
      />
      <div className="with-scripts needs-script col-span-full flex flex-wrap items-center gap-2 lg:justify-end">
        {QUICK_RANGES.map((name) => (
          <Button
            key={name}
            variant="secondary"
            size="small"
            onClick={() => set(quickRange(name, toKarachiDate(new Date())))}
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
