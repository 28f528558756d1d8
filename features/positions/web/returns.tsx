import { type ReactNode, useState } from 'react';
import { formatShortDate, MONTHS } from '#core/contract/dates.ts';
import { Badge } from '#core/web/ui/badge.tsx';
import { DataTable } from '#core/web/ui/data-table.tsx';
import { QueryResult } from '#core/web/ui/feedback/query-result.tsx';
import { Figure } from '#core/web/ui/figure.tsx';
import { formatCount } from '#core/web/ui/format-count.ts';
import { SelectField } from '#core/web/ui/forms/select-field.tsx';
import { EmptyText, Section } from '#core/web/ui/section.tsx';
import {
  type Cause,
  type FollowedSignal,
  type Following,
  readFollowing,
} from '#features/positions/contract/following.ts';
import {
  type ChartPoint,
  type ReturnProblem,
  type Returns as ReturnsOfPeriod,
  readChart,
  readReturns,
} from '#features/positions/contract/positions.ts';
import {
  Company,
  countDays,
  formatRupees,
  Gain,
  METHOD,
  SignalLink,
  showAmount,
  Totals,
  usePositionsQuery,
} from './figures.tsx';

const PROBLEMS: Record<ReturnProblem, string> = {
  no_payments: 'Nothing was bought or held in this period.',
  no_root: 'No yearly rate solves these payments.',
  several_roots: 'Several yearly rates solve these payments, so none of them says anything.',
  no_prices: 'A price is missing on a day on which it is needed.',
  no_base: 'There was a day without a value to compare with.',
};

/** The returns of a period next to the indices, and the value over time. */
export function Returns() {
  const [period, setPeriod] = useState('all');
  const query = usePositionsQuery(readReturns, { query: { period } });
  const all = usePositionsQuery(readReturns, { query: { period: 'all' } });
  const chart = usePositionsQuery(readChart, {});
  const options = ['all', ...(all.data?.periods ?? [])].map((value) => ({
    value,
    label: describePeriod(value),
  }));
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
      <div>
        <div className="mb-5 max-w-72">
          <SelectField
            label="Period"
            value={period}
            options={options}
            onChange={({ target }) => setPeriod(target.value)}
          />
        </div>
        <QueryResult query={query} loading="Loading your returns...">
          {(returns) => <ReturnTable returns={returns} />}
        </QueryResult>
      </div>
      <Section id="value-chart" title="Value and money put in">
        <QueryResult query={chart} loading="Loading the chart...">
          {({ points }) => <ValueChart points={points} />}
        </QueryResult>
      </Section>
    </div>
  );
}

function describePeriod(period: string): string {
  if (period === 'all') return 'Since the start';
  return period.includes('-') ? `Tax year ${period} (July to June)` : `Calendar year ${period}`;
}

/** A few days say nothing about a year. */
const MIN_YEARLY_DAYS = 30;
const TOO_SHORT = <span className="text-muted">Too short: less than {MIN_YEARLY_DAYS} days</span>;

