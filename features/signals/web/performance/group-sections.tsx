import type { ReactNode } from 'react';
import type {
  Performance,
  PerformanceGroup,
  PerformanceGrouping,
  PerformanceStatistics,
} from '#features/signals/contract/track-record/performance.ts';
import { ORDER_LABELS, TYPE_LABELS } from '#features/signals/web/public/signal-labels.ts';
import { isHardToMeasure } from '#features/signals/web/public/track-record/unmeasurable.ts';
import { formatMonth } from './equity-chart.tsx';
import { Figure, Interval, NoValue, ReportSection, Result } from './figures.tsx';

const GROUPINGS: readonly { by: PerformanceGrouping; title: string; name: string }[] = [
  { by: 'signal_type', title: 'By type', name: 'Type' },
  { by: 'side', title: 'By side', name: 'Side' },
  { by: 'sector', title: 'By sector', name: 'Sector' },
  { by: 'analyst', title: 'By analyst', name: 'Analyst' },
  { by: 'month', title: 'By month of publication', name: 'Month' },
];

/** The same statistics by each property of a signal. */
export function GroupSections({ groups }: { groups: Performance['groups'] }) {
  return GROUPINGS.map(({ by, title, name }) => (
    <ReportSection key={by} id={`by-${by}`} title={title}>
      <GroupTable labelledBy={`by-${by}`} name={name} groups={groups[by]} formatKey={getKeyFormat(by)} />
    </ReportSection>
  ));
}

function getKeyFormat(by: PerformanceGrouping): (key: string | null) => string {
  const labels: Record<string, string> = { ...TYPE_LABELS, ...ORDER_LABELS };
  const none = by === 'analyst' ? 'No analyst named' : 'Not given';
  return (key) => (key === null ? none : by === 'month' ? formatMonth(key) : (labels[key] ?? key));
}

const COLUMNS: readonly [name: string, render: (statistics: PerformanceStatistics) => ReactNode][] = [
  ['Published', ({ published }) => <Figure value={published} />],
  ['Closed', ({ closed }) => <Figure value={closed} />],
  ['Not measurable', (statistics) => <Unmeasurable statistics={statistics} />],
  ['Win rate', (statistics) => <WinRate statistics={statistics} />],
  ['Average result', (statistics) => <Average statistics={statistics} />],
  ['Profit factor', ({ profit_factor }) => <Figure value={profit_factor} />],
  ['Drawdown', ({ max_drawdown }) => <Figure value={max_drawdown} unit=" R" />],
  ['Open', ({ open }) => <Figure value={open} />],
  [
    'Waiting',
    ({ pending, awaiting_prices, overdue }) => <Figure value={pending + awaiting_prices - overdue} />,
  ],
  ['Not filled', ({ not_filled }) => <Figure value={not_filled} />],
  [
    'Voided, overridden',
    ({ voided, voided_later, overridden }) => <Figure value={voided + voided_later + overridden} />,
  ],
];

/** The columns whose intervals need more space. They come first in cards. */
const WIDE_COLUMNS = ['Win rate', 'Average result'];

interface GroupTableProps {
  labelledBy: string;
  name: string;
  groups: readonly PerformanceGroup[];
  formatKey: (key: string | null) => string;
}

/** A group is a row on wide screens and a card on narrow ones. */
function GroupTable({ labelledBy, name, groups, formatKey }: GroupTableProps) {
  const closed = groups.filter(({ statistics }) => statistics.closed > 0);
  const small = closed.filter(({ statistics }) => statistics.is_small_sample);
  const isAll = small.length > 1 && small.length === closed.length;
  return (
    <table aria-labelledby={labelledBy} className="w-full text-sm max-lg:block">
      {small.length > 0 && (
        <caption className="caption-bottom text-start text-xs text-warning max-lg:block max-lg:pb-2 lg:pt-2">
          {`Small sample: ${isAll ? 'all of them' : small.map(({ key }) => formatKey(key)).join(', ')}`}
        </caption>
      )}
      <thead className="text-xs text-muted max-lg:sr-only">
        <tr className="border-b border-line">
          <th scope="col" className="py-2 pe-4 text-start font-medium">
            {name}
          </th>
          {COLUMNS.map(([column]) => (
            <th key={column} scope="col" className="py-2 ps-4 text-end font-medium">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="max-lg:grid max-lg:grid-cols-1 max-lg:gap-3 max-lg:sm:grid-cols-2">
        {groups.map(({ key, statistics }) => (
          <tr
            key={key}
            className="border-line max-lg:grid max-lg:grid-cols-6 max-lg:gap-x-3 max-lg:gap-y-2 max-lg:rounded-box max-lg:border max-lg:bg-surface max-lg:p-4 lg:border-b"
          >
            <th
              scope="row"
              className="text-start font-medium wrap-anywhere max-lg:order-first max-lg:col-span-6 lg:min-w-24 lg:py-2.5 lg:pe-4 lg:align-top lg:font-normal"
            >
              {formatKey(key)}
            </th>
            {COLUMNS.map(([column, render]) => (
              <td
                key={column}
                data-label={column}
                className={`${WIDE_COLUMNS.includes(column) ? 'max-lg:order-first max-lg:col-span-3' : 'max-lg:col-span-2'} max-lg:before:block max-lg:before:text-xs max-lg:before:text-muted max-lg:before:content-[attr(data-label)] lg:py-2.5 lg:ps-4 lg:text-end lg:align-top`}
              >
                {render(statistics)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The signals without a measurable result, and the share of those that ended, next to the figures of the rest. */
function Unmeasurable({ statistics }: { statistics: PerformanceStatistics }) {
  const { unproven, without_prices, overdue, unmeasurable_rate } = statistics;
  const count = unproven + without_prices + overdue;
  return (
    <>
      <Figure value={count} />
      {count > 0 && (
        <span
          className={`figures block text-xs whitespace-nowrap ${isHardToMeasure(statistics) ? 'text-warning' : 'text-muted'}`}
          translate="no"
        >{`${unmeasurable_rate} %`}</span>
      )}
    </>
  );
}

/** Of a small sample, the interval comes before the mean. */
function Average({ statistics }: { statistics: PerformanceStatistics }) {
  const { expectancy, expectancy_low, expectancy_high, is_small_sample } = statistics;
  if (!is_small_sample || expectancy_low === null) return <Result value={expectancy} />;
  return (
    <>
      <Interval low={expectancy_low} high={expectancy_high} />
      <span className="block text-xs">
        <Result value={expectancy} />
      </span>
    </>
  );
}

function WinRate({ statistics }: { statistics: PerformanceStatistics }) {
  const { win_rate, win_rate_low, win_rate_high, is_small_sample } = statistics;
  if (win_rate === null) return <NoValue />;
  if (is_small_sample)
    return (
      <>
        <Figure value={`${win_rate_low} to ${win_rate_high}`} unit=" %" />
        <span
          className="figures block text-xs whitespace-nowrap text-muted"
          translate="no"
        >{`${win_rate} %`}</span>
      </>
    );
  return (
    <>
      <Figure value={win_rate} unit=" %" />
      <span className="figures block text-xs whitespace-nowrap text-muted" translate="no">
        {`${win_rate_low} to ${win_rate_high} %`}
      </span>
    </>
  );
}
