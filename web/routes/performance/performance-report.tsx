import { formatShortDate } from '#contract/dates.ts';
import type { Performance } from '#contract/track-record/performance.ts';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Calculation } from './calculation.tsx';
import { DistributionChart } from './distribution-chart.tsx';
import { EquityChart } from './equity-chart.tsx';
import { PhoneFold, ReportSection } from './figures.tsx';
import { GroupSections } from './group-sections.tsx';
import { Summary } from './summary.tsx';

export function PerformanceReport({ performance }: { performance: Performance }) {
  const { statistics, prices_until } = performance;
  if (statistics.published === 0) {
    return (
      <div key="empty" className="grid gap-10">
        <HypotheticalNotice />
        <EmptyState title="No results yet">
          Results appear here once prices of the days after a publication are stored. Results of premium
          signals follow <span>{formatDays(performance.release_days)}</span> after their end.
        </EmptyState>
        <Calculation performance={performance} />
      </div>
    );
  }
  const isSmallSample = statistics.closed > 0 && statistics.is_small_sample;
  return (
    <div className="grid grid-cols-1 gap-10 max-md:gap-3">
      <p className="phone-fold-line -mt-2 text-sm">
        Hypothetical results,{' '}
        <span className={`figures font-semibold ${isSmallSample ? 'text-warning' : ''}`}>
          {`${statistics.closed} closed ${isSmallSample ? '(small sample)' : ''}`}
        </span>{' '}
        <a href="#notices" className="link">
          Notices
        </a>
      </p>
      <section aria-labelledby="summary">
        <h2 id="summary" className="mb-3 border-b border-line pb-2 text-lg max-md:sr-only">
          All signals
        </h2>
        <Summary performance={performance} />
        {prices_until && (
          <p className="mt-3 text-sm text-muted">{`Prices until ${formatShortDate(prices_until)}.`}</p>
        )}
      </section>
      <div className="md:order-first">
        <PhoneFold title={`Notices: hypothetical results${isSmallSample ? ', small sample' : ''}`}>
          <div id="notices" className="grid gap-4 scroll-mt-16">
            <HypotheticalNotice />
            {isSmallSample && (
              <Notice tone="warning" title="Small sample">
                With <span>{statistics.closed}</span> closed{' '}
                <span>{statistics.closed === 1 ? 'signal' : 'signals'}</span>, these figures say little about
                future results: chance alone explains large differences below 30.
              </Notice>
            )}
          </div>
        </PhoneFold>
      </div>
      {statistics.closed > 0 && (
        <div className="grid gap-10 max-md:gap-3 lg:grid-cols-2 lg:gap-8">
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

/** The disclosure that the results of signals are hypothetical. */
export function HypotheticalNotice() {
  return (
    <Notice title="These results are hypothetical">
      They are calculated from published signals and end-of-day prices. No orders were placed. Hypothetical
      results have limits: rules are chosen with the benefit of hindsight, no money is at risk, and real
      orders may not be filled at these prices, for example for lack of liquidity. No claim is made that an
      account has achieved or will achieve them. Past performance does not predict future results.
    </Notice>
  );
}

const formatDays = (days: number) => (days === 1 ? '1 day' : `${days} days`);