export function ReturnTable({ returns }: { returns: ReturnsOfPeriod }) {
  const { from, until, index, indices, unpriced, without_dividends: without } = returns;
  const isShort = from !== null && until !== null && countDays(from, until) < MIN_YEARLY_DAYS;
  const rows = [
    {
      name: 'Money-weighted, per year (XIRR)',
      with: isShort ? TOO_SHORT : <Rate rate={returns.xirr} problem={returns.xirr_problem} />,
      without: isShort ? TOO_SHORT : <Rate rate={without.xirr} problem={without.xirr_problem} />,
    },
    {
      name: 'Time-weighted, whole period',
      with: <Rate rate={returns.time_weighted} problem={returns.time_weighted_problem} />,
      without: <Rate rate={without.time_weighted} problem={without.time_weighted_problem} />,
    },
    ...(indices.length > 0 ? indices : [index]).map(({ code, change }) => ({
      name: `${code} over the same days`,
      with: null,
      without: <Gain fraction={change} />,
    })),
  ];
  return (
    <>
      <p className="mb-3 text-sm text-muted">
        {from !== null &&
          until !== null &&
          `From the close of ${formatShortDate(from)} to that of ${formatShortDate(until)}.`}
      </p>
      <DataTable
        label="Returns"
        rows={rows}
        getKey={({ name }) => name}
        columns={{
          Return: ({ name }) => name,
          'With dividends': (row) => row.with,
          'Without dividends': (row) => row.without,
        }}
        numeric={['With dividends', 'Without dividends']}
        isDense
      />
      <p className="my-3 text-sm text-warning empty:hidden">
        {unpriced.length > 0 &&
          `Without a price on a day on which one is needed: ${unpriced.join(', ')}. The share may be suspended or delisted, or its prices are not imported.`}
      </p>
      <p className="mt-3 max-w-prose text-xs text-muted">
        The money-weighted return is the yearly rate at which all payments together are worth nothing; it
        depends on when you bought. The time-weighted return leaves that out, so it compares with an index.
        Dividends count before taxes, costs are included. Past performance does not predict future results.
      </p>
    </>
  );
}

const Rate = ({ rate, problem }: { rate: string | null; problem: ReturnProblem | null }) =>
  problem === null ? (
    <Gain fraction={rate} />
  ) : (
    <span className="whitespace-normal text-muted">{PROBLEMS[problem]}</span>
  );

const WIDTH = 600;
const HEIGHT = 200;

/** The value of the holdings and the money put in, week by week, with a table of the ends of months. */
export function ValueChart({ points }: { points: readonly ChartPoint[] }) {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return <EmptyText>The chart begins with your first trade.</EmptyText>;
  const amounts = points.flatMap(({ value, put_in }) => [Number(value ?? 0), Number(put_in)]);
  const [min, max] = [Math.min(0, ...amounts), Math.max(1, ...amounts)];
  const [from, until] = [Date.parse(first.date), Date.parse(last.date)];
  /** A line breaks where the value is not known. */
  const draw = (name: 'value' | 'put_in') =>
    points
      .map(({ date, [name]: amount }, index) => {
        if (amount === null) return '';
        const x = (WIDTH * (Date.parse(date) - from)) / (until - from || 1);
        const y = HEIGHT * (1 - (Number(amount) - min) / (max - min));
        return `${(points[index - 1]?.[name] ?? null) === null ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`;
      })
      .join('');
  const value = last.value === null ? 'not known' : formatRupees(last.value);
  const months = new Map(points.map((point) => [point.date.slice(0, 7), point]));
  const line = { className: 'fill-none stroke-accent', vectorEffect: 'non-scaling-stroke' } as const;
  return (
    <figure>
      <Figure className="text-xs text-muted">{`${formatRupees(max.toFixed(0))}, the highest`}</Figure>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`On ${formatShortDate(last.date)} the value is ${value}, and ${formatRupees(last.put_in)} were put in.`}
        className="h-52 w-full overflow-visible border-b border-line-strong"
      >
        <path {...line} d={draw('put_in')} className="fill-none stroke-muted" strokeDasharray="4 4" />
        <path {...line} d={draw('value')} strokeWidth="2" />
      </svg>
      <p className="mt-1 flex justify-between text-xs text-muted" aria-hidden="true">
        <span>{formatShortDate(first.date)}</span>
        <span>{formatShortDate(last.date)}</span>
      </p>
      <figcaption className="mt-2 text-xs text-muted">
        Solid: value at the last closes, without cash. Dashed: purchases less the proceeds of sales. Weekly.
      </figcaption>
      <details className="mt-3 text-sm">
        <summary className="link inline-block py-1">Show as a table</summary>
        <DataTable
          label="Value and money put in at the end of each month"
          rows={[...months.values()].reverse()}
          getKey={({ date }) => date}
          columns={{
            Month: ({ date }) => `${MONTHS[Number(date.slice(5, 7)) - 1]} ${date.slice(0, 4)}`,
            Value: showAmount('value'),
            'Put in': showAmount('put_in'),
          }}
          numeric={['Value', 'Put in']}
          isDense
        />
      </details>
    </figure>
  );
}

