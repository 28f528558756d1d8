import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { getChartTools } from '#contract/billing/chart-tools.ts';
import { paths } from '#contract/paths.ts';
import { api } from '#web/api/api.ts';
import { CHART_TOOLS_KEY, LIST_STALE_MS, shouldRetry } from '#web/api/query-options.ts';
import { useSession } from '#web/session/session.ts';
import { LoadFailure } from '#web/ui/feedback/load-failure.tsx';
import { lazyWithPreload, useLazyCode } from '#web/ui/lazy/lazy-with-preload.tsx';
import type { ChartToolsProps } from './tools/chart-tools.tsx';

// With the library of indicators. Only subscribers load it.
const ChartTools = lazyWithPreload(async () => (await import('./tools/chart-tools.tsx')).ChartTools);

type PlanToolsProps = Omit<ChartToolsProps, 'toolsKey' | 'tools'>;

/** The chart tools of customers whose plan has them; for others what gives them access. */
export function PlanTools(props: PlanToolsProps) {
  const user = useSession();
  if (!user) return <LockedTools />;
  // Only customers have plans.
  return user.isAdmin ? null : (
    <CustomerTools key={user.id} toolsKey={[...CHART_TOOLS_KEY, user.id]} {...props} />
  );
}

function CustomerTools(props: Omit<ChartToolsProps, 'tools'>) {
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: props.toolsKey,
    queryFn: () => api(getChartTools, {}),
    staleTime: LIST_STALE_MS,
    retry: shouldRetry,
  });
  const code = useLazyCode(ChartTools, data?.has_tools === true);
  if ((isError && !data) || code.isFailed)
    return (
      <LoadFailure
        className="mt-3"
        isBusy={isFetching || code.isLoading}
        onRetry={() => (code.isFailed ? code.retry() : void refetch())}
      >
        Failed to load the chart tools. Please try again.
      </LoadFailure>
    );
  if (!data) return null;
  return data.has_tools ? <ChartTools {...props} tools={data} /> : <LockedTools />;
}

const LockedTools = () => (
  <p className="mt-3 text-sm text-muted">
    Moving averages, Bollinger Bands, RSI and MACD are part of every plan.{' '}
    <Link to={paths.pricing} className="link">
      See the plans
    </Link>
  </p>
);
