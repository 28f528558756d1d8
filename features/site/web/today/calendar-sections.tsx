import { Link } from 'react-router';
import { addDays, formatShortDateWithWeekday, type LocalDate } from '#core/contract/dates.ts';
import { paths } from '#core/contract/paths.ts';
import { Figures } from '#core/web/ui/figure.tsx';
import { EmptyText, Section } from '#core/web/ui/section.tsx';
import type { BoardMeeting } from '#features/corporate-actions/contract/board-meetings.ts';
import type { BookClosure } from '#features/corporate-actions/contract/book-closures.ts';
import { summarizePayout } from '#features/corporate-actions/contract/summarize-payout.ts';
import { MeetingMoves } from '#features/corporate-actions/web/public/board-meetings/meeting-moves.tsx';
import { SymbolLink } from '#features/market/web/public/symbols/symbol-link.tsx';
import { type Calendar, hasDates } from './load-calendar.ts';

interface CalendarSectionsProps {
  calendar: Calendar;
  today: LocalDate;
  /** Only the dates of some companies are listed. */
  isOfSome: boolean;
}

/** More are on the page of the meetings. */
const MAX_MEETINGS = 20;

/** Last buying days and ex-dates of the next trading days, meetings until the next session, and holidays. */
export function CalendarSections({ calendar, today, isOfSome }: CalendarSectionsProps) {
  const { nextSession, closures, meetings, meetingsUntil, holidays, bankHolidays } = calendar;
  const days = groupByDay(closures, nextSession);
  // The exchange always has some: without any, none are stored.
  const isEmpty = !isOfSome && !hasDates(calendar);
  return (
    <div className="grid grid-cols-1 gap-6 text-sm">
      {holidays.length + bankHolidays.length > 0 && (
        <Section id="holidays" title="Holidays">
          <ul>
            {[...holidays, ...bankHolidays].map(({ date, name, is_tentative }) => (
              <li key={date} className="border-b border-line py-1.5">
                <DayLabel date={date} today={today} />: <span>{name}</span>
                {is_tentative && <span className="text-warning">, tentative</span>}
                {bankHolidays.some((each) => each.date === date) && (
                  <span className="block text-muted">The exchange trades, but trades do not settle.</span>
                )}
              </li>
            ))}
          </ul>
        </Section>
      )}
      {!isEmpty && (
        <Section
          id="buying-days"
          title="Last buying days"
          link={{ to: paths.bookClosure, text: 'All closures' }}
        >
          {days.length === 0 && (
            <EmptyText>
              {isOfSome ? (
                <span>
                  None of <MyCompanies /> has a last buying day or an ex-date in the next five trading days.
                </span>
              ) : (
                'No last buying day or ex-date in the next five trading days.'
              )}
            </EmptyText>
          )}
          {days.map(({ lastBuyingDay, exDate, items }) => (
            <div key={`${lastBuyingDay} ${exDate}`} className="border-b border-line py-1.5">
              <h3 className="flex flex-wrap justify-between gap-x-3 text-sm font-normal">
                <span className={lastBuyingDay < nextSession ? 'text-muted' : 'font-semibold'}>
                  {lastBuyingDay < nextSession ? (
                    'The last day to buy has passed'
                  ) : (
                    <span>
                      Buy by <DayLabel date={lastBuyingDay} today={today} />
                    </span>
                  )}
                </span>
                <span className="text-muted">
                  Ex <DayLabel date={exDate} today={today} />
                </span>
              </h3>
              <ul>
                {items.map((closure) => (
                  <ClosureRow key={closure.id} closure={closure} />
                ))}
              </ul>
            </div>
          ))}
        </Section>
      )}
      {!isEmpty && (
        <Section
          id="meetings"
          title="Board meetings"
          link={{ to: paths.boardMeetings, text: 'All meetings' }}
        >
          {meetings.length === 0 && (
            <EmptyText>
              {isOfSome ? (
                <>
                  <span>None of </span>
                  <MyCompanies />
                  <span> has a board meeting </span>
                  <MeetingDays until={meetingsUntil} today={today} />
                </>
              ) : (
                <>
                  <span>No board meetings </span>
                  <MeetingDays until={meetingsUntil} today={today} />
                </>
              )}
            </EmptyText>
          )}
          <ul>
            {meetings.slice(0, MAX_MEETINGS).map((meeting) => (
              <MeetingRow key={meeting.id} meeting={meeting} today={today} />
            ))}
          </ul>
          {meetings.length > MAX_MEETINGS && (
            <p className="mt-2 text-muted">{`${meetings.length - MAX_MEETINGS} more until ${formatDay(meetingsUntil, today)}`}</p>
          )}
        </Section>
      )}
    </div>
  );
}

