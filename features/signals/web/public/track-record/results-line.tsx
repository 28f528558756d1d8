import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { paths } from '#core/contract/paths.ts';
import { formatSigned } from '#core/contract/text/format-signed.ts';
import { api } from '#core/web/api/api.ts';
import { LIST_STALE_MS, shouldRetry, toInitialData } from '#core/web/api/query-options.ts';
import { Figures } from '#core/web/ui/figure.tsx';
import {
  type RecentResults,
  readRecentResults,
} from '#features/signals/contract/track-record/recent-results.ts';
import type { RenderedResults, ResultsScope } from './load-recent-results.ts';
import { isHardToMeasure } from './unmeasurable.ts';

interface ResultsLineProps {
  /** The signals whose results are shown, for example `Intraday signals`. */
  name: string;
  scope: ResultsScope;
  rendered: RenderedResults | null | undefined;
  className?: string;
}

/** The results of the last 12 months in one line, which leads to all of them. Nothing before signals have ended with a result. */
export function ResultsLine({ name, scope, rendered, className = '' }: ResultsLineProps) {
  const { data } = useQuery<RecentResults>({
    queryKey: [readRecentResults.path, scope],
    queryFn: () => api(readRecentResults, { query: scope }),
    staleTime: LIST_STALE_MS,
    retry: shouldRetry,
    ...toInitialData(rendered?.results, rendered?.asOf),
  });
  if (!data || (data.closed === 0 && !isHardToMeasure(data))) return null;
  return (
    <p className={`max-w-prose text-sm text-muted ${className}`}>
      <span className="font-medium text-ink">{`${name}:`}</span>{' '}
      <Link to={`${paths.performance}?period=1Y`} className="link">
        <Figures>{describeResults(data)}</Figures>
      </Link>
      <span>{data.is_small_sample && '. Small sample: it says little about future results.'}</span>
    </p>
  );
}

/** Describes the results of 12 months: `23 closed, 14 won, +0.31 R on average after costs; 4.2 % not measurable; last 12 months`. */
export function describeResults(results: Omit<RecentResults, 'is_small_sample'>): string {
  const { closed, won, average_r, unmeasurable_rate } = results;
  const figures =
    closed > 0 &&
    `${closed} closed, ${won} won, ${formatSigned(average_r ?? '0.00')} R on average after costs`;
  const share = Number(unmeasurable_rate) > 0 && `${unmeasurable_rate} % not measurable`;
  const parts = isHardToMeasure(results) ? [share, figures] : [figures, share];
  return [...parts, 'last 12 months'].filter(Boolean).join('; ');
}
