import { formatShortDateWithWeekday } from '#contract/dates.ts';
import type { MarketHoliday } from '#contract/market/holidays.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';

interface HolidayYearsProps {
  /** Sorted by date. */
  holidays: readonly MarketHoliday[];
  onEdit: (holiday: MarketHoliday) => void;
  onRemove: (holiday: MarketHoliday) => void;
}

/** One table per year, the latest year first. */
export function HolidayYears({ holidays, ...actions }: HolidayYearsProps) {
  const years = [...new Set(holidays.map(getYear))].reverse().map((year) => ({
    year,
    ofYear: holidays.filter((holiday) => getYear(holiday) === year),
  }));
  return (
    <div className="grid gap-8">
      {years.map(({ year, ofYear }) => (
        <section key={year} aria-labelledby={`year-${year}`}>
          <h2 id={`year-${year}`} className="mb-2 flex items-baseline gap-2 text-lg">
            <span className="figures">{year}</span>
            <span className="text-sm font-normal text-muted">
              {ofYear.length} {ofYear.length === 1 ? 'holiday' : 'holidays'}
            </span>
          </h2>
          <table aria-labelledby={`year-${year}`} className="w-full text-sm max-sm:block">
            <thead className="text-left text-xs text-muted max-sm:sr-only">
              <tr className="border-b border-line">
                <th scope="col" className="py-2 pr-4 font-medium sm:w-44">
                  Date
                </th>
                <th scope="col" className="py-2 pr-4 font-medium">
                  Holiday
                </th>
                <th scope="col" className="py-2 text-right font-medium">
                  <span className="sr-only">Actions</span>
                </th>
              </tr>
            </thead>
            <tbody className="max-sm:block max-sm:border-t max-sm:border-line">
              {ofYear.map((holiday) => (
                <Row key={holiday.date} holiday={holiday} {...actions} />
              ))}
            </tbody>
          </table>
        </section>
      ))}
    </div>
  );
}

const getYear = ({ date }: MarketHoliday) => date.slice(0, 4);

interface RowProps extends Omit<HolidayYearsProps, 'holidays'> {
  holiday: MarketHoliday;
}

function Row({ holiday, onEdit, onRemove }: RowProps) {
  const date = formatShortDateWithWeekday(holiday.date);
  return (
    <tr className="border-b border-line max-sm:grid max-sm:grid-cols-[1fr_auto] max-sm:items-center max-sm:gap-x-3 max-sm:py-2">
      <th scope="row" className="figures text-left font-normal sm:py-2 sm:pr-4">
        <time dateTime={holiday.date}>{date}</time>
      </th>
      <td className="wrap-anywhere max-sm:col-start-1 sm:py-2 sm:pr-4">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
          <span className="font-semibold">{holiday.name}</span>
          {holiday.is_tentative && <Badge variant="warning">Tentative</Badge>}
        </span>
      </td>
      <td className="max-sm:col-start-2 max-sm:row-span-2 max-sm:row-start-1 sm:py-1.5">
        <div className="flex justify-end gap-2">
          <Action label="Edit" date={date} onClick={() => onEdit(holiday)} />
          <Action label="Remove" date={date} onClick={() => onRemove(holiday)} />
        </div>
      </td>
    </tr>
  );
}

function Action({ label, date, onClick }: { label: string; date: string; onClick: () => void }) {
  return (
    <Button variant="secondary" size="small" onClick={onClick}>
      {label}
      <span className="sr-only"> {date}</span>
    </Button>
  );
}