const MeetingDays = ({ until, today }: { until: LocalDate; today: LocalDate }) => (
  <span>{until === addDays(today, 1) ? 'today or tomorrow.' : `until ${formatDay(until, today)}.`}</span>
);

const MyCompanies = () => (
  <Link to={paths.watchlist} className="link">
    your companies
  </Link>
);

function ClosureRow({ closure }: { closure: BookClosure }) {
  const { symbol, company_name, is_ex_date_estimated, depends_on_tentative_holiday, date_reasons } = closure;
  return (
    <li className="flex flex-wrap gap-x-3 py-0.5">
      <span className="min-w-0 flex-1 basis-36 truncate">
        {symbol === null ? <span>{company_name}</span> : <SymbolLink symbol={symbol} />}
        {symbol !== null && <span className="ms-2 text-muted">{company_name}</span>}
      </span>
      <span className="ms-auto text-end wrap-anywhere tabular-nums">
        <Figures>{summarizePayout(closure)}</Figures>
        {(depends_on_tentative_holiday || is_ex_date_estimated) && (
          <span className="block text-xs text-muted">
            {depends_on_tentative_holiday ? 'depends on a tentative holiday' : 'estimated'}
          </span>
        )}
        {date_reasons.length > 0 && (
          <span className="block text-xs text-muted">{date_reasons.join(' ')}</span>
        )}
      </span>
    </li>
  );
}

function MeetingRow({ meeting, today }: { meeting: BoardMeeting; today: LocalDate }) {
  const { symbol, has_company_page, company_name, subject, meeting_date, formatted_time } = meeting;
  return (
    <li className="border-b border-line py-1.5">
      <p className="flex gap-3">
        <span className="min-w-0 flex-1 truncate">
          <SymbolLink symbol={symbol} hasPage={has_company_page} />
          <span className="ms-2 text-muted">{company_name}</span>
        </span>
        <span className="figures shrink-0">
          <DayLabel date={meeting_date} today={today} />
          <span>{formatted_time && `, ${formatted_time}`}</span>
        </span>
      </p>
      <p className="truncate text-muted">{subject}</p>
      <MeetingMoves meeting={meeting} />
    </li>
  );
}

const DayLabel = ({ date, today }: { date: LocalDate; today: LocalDate }) => (
  <time dateTime={date}>{formatDay(date, today)}</time>
);

const formatDay = (date: LocalDate, today: LocalDate) =>
  date === today ? 'today' : formatShortDateWithWeekday(date);

interface Days {
  lastBuyingDay: LocalDate;
  exDate: LocalDate;
}

/** Groups closures by last buying day and ex-date, soonest first. */
export function groupByDay<C extends Pick<BookClosure, 'last_buying_day' | 'ex_date'>>(
  closures: readonly C[],
  nextSession: LocalDate,
): (Days & { items: C[] })[] {
  const groups = new Map<string, Days & { items: C[] }>();
  for (const closure of closures) {
    const { last_buying_day: lastBuyingDay, ex_date: exDate } = closure;
    const key = `${lastBuyingDay} ${exDate}`;
    const items = [...(groups.get(key)?.items ?? []), closure];
    groups.set(key, { lastBuyingDay, exDate, items });
  }
  return [...groups.values()].sort((a, b) =>
    getNextDay(a, nextSession).localeCompare(getNextDay(b, nextSession)),
  );
}

/** What comes next: the last buying day, or the ex-date once it has passed. */
const getNextDay = (days: Days, nextSession: LocalDate) =>
  days.lastBuyingDay < nextSession ? days.exDate : days.lastBuyingDay;
