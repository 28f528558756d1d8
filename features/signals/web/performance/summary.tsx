import { formatShortDate } from '#core/contract/dates.ts';
import { formatSigned } from '#core/contract/text/format-signed.ts';
import { Figures } from '#core/web/ui/figure.tsx';
import type {
  Performance,
  PerformanceStatistics,
} from '#features/signals/contract/track-record/performance.ts';
import { Fact, Figure, Interval, PhoneFold, Result } from './figures.tsx';

/** The statistics of all signals of the period. */
export function Summary({ performance }: { performance: Performance }) {
  const { statistics } = performance;
  const { comparison } = statistics;
  return (
    <>
      <dl className={`-mt-3 ${GRID}`}>
        <Fact name="Average result per signal" note={describeAverage(performance)}>
          {statistics.is_small_sample && statistics.expectancy_low !== null ? (
            <Interval low={statistics.expectancy_low} high={statistics.expectancy_high} />
          ) : (
            <Result value={statistics.expectancy} />
          )}
        </Fact>
        <Fact name="Win rate" note={describeWinRate(performance)}>
          {statistics.is_small_sample && statistics.win_rate_low !== null ? (
            <Figure value={`${statistics.win_rate_low} to ${statistics.win_rate_high}`} unit=" %" />
          ) : (
            <Figure value={statistics.win_rate} unit=" %" />
          )}
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
            <span>
              <Result value={comparison.average_percent} unit="%" />{' '}
              <span className="text-base font-normal text-muted">
                <Figures>{`and ${formatSigned(comparison.average_index_percent)} %`}</Figures>
              </span>
            </span>
          ) : (
            <Figure value={null} />
          )}
        </Fact>
      </dl>
      <PhoneFold title="Signals counted">
        <dl className={GRID}>
          <Fact name="Closed" note={describeClosed(performance)}>
            <Figure value={statistics.closed} />
          </Fact>
          <Fact
            name="Open"
            note={
              statistics.open_average
                ? `On average ${formatSigned(statistics.open_average)} R at the last close`
                : describePending(statistics)
            }
          >
            <Figure value={statistics.open} />
          </Fact>
          <Fact name="Not filled" note={describeRate(statistics.no_fill_rate, 'of those that were due')}>
            <Figure value={statistics.not_filled} />
          </Fact>
          <Fact name="Not measurable" note={describeUnproven(statistics)}>
            <Figure value={statistics.unproven + statistics.without_prices + statistics.overdue} />
          </Fact>
          <Fact name="Voided" note={describeVoided(statistics)}>
            <Figure value={statistics.voided + statistics.voided_later} />
          </Fact>
          <Fact name="Premium signals not public yet" note={describeUnreleased(performance)}>
            <Figure value={performance.unreleased.count} />
          </Fact>
        </dl>
      </PhoneFold>
    </>
  );
}

const GRID = 'grid grid-cols-2 gap-x-4 sm:gap-x-8 lg:grid-cols-4';

/** Of a small sample, the interval is the figure and the mean the note. */
function describeAverage({ statistics, without_voided }: Performance): string {
  const { expectancy, expectancy_low, expectancy_high, is_small_sample } = statistics;
  const average =
    expectancy === null || expectancy_low === null || expectancy_high === null
      ? 'After costs'
      : is_small_sample
        ? `95 % interval, after costs; mean ${formatSigned(expectancy)}\u00a0R`
        : `After costs; 95 % interval ${formatSigned(expectancy_low)} to ${formatSigned(expectancy_high)}\u00a0R`;
  const others = without_voided?.expectancy;
  return [
    average,
    ...(others ? [`Without voided signals ${formatSigned(others)}\u00a0R`] : []),
    ...describeShare(statistics),
  ].join('\n');
}

function describeWinRate({ statistics, without_voided }: Performance): string | undefined {
  const { win_rate, win_rate_low, win_rate_high, won, closed, is_small_sample } = statistics;
  if (win_rate_low === null) return undefined;
  const rate = is_small_sample
    ? `95 % interval; ${won} of ${closed}, ${win_rate}\u00a0%`
    : `${won} of ${closed}; 95 % interval ${win_rate_low} to ${win_rate_high}\u00a0%`;
  const others = without_voided?.win_rate;
  return [
    rate,
    ...(others
      ? [`Without voided signals ${without_voided.won} of ${without_voided.closed}, ${others}\u00a0%`]
      : []),
    ...describeShare(statistics),
  ].join('\n');
}

/** The share of signals that are in neither figure. */
const describeShare = ({ unmeasurable_rate }: PerformanceStatistics): string[] =>
  Number(unmeasurable_rate) > 0 ? [`${unmeasurable_rate}\u00a0% not measurable`] : [];

const describeComparison = (comparison: PerformanceStatistics['comparison']) =>
  comparison
    ? `Average from the close before the entry; ahead in ${comparison.ahead} of ${comparison.closed} held for more than a day`
    : 'No positions held for more than a day with index values';

function describeClosed({ statistics, overridden, deleted }: Performance): string {
  const parts = [`${statistics.won} won, ${statistics.lost} lost`];
  if (overridden > 0)
    parts.push(
      `${overridden} overridden (mean ${formatSigned(statistics.overridden_average ?? '0')} R), the worse result counts`,
    );
  if (deleted > 0) parts.push(`${deleted} deleted since, counted`);
  return parts.join('\n');
}

function describePending({ pending, awaiting_prices, overdue }: PerformanceStatistics): string {
  const awaiting = awaiting_prices - overdue;
  return `${pending} waiting for the entry price${awaiting > 0 ? `, ${awaiting} awaiting prices` : ''}`;
}

const describeRate = (rate: string | null, of: string) => (rate === null ? undefined : `${rate} % ${of}`);

function describeVoided({ void_rate, voided, voided_later }: PerformanceStatistics): string | undefined {
  const parts = [
    ...(voided > 0 ? [`${voided} before a fill was possible, not counted`] : []),
    ...(voided_later > 0 ? [`${voided_later} later, counted`] : []),
  ];
  const rate = describeRate(void_rate, 'of those published');
  return rate && [rate, ...parts].join('\n');
}

function describeUnproven({
  unproven_worst,
  unproven_best,
  without_prices,
  overdue,
  unmeasurable_rate,
}: PerformanceStatistics): string {
  const bounds =
    unproven_worst === null || unproven_best === null
      ? 'In no average'
      : `In no average; on average between ${formatSigned(unproven_worst)} and ${formatSigned(unproven_best)} R`;
  return [
    bounds,
    ...(unmeasurable_rate === null ? [] : [`${unmeasurable_rate} % of those that ended`]),
    ...(without_prices > 0 ? [`${without_prices} without prices`] : []),
    ...(overdue > 0 ? [`${overdue} awaiting prices for 5 trading days or more`] : []),
  ].join('; ');
}

function describeUnreleased({ unreleased }: Performance): string | undefined {
  const { oldest_published_on, expectancy_low, expectancy_high } = unreleased;
  if (oldest_published_on === null) return undefined;
  const oldest = `The oldest is of ${formatShortDate(oldest_published_on)}`;
  if (expectancy_low === null || expectancy_high === null) return oldest;
  return `${oldest}. With them, the average result would be ${formatSigned(expectancy_low)} R if each lost 1 R, ${formatSigned(expectancy_high)} R if each won the average gain`;
}
