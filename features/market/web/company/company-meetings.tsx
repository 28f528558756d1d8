import { formatShortDateWithWeekday, type LocalDate, toKarachiDate } from '#core/contract/dates.ts';
import { getCompanyListPaths, getCompanyPath } from '#core/contract/paths.ts';
import { useToday } from '#core/web/list/dates/use-today.ts';
import { ShareMenu } from '#core/web/share/share-menu.tsx';
import { Badge } from '#core/web/ui/badge.tsx';
import { Section } from '#core/web/ui/section.tsx';
import type { BoardMeeting } from '#features/corporate-actions/contract/board-meetings.ts';
import { MeetingMoves } from '#features/corporate-actions/web/public/board-meetings/meeting-moves.tsx';
import { useCompanyMeetings } from './company-dates.ts';
import type { RenderedCompany } from './load-company.ts';
import { orderNextFirst, SectionList } from './section-list.tsx';

const MAX_PAST = 5;

/** The board meetings that are due, the next one first, and the latest past ones. */
export function CompanyMeetings({ symbol, rendered }: { symbol: string; rendered: RenderedCompany | null }) {
  const today = useToday(rendered && toKarachiDate(new Date(rendered.asOf)));
  return (
    <Section
      id="board-meetings"
      title="Board meetings"
      link={{ to: getCompanyListPaths(symbol).boardMeetings, text: `All board meetings of ${symbol}` }}
    >
      <SectionList
        query={useCompanyMeetings(symbol, rendered)}
        name="the board meetings"
        emptyText={`No board meetings of ${symbol} are announced or recorded.`}
      >
        {({ results }) => (
          <ul>
            {orderNextFirst(results, ({ meeting_date }) => meeting_date >= today, MAX_PAST).map((meeting) => (
              <MeetingRow key={meeting.id} meeting={meeting} today={today} />
            ))}
          </ul>
        )}
      </SectionList>
    </Section>
  );
}

function MeetingRow({ meeting, today }: { meeting: BoardMeeting; today: LocalDate }) {
  const { meeting_date, formatted_time, subject, place } = meeting;
  const isPast = meeting_date < today;
  return (
    <li className="grid gap-x-6 gap-y-0.5 border-b border-line py-2.5 text-sm sm:grid-cols-[17rem_minmax(0,1fr)]">
      <p
        className={`flex flex-wrap items-center self-start gap-x-2 gap-y-1 ${isPast ? 'text-muted' : 'font-medium'}`}
      >
        <time dateTime={meeting_date}>{formatShortDateWithWeekday(meeting_date)}</time>
        {formatted_time && <span className="figures">{formatted_time}</span>}
        {meeting_date === today && <Badge variant="active">Today</Badge>}
        {meeting_date > today && <Badge variant="outline">Upcoming</Badge>}
      </p>
      <div className={`wrap-anywhere ${isPast ? 'text-muted' : ''}`}>
        <span>{subject}</span>
        {place && <span className="block text-muted">{place}</span>}
        <MeetingMoves meeting={meeting} />
        {!isPast && (
          <ShareMenu
            name={`the board meeting on ${formatShortDateWithWeekday(meeting_date)}`}
            title={`${meeting.symbol} board meeting`}
            path={`${getCompanyPath(meeting.symbol)}#board-meetings`}
            toText={(url) =>
              `${meeting.symbol} board meeting: ${formatShortDateWithWeekday(meeting_date)}${formatted_time ? `, ${formatted_time}` : ''}\n${subject}\n${url}`
            }
            className="mt-2 w-fit"
          />
        )}
      </div>
    </li>
  );
}
