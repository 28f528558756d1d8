import { Link } from 'react-router';
import { QueryResult } from '#core/web/ui/feedback/query-result.tsx';
import { EventTable } from '#features/accounts/web/public/admin/logs/event-table.tsx';
import { securityLog, useLogEvents } from '#features/accounts/web/public/admin/logs/logs.ts';

const SHOWN = 8;

/** Shows the newest entries of the security log. */
export function RecentEvents() {
  const events = useLogEvents(securityLog, {});
  return (
    <section>
      <h2 className="mb-2 text-lg">Recent events</h2>
      <QueryResult query={events} loading={securityLog.loading}>
        {({ results }) => <EventTable label={securityLog.tableLabel} events={results.slice(0, SHOWN)} />}
      </QueryResult>
      <p className="mt-3 text-sm">
        <Link to={securityLog.path} className="text-accent underline underline-offset-2">
          Security log
        </Link>
      </p>
    </section>
  );
}
