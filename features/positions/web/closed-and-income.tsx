import { useMemo, useState } from 'react';
import { formatShortDate, MONTHS } from '#core/contract/dates.ts';
import { RowAction } from '#core/web/admin/row-action.tsx';
import { TableSection } from '#core/web/admin/table-section.tsx';
import { DataTable } from '#core/web/ui/data-table.tsx';
import { QueryResult } from '#core/web/ui/feedback/query-result.tsx';
import { Figures } from '#core/web/ui/figure.tsx';
import { formatCount } from '#core/web/ui/format-count.ts';
import {
  type ClosedTrade,
  type Income,
  type Positions,
  readPositions,
} from '#features/positions/contract/positions.ts';
import { ActionDialog } from './actions.tsx';
import {
  Amount,
  Company,
  countDays,
  Gain,
  METHOD,
  SignalLink,
  showAmount,
  showDate,
  showShares,
  Totals,
  useFirstRows,
  usePositionsQuery,
} from './figures.tsx';

/** What was sold, with the realized gain of each lot. */
export function ClosedTrades() {
  const query = usePositionsQuery(readPositions, { query: {} });
  return (
    <QueryResult
      query={{ ...query, data: query.data && { ...query.data, results: query.data.closed } }}
      loading="Loading your closed trades..."
      empty={{ title: 'No closed trades yet', text: 'What you sell is listed here, with its gain.' }}
    >
      {({ totals, closed }) => (
        <>
          <Totals
            items={[
              ['Realized gain', <Gain key="gain" amount={totals.realized} />, `after costs, ${METHOD}`],
              ['Received for fractions (Rs.)', <Amount key="cash" value={totals.cash_in_lieu} />],
            ]}
          />
          <ClosedTable closed={closed} />
        </>
      )}
    </QueryResult>
  );
}

/** Closed lots, the last sale first. */
export function ClosedTable({ closed }: Pick<Positions, 'closed'>) {
  const latestFirst = useMemo(() => closed.map((trade, index) => ({ ...trade, index })).reverse(), [closed]);
  const { first, more } = useFirstRows(latestFirst);
  return (
    <>
      <DataTable
        label="Closed trades"
        rows={first}
        getKey={({ index }) => index}
        columns={{
          Company: ({ symbol, signal_id }) => (
            <>
              <Company symbol={symbol} />
              <SignalLink id={signal_id} />
            </>
          ),
          Held: (trade) => <Figures>{describeTime(trade)}</Figures>,
          Shares: showShares,
          Proceeds: showAmount('proceeds'),
          Cost: showAmount('cost'),
          'Realized gain': ({ realized, r_multiple }) => (
            <>
              <Gain amount={realized} />
              <span className="block text-xs">{r_multiple && <Gain amount={r_multiple} unit="R" />}</span>
            </>
          ),
        }}
        numeric={['Shares', 'Proceeds', 'Cost', 'Realized gain']}
        isDense
      />
      {more}
      <p className="mt-3 text-xs text-muted">
        {`A line for each lot of a sale, in rupees (Rs.), after costs, ${METHOD}. R is the gain divided by the distance from the published entry price of the followed signal to its stop loss.`}
      </p>
    </>
  );
}

/** Describes when a lot was held, and how long. */
function describeTime({ opened_on, closed_on }: ClosedTrade): string {
  const days = countDays(opened_on, closed_on);
  return `${formatShortDate(opened_on)} to ${formatShortDate(closed_on)}, ${formatCount(days)} ${days === 1 ? 'day' : 'days'}`;
}

/** The dividends that were received and those that are announced. */
export function Dividends() {
  const query = usePositionsQuery(readPositions, { query: {} });
  const [entered, setEntered] = useState<Income | null>(null);
  const results = query.data && [...query.data.income, ...query.data.expected_income];
  return (
    <>
      <QueryResult
        query={{ ...query, data: query.data && results && { ...query.data, results } }}
        loading="Loading your dividends..."
        empty={{
          title: 'No dividends yet',
          text: 'Once a company whose shares you hold announces a dividend, it is listed here.',
        }}
      >
        {(positions) => <IncomeTables positions={positions} onEnter={setEntered} />}
      </QueryResult>
      {entered && (
        <ActionDialog
          action={{ key: entered.key, kind: 'cash', title: `Dividend of ${entered.symbol}` }}
          values={{
            withholding: entered.is_estimated ? null : entered.withholding,
            received_on: entered.received_on,
          }}
          onClose={() => setEntered(null)}
        />
      )}
    </>
  );
}

