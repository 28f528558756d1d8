import { formatShortDate, type LocalDate } from '#core/contract/dates.ts';
import { TableSection } from '#core/web/admin/table-section.tsx';
import type { Elements } from '#core/web/ui/elements.ts';
import { EmptyState } from '#core/web/ui/feedback/empty-state.tsx';
import { Notice } from '#core/web/ui/feedback/notice.tsx';
import { QueryResult } from '#core/web/ui/feedback/query-result.tsx';
import { Figure, Figures } from '#core/web/ui/figure.tsx';
import { formatCount } from '#core/web/ui/format-count.ts';
import { type Holding, type Positions, readPositions } from '#features/positions/contract/positions.ts';
import {
  Amount,
  Company,
  countDays,
  formatAmount,
  formatPercent,
  Gain,
  listFirstLots,
  METHOD,
  showAmount,
  showGain,
  Totals,
  usePositionsQuery,
} from './figures.tsx';
import { TradeButton } from './public/trade-button.tsx';

/** What the customer holds, with what it is worth and what comes next. */
export function Holdings() {
  const query = usePositionsQuery(readPositions, { query: {} });
  const renderActions = ({ symbol, shares }: Holding) => (
    <>
      <TradeButton draft={{ side: 'sell', symbol, shares }} label="Sell" row={symbol} />
      <TradeButton draft={{ symbol }} label="Buy" row={symbol} />
    </>
  );
  return (
    <QueryResult query={query} loading="Loading your holdings...">
      {(positions) =>
        positions.holdings.length === 0 ? (
          <EmptyState title="You hold nothing yet">
            Add what you bought, import a file of your broker, or begin with an opening balance. What you have
            sold is among the closed trades.
          </EmptyState>
        ) : (
          <HoldingTables positions={positions} renderActions={renderActions} />
        )
      }
    </QueryResult>
  );
}

interface HoldingTablesProps {
  positions: Positions;
  renderActions?: (holding: Holding) => Elements;
}

/** The holdings with their totals, and by sector. */
export function HoldingTables({ positions, renderActions }: HoldingTablesProps) {
  const { as_of, holdings, totals, unpriced, excess_sales } = positions;
  const partly = unpriced.length > 0 ? `without ${unpriced.join(', ')}` : undefined;
  const sectors = sumBySector(holdings);
  return (
    <>
      <Totals
        items={[
          ['Value (Rs.)', <Amount key="value" value={totals.value} />, partly],
          ['Cost (Rs.)', <Amount key="cost" value={totals.cost} />, METHOD],
          ['Unrealized gain', <Gain key="unrealized" amount={totals.unrealized} />, partly ?? METHOD],
          ['Gain of the day', <Gain key="day" amount={totals.day_change} />, 'of shares traded that day'],
          ['Realized gain', <Gain key="realized" amount={totals.realized} />, METHOD],
          ['Dividends (Rs.)', <Amount key="income" value={totals.income_gross} />, 'before tax'],
        ]}
      />
      {excess_sales > 0 && (
        <Notice tone="warning" title="Sales that exceed what you held" className="mb-4">
          {`${excess_sales} of your sales sell more shares than you held on their date, since a corporate action or a trade has changed. They are marked among your trades. Shares without a purchase are in no gain.`}
        </Notice>
      )}
      <TableSection
        title={`Holdings on ${formatShortDate(as_of)}`}
        description={`In rupees (Rs.), at the last close, without cash. The average cost is that of the open lots (${METHOD}), with the costs of purchases. Gains are before taxes.`}
        rows={holdings}
        getKey={({ symbol }) => symbol}
        columns={{
          Company: CompanyCell,
          'Shares, average cost': ({ shares, average_cost }) => (
            <>
              <Figure>{formatCount(shares)}</Figure>
              <Figure className="block text-xs text-muted">{`at ${formatAmount(average_cost)}`}</Figure>
            </>
          ),
          'Last close': (holding) => <Close holding={holding} asOf={as_of} />,
          Value: ({ value, share_of_value: part }) => (
            <>
              <Amount value={value} />
              <Figure className="block text-xs text-muted">
                {part !== null && `${formatPercent(part).replace('+', '')} of all`}
              </Figure>
            </>
          ),
          'Unrealized gain': (holding) => (
            <Gain amount={holding.unrealized} fraction={holding.unrealized_fraction} />
          ),
          'Gain of the day': showGain('day_change'),
        }}
        numeric={['Shares, average cost', 'Last close', 'Value', 'Unrealized gain', 'Gain of the day']}
        actions={renderActions}
        isDense
      />
      {sectors.length > 1 && (
        <TableSection
          title="By sector"
          className="mt-8 max-w-lg"
          rows={sectors}
          getKey={({ sector }) => sector}
          columns={{
            Sector: ({ sector }) => sector,
            Value: showAmount('value'),
            'Of all': ({ part }) => <Figure>{`${(part * 100).toFixed(2)}%`}</Figure>,
          }}
          numeric={['Value', 'Of all']}
          isDense
        />
      )}
    </>
  );
}

