import { Link } from 'react-router';
import type { BookClosure } from '#contract/corporate-actions/book-closures.ts';
import type { LastBuyingDay } from '#contract/corporate-actions/last-buying-days.ts';
import { formatTimestampWithWeekday, type LocalDate } from '#contract/dates.ts';
import { ShortDate } from '#web/routes/book-closures/closure-cells.tsx';
import { closureList } from '#web/routes/book-closures/filters.ts';

/** One last buying day, with the closures to buy for. */
export function BuyingDay({ day, today }: { day: LastBuyingDay; today: LocalDate }) {
  const { ex_date, trading_ends_at, closures, count } = day;
  const url = closureList.toUrl({ ...closureList.noFilters, ex_date_from: ex_date, ex_date_to: ex_date });
  return (
    <li className="w-72 max-w-[85%] shrink-0 snap-start rounded-box border border-line bg-surface p-3 text-sm lg:w-auto lg:max-w-none">
      <h3 className="flex flex-wrap items-baseline justify-between gap-x-3">
        <Link to={url} className="link font-semibold">
          <time dateTime={trading_ends_at} className="figures">
            {formatTimestampWithWeekday(trading_ends_at)}
          </time>
        </Link>
        <span className="font-normal">{describeDistance(day.last_buying_day, today)}</span>
      </h3>
      <p className="text-muted">
        Ex-date <ShortDate date={ex_date} />
        {day.is_ex_date_estimated && ', estimated'}
      </p>
      {day.depends_on_tentative_holiday && <p className="text-warning">depends on a tentative holiday</p>}
      <ul className="mt-2 border-t border-line pt-2">
        {closures.map((closure) => (
          <Payout key={closure.id} closure={closure} />
        ))}
      </ul>
      {count > closures.length && (
        <Link to={url} className="link">
          {count - closures.length} more
        </Link>
      )}
    </li>
  );
}

function Payout({ closure }: { closure: BookClosure }) {
  const { symbol, company_name, bc_from } = closure;
  const company = symbol === null ? { company_name: [company_name] } : { symbol: [symbol] };
  const url = closureList.toUrl({
    ...closureList.noFilters,
    ...company,
    from_date: bc_from,
    to_date: bc_from,
  });
  return (
    <li className="flex gap-2 py-0.5">
      <Link to={url} className="flex min-w-0 flex-1 gap-2">
        {symbol !== null && <span className="link font-medium">{symbol}</span>}
        <span className={`truncate ${symbol === null ? 'link' : 'text-muted'}`}>{company_name}</span>
      </Link>
      <span className="max-w-3/4 shrink-0 text-right wrap-anywhere tabular-nums">
        {summarizePayout(closure)}
      </span>
    </li>
  );
}

const DAY_MS = 86_400_000;

function describeDistance(date: LocalDate, today: LocalDate): string {
  const days = (Date.parse(date) - Date.parse(today)) / DAY_MS;
  return ['Today', 'Tomorrow'][days] ?? `In ${days} days`;
}

type Payout = Pick<BookClosure, 'payout' | 'payouts' | 'rupees_per_share' | 'is_face_value_assumed'>;

/** Summarizes a payout, `Rs. 25.00 + 10% bonus`; as announced if its parts or its amount are not certain. */
export function summarizePayout({
  payout,
  payouts,
  rupees_per_share,
  is_face_value_assumed,
}: Payout): string {
  const cash = rupees_per_share === null ? [] : [`Rs. ${rupees_per_share}`];
  const shares = payouts.flatMap(({ kind, percent }) => (kind === 'cash' ? [] : [`${percent}% ${kind}`]));
  return is_face_value_assumed ? payout : [...cash, ...shares].join(' + ') || payout;
}
