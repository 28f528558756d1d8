import { paths } from '#contract/paths.ts';
import { PERFORMANCE_PERIODS, type PerformancePeriod } from '#contract/track-record/performance.ts';

export const PERIOD_LABELS: Record<PerformancePeriod, string> = {
  '3M': '3 months',
  '6M': '6 months',
  '1Y': '12 months',
  all: 'All',
};

export const readPeriod = (search: URLSearchParams): PerformancePeriod =>
  PERFORMANCE_PERIODS.find((period) => period === search.get('period')) ?? 'all';

export const toPeriodQuery = (period: PerformancePeriod) =>
  new URLSearchParams(period === 'all' ? {} : { period });

export const getPeriodPath = (period: PerformancePeriod) =>
  period === 'all' ? paths.performance : `${paths.performance}?${toPeriodQuery(period)}`;
