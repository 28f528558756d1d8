import { Link } from 'react-router';
import { paths } from '#contract/paths.ts';
import { EventTable } from '#web/routes/admin/logs/event-table.tsx';
import { useSecurityEvents } from '#web/routes/admin/security-log/use-security-events.ts';
import { LoadFailure } from '#web/ui/feedback/load-failure.tsx';
import { Loading } from '#web/ui/feedback/loading.tsx';

const SHOWN = 8;

/** Shows the newest entries of the security log. */
export function RecentEvents() {
  const { data, error, isFetching, refetch } = useSecurityEvents({});
  return (
    <section>
      <h2 className="mb-2 text-lg">Recent events</h2>
      {error && (
        <LoadFailure isBusy={isFetching} onRetry={() => void refetch()}>
          {error}
        </LoadFailure>
      )}
      {!data && !error && <Loading>Loading security events...</Loading>}
      {data && <EventTable events={data.results.slice(0, SHOWN)} />}
      <p className="mt-3 text-sm">
        <Link to={paths.adminSecurityLog} className="text-accent underline underline-offset-2">
          Security log
        </Link>
      </p>
    </section>
  );
}
