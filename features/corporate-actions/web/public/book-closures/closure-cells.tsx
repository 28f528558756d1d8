import { formatShortDate, type LocalDate } from '#core/contract/dates.ts';
import { Badge } from '#core/web/ui/badge.tsx';
import { Figures } from '#core/web/ui/figure.tsx';
import type { BookClosure, PayoutPart } from '#features/corporate-actions/contract/book-closures.ts';

export function Payout({ closure }: { closure: BookClosure }) {
  return (
    <div>
      <span className="font-medium">
        <Figures>{closure.payout || 'Not stated'}</Figures>
      </span>
      {describePayout(closure).map((line) => (
        <span key={line} className="block text-muted">
          <Figures>{line}</Figures>
        </span>
      ))}
    </div>
  );
}

export function ClosureStatus({
  closure: { is_active, is_upcoming, bc_from, bc_to, earlier },
}: {
  closure: BookClosure;
}) {
  return (
    <div>
      {is_active && <Badge variant="active">Active</Badge>}
      {!is_active && is_upcoming && <Badge variant="outline">Upcoming</Badge>}
      {!is_active && !is_upcoming && <Badge variant="muted">Closed</Badge>}
      <span className="mt-1 block text-muted">
        <ClosureRange from={bc_from} to={bc_to} />
      </span>
      {earlier.map((before) => (
        <span key={`${before.bc_from} ${before.payout}`} className="block text-muted">
          Revised, before: <ClosureRange from={before.bc_from} to={before.bc_to} />
          <Figures>{before.payout === '' ? '' : `, ${before.payout}`}</Figures>
        </span>
      ))}
    </div>
  );
}

function ClosureRange({ from, to }: { from: LocalDate; to: LocalDate | null }) {
  return (
    <span>
      <span>{to === null && 'From '}</span>
      <ShortDate date={from} />
      {to !== null && to !== from && (
        <>
          <span>{' to '}</span>
          <ShortDate date={to} />
        </>
      )}
    </span>
  );
}

/** The cells of the last buying day and of the ex-date. On narrow screens they show their labels. */
export function ClosureDates({ closure, className }: { closure: BookClosure; className: string }) {
  const { last_buying_day, ex_date, is_ex_date_estimated, depends_on_tentative_holiday, date_reasons } =
    closure;
  const dates = [
    // The last buying day is calculated even from a published ex-date.
    { label: 'Last buying day', date: last_buying_day, isTentative: depends_on_tentative_holiday },
    { label: 'Ex-date', date: ex_date, isTentative: is_ex_date_estimated && depends_on_tentative_holiday },
  ];
  return dates.map(({ label, date, isTentative }) => (
    <td key={label} data-label={label} className={className}>
      <div>
        <ShortDate date={date} />
        {is_ex_date_estimated && <span className="text-muted lg:block"> estimated</span>}
        {isTentative && <span className="block text-warning">depends on a tentative holiday</span>}
        {date === last_buying_day && <DateReasons reasons={date_reasons} />}
      </div>
    </td>
  ));
}

/** Why the dates of a closure are not those of an ordinary week. */
export function DateReasons({ reasons }: { reasons: readonly string[] }) {
  if (reasons.length === 0) return null;
  return (
    <details className="text-muted">
      <summary className="cursor-pointer">Why</summary>
      <ul className="mt-1 grid gap-1">
        {reasons.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
    </details>
  );
}

export function ShortDate({ date }: { date: LocalDate }) {
  return (
    <time dateTime={date} className="figures">
      {formatShortDate(date)}
    </time>
  );
}

/** Describes a payout to shareholders: one line for all cash, and one for each bonus and right. */
export function describePayout({
  payouts,
  rupees_per_share,
  is_face_value_assumed,
}: Pick<BookClosure, 'payouts' | 'rupees_per_share' | 'is_face_value_assumed'>): string[] {
  const cash = payouts.filter(({ kind }) => kind === 'cash');
  const shares = payouts.filter(({ kind }) => kind !== 'cash').map(describeShares);
  if (rupees_per_share === null) return shares;
  const assumed = is_face_value_assumed ? ', assuming face value Rs. 10' : '';
  return [`Rs. ${rupees_per_share} a share${describePeriods(cash)}${assumed}`, ...shares];
}

/** Returns the periods, such as `final` or `3rd interim`, if all parts have one. */
function describePeriods(parts: PayoutPart[]): string {
  const named = [...new Set(parts.map(({ period }) => period))];
  if (named.length === 0 || named.includes(null)) return '';
  return ` (${named.map((period) => (typeof period === 'number' ? `${toOrdinal(period)} interim` : period)).join(' and ')})`;
}

const ORDINALS = ['1st', '2nd', '3rd'];
const toOrdinal = (number: number) => ORDINALS[number - 1] ?? `${number}th`;

function describeShares({ kind, percent, premium_per_share }: PayoutPart): string {
  const premium = premium_per_share === null ? '' : ` at a premium of Rs. ${premium_per_share}`;
  // Only cash is announced as an amount instead of a percentage.
  return `${percent}% ${kind}: ${describeRatio(percent ?? '0')}${premium}`;
}

/** Above this number of shares the percentage is easier to understand. */
const MAX_SHARES = 100;

/** Describes a percentage in whole shares: 20 % is 1 share for every 5. */
function describeRatio(percent: string): string {
  const [whole = '', decimals = ''] = percent.split('.');
  const [got, held] = [Number(whole + decimals), 100 * 10 ** decimals.length];
  const divisor = greatestCommonDivisor(got, held);
  const [gets, holds] = [got / divisor, held / divisor];
  if (holds > MAX_SHARES) return `${percent} shares for every 100`;
  return `${gets} ${gets === 1 ? 'share' : 'shares'} for every ${holds === 1 ? 'one' : holds}`;
}

const greatestCommonDivisor = (a: number, b: number): number =>
  b === 0 ? a : greatestCommonDivisor(b, a % b);
