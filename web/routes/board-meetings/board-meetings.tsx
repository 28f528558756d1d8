import { pageMeta } from '#web/document/page-meta.ts';
import { ComingSoon } from '#web/ui/coming-soon.tsx';

export const meta = pageMeta({
  title: 'Board Meetings',
  description:
    'Board meetings of companies listed on the Pakistan Stock Exchange, by date, with subject and time.',
});

export default function BoardMeetings() {
  return (
    <ComingSoon
      title="Board Meetings"
      description="When the boards of listed companies meet, and what they meet about."
      items={[
        { name: 'By date', detail: 'Meetings in the order in which they happen, with the time in Karachi.' },
        { name: 'Subject', detail: 'Annual and quarterly accounts, dividends, bonus and right shares.' },
        { name: 'Filters', detail: 'Search, companies, and a range of dates.' },
      ]}
    />
  );
}
