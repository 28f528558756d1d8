import { Link } from 'react-router';
import { formatShortDate } from '#core/contract/dates.ts';
import { paths } from '#core/contract/paths.ts';
import { Figure } from '#core/web/ui/figure.tsx';
import { readPositions } from '#features/positions/contract/positions.ts';
import { formatRupees, Gain, usePositionsQuery } from '#features/positions/web/figures.tsx';

/** One line about what the signed-in customer holds: its value, the gain of the day and the next ex-date. */
export function TodayLine() {
  const { data, error } = usePositionsQuery(readPositions, { query: {} });
  const holdings = data?.holdings ?? [];
  const closeDate = holdings
    .flatMap(({ close_date }) => close_date ?? [])
    .toSorted()
    .at(-1);
  const [exDate] = holdings
    .flatMap(({ symbol, next_ex_date }) => (next_ex_date ? `${next_ex_date} ${symbol}` : []))
    .toSorted();
  const [date = '', symbol] = exDate?.split(' ') ?? [];
  return (
    <>
      <Link to={paths.positions} className="link">
        My Positions
      </Link>
      {error && <span>could not be loaded</span>}
      {data && holdings.length === 0 && <span className="text-muted">nothing is held</span>}
      {data?.totals.value && closeDate && (
        <>
          <Figure>{formatRupees(data.totals.value)}</Figure>
          <Gain amount={data.totals.day_change} />
          <span className="text-muted">{`at the close of ${formatShortDate(closeDate)}`}</span>
        </>
      )}
      {symbol && (
        <span>
          <span translate="no">{symbol}</span> <span>{`ex-date ${formatShortDate(date)}`}</span>
        </span>
      )}
    </>
  );
}
