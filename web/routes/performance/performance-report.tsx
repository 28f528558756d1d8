import { formatShortDate } from '#contract/dates.ts';
import type { Performance } from '#contract/track-record/performance.ts';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Calculation } from './calculation.tsx';
import { DistributionChart } from './distribution-chart.tsx';
import { EquityChart } from './equity-chart.tsx';
import { ReportSection } from './figures.tsx';
import { GroupSections } from './group-sections.tsx';
import { Summary } from './summary.tsx';

export function PerformanceReport({ performance }: { performance: Performance }) {
  const { statistics, prices_until } = performance;
  if (statistics.published === 0) {
    return (
      <div className="grid gap-10">
        <EmptyState title="No results yet">
          Results appear here once prices of the days after a publication are stored. Results of premium
          signals follow {formatDays(performance.release_days)} after their end.
        </EmptyState>
        <Calculation performance={performance} />
      </div>
    );
  }
  return (
    <div className="grid gap-10">
      {statistics.closed > 0 && statistics.is_small_sample && (
        <Notice tone="warning" title="Small sample">
          With {statistics.closed} closed {statistics.closed === 1 ? 'signal' : 'signals'}, these figures say
          little about future results: chance alone explains large differences below 30.
        </Notice>
      )}
      <ReportSection id="summary" title="All signals">
        <Summary performance={performance} />
        {prices_until && (
          <p className="mt-3 text-sm text-muted">Prices until {formatShortDate(prices_until)}.</p>
        )}
      </ReportSection>
      {statistics.closed > 0 && (
        <div className="grid gap-10 lg:grid-cols-2 lg:gap-8">
          <ReportSection id="equity" title="Sum of results in R">
            <EquityChart points={performance.equity} />
          </ReportSection>
          <ReportSection id="distribution" title="Distribution of results">
            <DistributionChart buckets={performance.distribution} />
          </ReportSection>
        </div>
      )}
      <GroupSections groups={performance.groups} />
      <Calculation performance={performance} />
    </div>
  );
}

const formatDays = (days: number) => (days === 1 ? '1 day' : `${days} days`);
