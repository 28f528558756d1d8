import { useQuery } from '@tanstack/react-query';
import { formatShortDate } from '#core/contract/dates.ts';
import { api } from '#core/web/api/api.ts';
import { LIST_STALE_MS, shouldRetry, toInitialData } from '#core/web/api/query-options.ts';
import { LoadFailure } from '#core/web/ui/feedback/load-failure.tsx';
import { Skeleton } from '#core/web/ui/feedback/skeleton.tsx';
import { formatCount } from '#core/web/ui/format-count.ts';
import {
  ARRIVAL_DAYS,
  type ArrivalReport,
  MIN_ARRIVALS,
  readArrivalTimes,
  type ArrivalTimes as Times,
} from '#features/alerts/contract/arrival-times.ts';
import { describeChannel } from '#features/alerts/contract/channels.ts';

/** The times as the server rendered them; `arrivals` is `undefined` if they could not be loaded. */
export interface RenderedArrivals {
  arrivals: ArrivalReport | undefined;
  asOf: string;
}

/** Shows how fast the alerts of signals arrive on each channel. */
export function ArrivalTimes({ rendered }: { rendered?: RenderedArrivals | null }) {
  const { data, refetch, isFetching } = useQuery({
    queryKey: [readArrivalTimes.path],
    queryFn: () => api(readArrivalTimes, {}),
    staleTime: LIST_STALE_MS,
    retry: shouldRetry,
    ...toInitialData(rendered?.arrivals, rendered?.asOf),
  });
  if (data) return <Report report={data} />;
  if (isFetching) return <Skeleton>Loading the times...</Skeleton>;
  return (
    <LoadFailure onRetry={() => void refetch()}>Failed to load the times. Please try again.</LoadFailure>
  );
}

function Report({ report: { since, channels } }: { report: ArrivalReport }) {
  if (since === null) {
    return (
      <p className="text-sm text-muted">
        No alerts of signals were sent in the last {ARRIVAL_DAYS} days. The times appear here from{' '}
        {MIN_ARRIVALS} alerts on a channel.
      </p>
    );
  }
  const add = (key: 'deferred' | 'failed') => channels.reduce((total, channel) => total + channel[key], 0);
  return (
    <div className="max-w-3xl text-sm">
      <p className="mb-3 max-w-prose text-muted">
        From the publication of a signal, or of its change, until the service of the channel accepted the
        alert. Published since <span>{formatShortDate(since)}</span>, in the last {ARRIVAL_DAYS} days;
        calculated every hour.
      </p>
      <table aria-label="Times by channel" className="w-full">
        <thead className="text-xs text-muted">
          <tr className="border-b border-line">
            {['Channel', 'Half within', '99 % within', 'Alerts'].map((column) => (
              <th
                key={column}
                scope="col"
                className="py-1.5 ps-3 text-end font-medium first:ps-0 first:text-start"
              >
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {channels.flatMap(({ channel, accepted, shown }) => {
            const { label } = describeChannel(channel);
            return [
              <Row key={channel} name={label} times={accepted} />,
              shown && <Row key={`${channel} shown`} name={`${label}, shown`} times={shown} />,
            ];
          })}
        </tbody>
      </table>
      <ul className="mt-3 grid max-w-prose list-disc gap-1 ps-5 text-muted">
        <li>A message that was sent again after an error counts once, until it was accepted.</li>
        <li>“Shown” is reported by the device. One that is off shows the alert later, or not at all.</li>
        <li>
          Not counted: <span>{formatCount(add('deferred'))}</span> that waited for quiet hours, a daily email
          or the limit on emails, and <span>{formatCount(add('failed'))}</span> that no service accepted in
          time.
        </li>
      </ul>
    </div>
  );
}

function Row({ name, times: { count, times } }: { name: string; times: Times }) {
  return (
    <tr className="border-b border-line">
      <th scope="row" className="py-1.5 text-start font-normal">
        {name}
      </th>
      {times ? (
        <>
          <Cell>{formatDuration(times.p50_ms)}</Cell>
          <Cell>{formatDuration(times.p99_ms)}</Cell>
        </>
      ) : (
        <td colSpan={2} className="py-1.5 ps-3 text-end text-muted">
          Fewer than {MIN_ARRIVALS} alerts
        </td>
      )}
      <Cell>{formatCount(count)}</Cell>
    </tr>
  );
}

const Cell = ({ children }: { children: string }) => (
  <td className="figures py-1.5 ps-3 text-end" translate="no">
    {children}
  </td>
);

/** Formats `0.4 s`, `45 s`, `12 min` or `5 h`, never less than it was. */
export function formatDuration(ms: number): string {
  const seconds = ms / 1_000;
  if (seconds <= 10) return `${(Math.ceil(seconds * 10) / 10).toFixed(1)} s`;
  if (seconds <= 120) return `${Math.ceil(seconds)} s`;
  const minutes = seconds / 60;
  return minutes <= 120 ? `${Math.ceil(minutes)} min` : `${Math.ceil(minutes / 60)} h`;
}
