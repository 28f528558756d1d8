import { Link } from 'react-router';
import { formatShortDate } from '#core/contract/dates.ts';
import { getPerformanceExportPath, paths } from '#core/contract/paths.ts';
import { formatSigned } from '#core/contract/text/format-signed.ts';
import { EmptyState } from '#core/web/ui/feedback/empty-state.tsx';
import { Notice } from '#core/web/ui/feedback/notice.tsx';
import { formatCount } from '#core/web/ui/format-count.ts';
import type { Performance } from '#features/signals/contract/track-record/performance.ts';
import { isHardToMeasure } from '#features/signals/web/public/track-record/unmeasurable.ts';
import { EquityChart, FigureTable } from './equity-chart.tsx';
import { PhoneFold, ReportSection } from './figures.tsx';
import { GroupSections } from './group-sections.tsx';
import { Summary } from './summary.tsx';
import { TermsChanges } from './terms-changes.tsx';

export function PerformanceReport({ performance }: { performance: Performance }) {
  const { statistics, prices_until, record_sequence } = performance;
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
        {isHardToMeasure(statistics) && (
          <Notice
            tone="warning"
            title={`${statistics.unmeasurable_rate} % of the signals that ended cannot be measured`}
            className="mb-6"
          >
            The stored prices do not show their results. The figures below are of the rest.
          </Notice>
        )}
        <Summary performance={performance} />
        <p className="mt-3 flex flex-wrap gap-x-4 text-sm text-muted">
          <span>{prices_until && `Prices until ${formatShortDate(prices_until)}.`}</span>
          {record_sequence !== null && (
            <span>
              Calculated from the{' '}
              <Link to={paths.record} className="link">
                public record
              </Link>{' '}
              up to entry <span className="figures">{formatCount(record_sequence)}</span>.
            </span>
          )}
          <Link to={paths.pastSignals} className="link">
            List of all past signals
          </Link>
        </p>
        <TermsChanges changes={performance.terms_changes} />
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

/** The rules behind the figures, and their source as a file. */
function Calculation({ performance }: { performance: Performance }) {
  const { period, release_days, cost_percent } = performance;
  return (
    <ReportSection id="calculation" title="How results are calculated">
      <ul className="grid max-w-prose list-disc gap-2 ps-5">
        <li>
          Every published signal counts, also deleted ones. Results use the levels at publication; a stop that
          is moved toward profit applies from the next trading day.
        </li>
        <li>
          1 R is the distance between the published entry price and the published stop. A signal that exits at
          its stop without a gap loses 1 R before costs.
        </li>
        <li>
          The result is the worst over all courses that the price may have taken within a day. A target or an
          entry that is only touched may not have been filled. Gaps exit at the open. Days without trades, and
          days locked at a price limit, fill nothing.
        </li>
        <li>
          Of a signal published during a session, only prices after that count. Where end-of-day prices do not
          show the result, the signal is not measurable: it is in no average, and listed with the worst and
          the best result that are possible.
        </li>
        <li>
          With several targets, equal parts of the position exit at each. Bonuses, rights and splits adjust
          all levels. Sells pay cash dividends; buys do not receive them here.
        </li>
        <li>
          From each result, costs of <span translate="no">{`${cost_percent} %`}</span> of the entry price are
          subtracted. A signal counts as won if its result after costs is above zero.
        </li>
        <li>
          The comparison with KSE-100 is with its change from the close before the entry was filled to the
          close of the last exit. Positions that begin and end on one date have none. A sell is compared with
          the opposite of the change.
        </li>
        <li>
          A signal that an administrator voided before it could first have been filled is in no figure. One
          that was voided later counts with its result and is marked as voided. If an administrator entered a
          result, the worse of this and the evaluated result counts.
        </li>
        <li>Sector and analyst are those of the publication.</li>
        <li>
          Results of swing and investment signals are public <span>{release_days}</span>{' '}
          <span>{release_days === 1 ? 'day' : 'days'}</span> after their end. Until then only their number and
          the date of the oldest one are shown.
        </li>
      </ul>
      <p className="mt-4 flex flex-wrap gap-x-4">
        <Link
          to={period === 'all' ? paths.pastSignals : `${paths.pastSignals}?period=${period}`}
          className="link"
        >
          List of all past signals
        </Link>
        <a href={getPerformanceExportPath(period)} download className="link">
          Download all results (CSV)
        </a>
      </p>
    </ReportSection>
  );
}

type Bucket = Performance['distribution'][number];

const BAR_HEIGHT = 16;
const ROW_HEIGHT = 26;

/** The number of closed signals by result, as bars. */
function DistributionChart({ buckets }: { buckets: readonly Bucket[] }) {
  const largest = Math.max(1, ...buckets.map(({ count }) => count));
  const total = buckets.reduce((sum, { count }) => sum + count, 0);
  const label = `Closed signals by result: ${buckets.map((bucket) => `${formatRange(bucket)}: ${bucket.count}`).join('; ')}.`;
  const height = buckets.length * ROW_HEIGHT;
  return (
    <figure>
      <div className="grid grid-cols-[auto_minmax(0,1fr)_auto] gap-x-3 text-xs">
        <ul className="figures text-end text-muted" aria-hidden="true" translate="no">
          {buckets.map((bucket) => (
            <li key={bucket.from} style={{ height: ROW_HEIGHT, lineHeight: `${BAR_HEIGHT}px` }}>
              {formatRange(bucket)}
            </li>
          ))}
        </ul>
        <svg
          viewBox={`0 0 100 ${height}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={label}
          className="w-full border-s border-line-strong"
          style={{ height }}
        >
          {buckets.map(({ from, count }, index) => (
            <rect
              key={from}
              y={index * ROW_HEIGHT}
              width={(100 * count) / largest}
              height={BAR_HEIGHT}
              className={from !== null && from >= 0 ? 'fill-gain' : 'fill-loss'}
            />
          ))}
        </svg>
        <ul className="figures" aria-hidden="true">
          {buckets.map(({ from, count }) => (
            <li key={from} style={{ height: ROW_HEIGHT, lineHeight: `${BAR_HEIGHT}px` }}>
              {count}
            </li>
          ))}
        </ul>
      </div>
      <FigureTable
        label="Closed signals by result"
        columns={['Result', 'Signals', 'Share']}
        rows={buckets.map((bucket) => [
          formatRange(bucket),
          bucket.count,
          `${total === 0 ? 0 : Math.round((100 * bucket.count) / total)} %`,
        ])}
      />
    </figure>
  );
}

function formatRange({ from, to }: Bucket): string {
  if (from === null) return `below ${formatSigned(String(to))} R`;
  if (to === null) return `${formatSigned(String(from))} R and more`;
  return `${formatSigned(String(from))} to ${formatSigned(String(to))} R`;
}
