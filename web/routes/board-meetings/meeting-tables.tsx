import type { BoardMeeting } from '#contract/corporate-actions/board-meetings.ts';
import { Badge } from '#web/ui/badge.tsx';

interface MeetingTablesProps {
  /** In the order of their dates. */
  meetings: readonly BoardMeeting[];
  today: string;
  /** Others are on their way. */
  isBusy: boolean;
}

/** A table a day. On narrow screens a row is a sheet of its own lines. */
export function MeetingTables({ meetings, today, isBusy }: MeetingTablesProps) {
  return (
    <div aria-busy={isBusy} className={`grid grid-cols-1 gap-8 ${isBusy ? 'opacity-60' : ''}`}>
      {byDay(meetings).map(([first, ...others]) => (
        <DayTable
          key={first.meeting_date}
          meetings={[first, ...others]}
          isToday={first.meeting_date === today}
        />
      ))}
    </div>
  );
}

type Day = [BoardMeeting, ...BoardMeeting[]];

function byDay(meetings: readonly BoardMeeting[]): Day[] {
  const days = new Map<string, Day>();
  for (const meeting of meetings) {
    const day = days.get(meeting.meeting_date);
    if (day) day.push(meeting);
    else days.set(meeting.meeting_date, [meeting]);
  }
  return [...days.values()];
}

const COLUMNS = [
  ['Symbol', 'sm:w-28'],
  ['Company', 'sm:w-[32%]'],
  ['Subject', ''],
  ['Time', 'sm:w-28 text-right'],
] as const;

function DayTable({ meetings, isToday }: { meetings: Day; isToday: boolean }) {
  return (
    <table className="w-full table-fixed text-sm max-sm:block">
      <caption className="pb-2 text-left max-sm:block">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h2 className="text-lg">{meetings[0].formatted_date}</h2>
          {isToday && <Badge variant="active">Today</Badge>}
        </div>
      </caption>
      <thead className="text-left text-xs text-muted max-sm:sr-only">
        <tr className="border-y border-line">
          {COLUMNS.map(([name, className]) => (
            <th key={name} scope="col" className={`py-1.5 pr-4 font-medium last:pr-0 ${className}`}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="max-sm:grid max-sm:grid-cols-1 max-sm:border-t max-sm:border-line">
        {meetings.map((meeting) => (
          <Row key={meeting.id} meeting={meeting} />
        ))}
      </tbody>
    </table>
  );
}

const CELL = 'align-top wrap-anywhere sm:py-2 sm:pr-4';

function Row({ meeting }: { meeting: BoardMeeting }) {
  const { symbol, company_name, subject, formatted_time, place } = meeting;
  return (
    <tr className="border-b border-line max-sm:grid max-sm:grid-cols-[minmax(0,1fr)_auto] max-sm:gap-x-4 max-sm:gap-y-0.5 max-sm:py-3 sm:hover:bg-sunken">
      <th scope="row" className={`${CELL} text-left font-semibold`}>
        {symbol}
      </th>
      <td className={`${CELL} max-sm:col-span-2`}>{company_name}</td>
      <td className={`${CELL} max-sm:col-span-2 max-sm:text-muted`}>
        {subject}
        {place && <span className="block text-muted">{place}</span>}
      </td>
      <td className="figures text-right align-top max-sm:col-start-2 max-sm:row-start-1 sm:py-2">
        {formatted_time ?? <span className="text-muted">Not given</span>}
      </td>
    </tr>
  );
}
