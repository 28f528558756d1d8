import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { paths } from '#contract/paths.ts';
import { type RecentRecord, readRecentRecord } from '#contract/track-record/recent-record.ts';
import { api } from '#web/api/api.ts';
import { LIST_STALE_MS, shouldRetry, toInitialData } from '#web/api/query-options.ts';
import { describeRecord } from './describe-record.ts';
import type { RecordScope, RenderedRecord } from './load-record.ts';

interface RecordLineProps {
  /** What the record is of, for example `Intraday signals`. */
  name: string;
  scope: RecordScope;
  rendered: RenderedRecord | null | undefined;
  className?: string;
}

/** The results of the last 12 months in one line, which leads to all of them. Nothing without closed signals. */
export function RecordLine({ name, scope, rendered, className = '' }: RecordLineProps) {
  const { data } = useQuery<RecentRecord>({
    queryKey: [readRecentRecord.path, scope],
    queryFn: () => api(readRecentRecord, { query: scope }),
    staleTime: LIST_STALE_MS,
    retry: shouldRetry,
    ...toInitialData(rendered?.record, rendered?.asOf),
  });
  if (!data || data.closed === 0) return null;
  return (
    <p className={`max-w-prose text-sm text-muted ${className}`}>
      <span className="font-medium text-ink">{name}:</span>{' '}
      <Link to={`${paths.performance}?period=1Y`} className="link">
        {describeRecord(data)}
      </Link>
      {data.is_small_sample && '. Small sample: it says little about future results.'}
    </p>
  );
}