/** What following signals earned, next to the record. */
export function WhatFollowingEarned() {
  return (
    <QueryResult
      query={usePositionsQuery(readFollowing, {})}
      loading="Loading what following earned..."
      empty={{
        title: 'No followed signals yet',
        text: 'Press “Add to my positions” on a signal that you follow. Its result and yours are then compared here.',
      }}
    >
      {(following) => <FollowingTables following={following} />}
    </QueryResult>
  );
}

const CAUSES: Record<Cause, string> = {
  later_entry: 'Later entry',
  other_price: 'Other price',
  fewer_shares: 'Fewer shares',
  earlier_exit: 'Earlier exit',
  later_exit: 'Later exit',
  still_open: 'Still open',
  costs: 'Costs',
};

export function FollowingTables({ following: { results, summary } }: { following: Following }) {
  const { followed, published, compared, record_r, record_rupees, mine_r, mine_rupees } = summary;
  const count = published === null ? `${followed}` : `${followed} of ${formatCount(published)}`;
  const note = `of the ${compared} with both results`;
  return (
    <>
      <Totals
        items={[
          ['Signals followed', <Figure key="count">{count}</Figure>],
          ['The record', <Result key="record" r={record_r} rupees={record_rupees} />, note],
          ['Mine', <Result key="mine" r={mine_r} rupees={mine_rupees} />, `${note}, ${METHOD}`],
        ]}
      />
      <DataTable
        label="Followed signals"
        rows={results}
        getKey={({ signal_id }) => signal_id}
        columns={FOLLOWED_COLUMNS}
        numeric={['The record', 'Mine']}
        isDense
      />
      <p className="mt-3 max-w-prose text-xs text-muted">
        The record’s result is the published one, after the costs that it assumes, for the shares that the
        calculator suggested. Yours is after your costs, at your prices; of shares that you still hold, at the
        last close. Dividends are in neither. Only you see this: it is no part of the record.
      </p>
    </>
  );
}

const FOLLOWED_COLUMNS: Record<string, (signal: FollowedSignal) => ReactNode> = {
  Signal: ({ signal_id, symbol, mine: { opened_on, closed_on, shares, planned_shares } }) => (
    <>
      <Company symbol={symbol} />
      <SignalLink id={signal_id} />
      <span className="block text-xs text-muted">
        {`${formatShortDate(opened_on)}${closed_on === null ? '' : ` to ${formatShortDate(closed_on)}`}, ${formatCount(shares)} of ${formatCount(planned_shares)} shares`}
      </span>
    </>
  ),
  'The record': ({ record }) =>
    record ? (
      <Result r={record.r_multiple} rupees={record.rupees} isFinal={record.is_final} />
    ) : (
      <span className="text-muted">Not filled, or not yours to read</span>
    ),
  Mine: ({ mine }) => <Result r={mine.r_multiple} rupees={mine.rupees} isFinal={mine.is_final} />,
  Difference: ({ causes, mine: { shares, planned_shares: planned } }) => (
    <ul>
      {causes.map(({ cause, r_multiple, rupees }) => (
        <li key={cause} className="flex flex-wrap justify-between gap-x-3">
          <span>{shares > planned && cause === 'fewer_shares' ? 'More shares' : CAUSES[cause]}</span>
          <span>
            <Gain amount={r_multiple} unit="R" /> <Gain amount={rupees} />
          </span>
        </li>
      ))}
    </ul>
  ),
};

interface ResultProps {
  r: string | null;
  rupees: string | null;
  isFinal?: boolean;
}

const Result = ({ r, rupees, isFinal = true }: ResultProps) => (
  <div>
    <span className="block">
      <Gain amount={r} unit="R" />
    </span>
    <Gain amount={rupees} /> <span>{!isFinal && <Badge variant="outline">Open</Badge>}</span>
  </div>
);
