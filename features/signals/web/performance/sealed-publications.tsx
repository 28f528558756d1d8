import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { paths } from '#core/contract/paths.ts';
import { api } from '#core/web/api/api.ts';
import { LIST_STALE_MS, shouldRetry, toInitialData } from '#core/web/api/query-options.ts';
import { LoadFailure } from '#core/web/ui/feedback/load-failure.tsx';
import { Skeleton } from '#core/web/ui/feedback/skeleton.tsx';
import {
  readSealedPublications,
  type SealedPublications as Sealed,
} from '#features/signals/contract/track-record/performance.ts';
import { TYPE_LABELS } from '#features/signals/web/public/signal-labels.ts';
import { formatMonth, ReportTable } from './equity-chart.tsx';

/** The publications as the server rendered them; `sealed` is `undefined` if they could not be loaded. */
export interface RenderedSealed {
  sealed: Sealed | undefined;
  asOf: string;
}

/** Shows how many publications in the public record are still sealed, so that none can be added to hide a bad signal. */
export function SealedPublications({ rendered }: { rendered: RenderedSealed | null }) {
  const { data, refetch, isFetching } = useQuery({
    queryKey: [readSealedPublications.path],
    queryFn: () => api(readSealedPublications, {}),
    staleTime: LIST_STALE_MS,
    retry: shouldRetry,
    ...toInitialData(rendered?.sealed, rendered?.asOf),
  });
  if (data) return <Months months={data.months} />;
  if (isFetching) return <Skeleton>Loading the sealed publications...</Skeleton>;
  return (
    <LoadFailure onRetry={() => void refetch()}>
      Failed to load the sealed publications. Please try again.
    </LoadFailure>
  );
}

const getCount = ({ types }: Sealed['months'][number], type: 'swing' | 'investment') =>
  types.find(({ signal_type }) => signal_type === type)?.count ?? 0;

function Months({ months }: Pick<Sealed, 'months'>) {
  return (
    <div className="max-w-3xl text-sm">
      <p className="mb-3 max-w-prose text-muted">
        Premium signals that were published before today and are not public yet. Each is in the{' '}
        <Link to={paths.record} className="link">
          public record
        </Link>{' '}
        already, as a sealed entry that must become public after the signal has ended. The verification of the
        record counts these entries and those of today, and reports those that stay sealed for longer than a
        signal can last.
      </p>
      {months.length === 0 ? (
        <p>No publication is sealed.</p>
      ) : (
        <ReportTable
          label="Sealed publications by month"
          columns={['Month', TYPE_LABELS.swing, TYPE_LABELS.investment, 'Total']}
          rows={months.map((month) => [
            formatMonth(month.month),
            getCount(month, 'swing'),
            getCount(month, 'investment'),
            <>
              <span>{month.total}</span>
              {month.without_signal > 0 && (
                <span className="block text-loss">{`${month.without_signal} without a signal`}</span>
              )}
            </>,
          ])}
        />
      )}
    </div>
  );
}