const COLUMNS = {
  Company,
  'Ex-date': showDate('ex_date'),
  Shares: showShares,
  Gross: showAmount('gross'),
  Withholding: ({ withholding, is_estimated, rule }: Income) => (
    <>
      <Amount value={withholding} />
      <span className="block text-xs whitespace-normal text-muted">
        {withholding !== null && is_estimated && `estimate${rule === null ? '' : `, ${rule}`}`}
      </span>
    </>
  ),
  Net: showAmount('net'),
};
const TABLE = {
  numeric: ['Shares', 'Gross', 'Withholding', 'Net'],
  getKey: ({ key }: Income) => key,
  isDense: true,
};

interface IncomeTablesProps {
  positions: Pick<Positions, 'income' | 'expected_income'>;
  onEnter?: (income: Income) => void;
}

/** Dividends by month, those that are expected, and all of them. */
export function IncomeTables({ positions: { income, expected_income }, onEnter }: IncomeTablesProps) {
  const { first, more } = useFirstRows(useMemo(() => income.toReversed(), [income]));
  return (
    <div className="grid gap-8">
      <TableSection
        title="By month"
        description="In rupees (Rs.), by the date of receipt, else by the ex-date. Net amounts are estimates until you enter what was withheld."
        rows={sumByMonth(income, expected_income)}
        getKey={({ month }) => month}
        columns={{
          Month: ({ month }) => `${MONTHS[Number(month.slice(5)) - 1]} ${month.slice(0, 4)}`,
          Gross: showAmount('gross'),
          Net: showAmount('net'),
          Expected: showAmount('expected'),
        }}
        numeric={['Gross', 'Net', 'Expected']}
        isDense
      />
      <TableSection
        title="Expected dividends"
        description="Announced, for the shares that you hold today."
        emptyText="None is announced for your shares."
        columns={COLUMNS}
        rows={expected_income}
        {...TABLE}
      />
      <div>
        <TableSection<Income>
          title="Dividends"
          description="For the shares held at the end of the last buying day."
          emptyText="None yet."
          rows={first}
          columns={{ ...COLUMNS, 'Received on': showDate('received_on') }}
          actions={
            onEnter &&
            ((each) => (
              <RowAction row={`${each.symbol}, ${each.ex_date}`} onClick={() => onEnter(each)}>
                Enter receipt
              </RowAction>
            ))
          }
          {...TABLE}
        />
        {more}
      </div>
    </div>
  );
}

const toPaisa = (amount: string) => Math.round(Number(amount) * 100);

/** Adds up dividends by month, newest first. A month whose net amounts are not all known has none. */
export function sumByMonth(income: readonly Income[], expected: readonly Income[]) {
  const months = new Map<string, { gross: number; net: number; expected: number }>();
  const add = (date: string, gross: number, net: number, ahead: number) => {
    const sums = months.get(date.slice(0, 7)) ?? { gross: 0, net: 0, expected: 0 };
    months.set(date.slice(0, 7), {
      gross: sums.gross + gross,
      net: sums.net + net,
      expected: sums.expected + ahead,
    });
  };
  for (const { received_on, ex_date, gross, net } of income)
    add(received_on ?? ex_date, toPaisa(gross), net === null ? Number.NaN : toPaisa(net), 0);
  for (const { ex_date, gross } of expected) add(ex_date, 0, 0, toPaisa(gross));
  const write = (paisa: number) => (Number.isNaN(paisa) ? null : (paisa / 100).toFixed(2));
  return [...months]
    .sort(([a], [b]) => b.localeCompare(a))
    .map(([month, { gross, net, expected: ahead }]) => ({
      month,
      gross: write(gross),
      net: write(net),
      expected: write(ahead),
    }));
}
