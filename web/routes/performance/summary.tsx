import { formatSigned } from '#contract/format-signed.ts';
import type { Performance, PerformanceStatistics } from '#contract/track-record/performance.ts';
import { Fact, Figure, Result } from './figures.tsx';

/** The statistics of all signals of the period. */
export function Summary({ performance }: { performance: Performance }) {
  const { statistics } = performance;
  const { comparison } = statistics;
  return (
    <dl className="-mt-3 grid grid-cols-2 gap-x-4 sm:gap-x-8 lg:grid-cols-4">
      <Fact name="Average result per signal" note="Expectancy, after costs">
        <Result value={statistics.expectancy} />
      </Fact>
      <Fact name="Win rate" note={describeWinRate(statistics)}>
        <Figure value={statistics.win_rate} unit=" %" />
      </Fact>
      <Fact name="Average gain and loss" note="Of the signals that won and lost">
        <Result value={statistics.average_win} /> <Result value={statistics.average_loss} />
      </Fact>
      <Fact name="Profit factor" note="All gains divided by all losses">
        <Figure value={statistics.profit_factor} />
      </Fact>
      <Fact name="Largest drawdown" note="Of the sum of results from a high">
        <Figure value={statistics.max_drawdown} unit=" R" />
      </Fact>
      <Fact name="Longest losing streak" note="Losses in a row">
        <Figure value={statistics.longest_losing_streak} />
      </Fact>
      <Fact name="Median holding time" note="Trading days after the entry">
        <Figure value={statistics.median_trading_days} />
      </Fact>
      <Fact name="Signal and KSE-100" note={describeComparison(comparison)}>
        {comparison ? (
          <>
            <Result value={comparison.average_percent} unit="%" />{' '}
            <span className="text-base font-normal text-muted">
              and {formatSigned(comparison.average_index_percent)} %
            </span>
          </>
        ) : (
          <Figure value={null} />
        )}
      </Fact>
      <Fact name="Closed" note={describeClosed(performance)}>
        <Figure value={statistics.closed} />
      </Fact>
      <Fact
        name="Open"
        note={
          statistics.open_average
            ? `On average ${formatSigned(statistics.open_average)} R at the last close`
            : `${statistics.pending} waiting for the entry price`
        }
      >
        <Figure value={statistics.open} />
      </Fact>
      <Fact name="Not filled" note={describeRate(statistics.no_fill_rate, 'of those that were due')}>
        <Figure value={statistics.not_filled} />
      </Fact>
      <Fact name="Voided or not proven" note={describeUnproven(statistics)}>
        <Figure value={statistics.voided + statistics.unproven + statistics.without_prices} />
      </Fact>
    </dl>
  );
}

const describeWinRate = ({ win_rate_low, win_rate_high, won, closed }: PerformanceStatistics) =>
  win_rate_low === null
    ? undefined
    : `${won} of ${closed}; 95 % interval ${win_rate_low} to ${win_rate_high}\u00a0%`;

const describeComparison = (comparison: PerformanceStatistics['comparison']) =>
  comparison
    ? `Average change over the same days; ahead in ${comparison.ahead} of ${comparison.closed}`
    : 'No index values for these days';

function describeClosed({ statistics, overridden, deleted }: Performance): string {
  const parts = [`${statistics.won} won, ${statistics.lost} lost`];
  if (overridden > 0) parts.push(`${overridden} entered by an administrator`);
  if (deleted > 0) parts.push(`${deleted} deleted since, counted`);
  return parts.join('; ');
}

const describeRate = (rate: string | null, of: string) => (rate === null ? undefined : `${rate} % ${of}`);

const describeUnproven = ({ voided, unproven, without_prices }: PerformanceStatistics) =>
  `${voided} voided, ${unproven} not proven by end-of-day prices, ${without_prices} without prices`;