/** The company with what is ahead, and its lots. */
function CompanyCell({ symbol, name, status_note, next_ex_date, next_meeting, lots }: Holding) {
  const { first, others } = listFirstLots(lots);
  return (
    <>
      <Company symbol={symbol} />
      <span className="block text-xs text-muted">
        {name !== symbol && <span className="block">{name}</span>}
        {next_ex_date && <span className="block">{`Next ex-date ${formatShortDate(next_ex_date)}`}</span>}
        {next_meeting && <span className="block">{`Board meeting ${formatShortDate(next_meeting)}`}</span>}
        <span className="block text-warning">{status_note}</span>
      </span>
      <details className="text-xs">
        <summary className="inline-flex min-h-8 items-center">
          <span className="link">{lots.length === 1 ? '1 lot' : `${formatCount(lots.length)} lots`}</span>
        </summary>
        <ul>
          {first.map(({ date, shares, cost }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a lot is identified by its place
            <li key={index}>
              <Figures>{`${formatShortDate(date)}: ${formatCount(shares)} shares, cost ${formatAmount(cost)}`}</Figures>
            </li>
          ))}
          {others && <li>{others}</li>}
        </ul>
      </details>
    </>
  );
}

/** A close that is older than a long weekend. */
const OLD_DAYS = 5;

/** The last close with its date, and its age if it is old. */
function Close({ holding, asOf }: { holding: Holding; asOf: LocalDate }) {
  const { close, close_date, is_close_adjusted } = holding;
  if (close === null || close_date === null) return <span>No price</span>;
  const age = countDays(close_date, asOf);
  return (
    <>
      <Amount value={close} />
      <time dateTime={close_date} className="block text-xs text-muted">
        {formatShortDate(close_date)}
      </time>
      <span className="block text-xs font-semibold text-warning">{age > OLD_DAYS && `${age} days old`}</span>
      <span className="block text-xs text-muted">{is_close_adjusted && 'adjusted'}</span>
    </>
  );
}

/** Adds up the values of sectors in paisa, the largest first. Holdings without a price count nothing. */
export function sumBySector(holdings: readonly Pick<Holding, 'sector' | 'value'>[]) {
  const sums = new Map<string, number>();
  for (const { sector, value } of holdings) {
    const name = sector ?? 'No sector';
    if (value !== null) sums.set(name, (sums.get(name) ?? 0) + Math.round(Number(value) * 100));
  }
  const total = [...sums.values()].reduce((sum, value) => sum + value, 0);
  return [...sums]
    .sort(([, a], [, b]) => b - a)
    .map(([sector, sum]) => ({ sector, value: (sum / 100).toFixed(2), part: total > 0 ? sum / total : 0 }));
}
