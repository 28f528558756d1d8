import { pageMeta } from '#web/document/page-meta.ts';
import { ComingSoon } from '#web/ui/coming-soon.tsx';

export const meta = pageMeta({
  title: 'Book Closures',
  description:
    'Book closures of companies listed on the Pakistan Stock Exchange, with payout, face value and status.',
});

export default function BookClosures() {
  return (
    <ComingSoon
      title="Book Closures"
      description="From when to when a company closes its books, and what it pays."
      items={[
        { name: 'Payout', detail: 'Cash dividends, bonus and right shares, with the face value.' },
        { name: 'Status', detail: 'Active, upcoming or closed, as of today in Karachi.' },
        { name: 'Advanced filters', detail: 'Search, companies, and a range of dates.' },
      ]}
    />
  );
}
