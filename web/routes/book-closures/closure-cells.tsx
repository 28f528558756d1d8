import type { BookClosure } from '#contract/corporate-actions/book-closures.ts';
import { formatShortDate, type LocalDate } from '#contract/dates.ts';
import { Badge } from '#web/ui/badge.tsx';
import { describePayout } from './describe-payout.ts';

export function Payout({ closure }: { closure: BookClosure }) {
  return (
    <div>
      <span className="font-medium">{closure.payout || 'Not stated'}</span>
      {describePayout(closure).map((line) => (
        <span key={line} className="block text-muted">
          {line}
        </span>
      ))}
    </div>
  );
}

export function ClosureStatus({
  closure: { is_active, is_upcoming, bc_from, bc_to },
}: {
  closure: BookClosure;
}) {
  return (
    <div>
      {is_active && <Badge variant="active">Active</Badge>}
      {!is_active && is_upcoming && <Badge variant="outline">Upcoming</Badge>}
      {!is_active && !is_upcoming && <Badge variant="muted">Closed</Badge>}
      <span className="mt-1 block text-muted">
        {bc_to === null && 'From '}
        <ShortDate date={bc_from} />
        {bc_to !== null && bc_to !== bc_from && (
          <>
            {' to '}
            <ShortDate date={bc_to} />
          </>
        )}
      </span>
    </div>
  );
}

interface EstimatedDateProps {
  date: LocalDate;
  isEstimated: boolean;
  /** A tentative holiday may still change the date. */
  isTentative: boolean;
}

export function EstimatedDate({ date, isEstimated, isTentative }: EstimatedDateProps) {
  return (
    <div>
      <ShortDate date={date} />
      {isEstimated && <span className="text-muted lg:block"> estimated</span>}
      {isTentative && <span className="block text-warning">depends on a tentative holiday</span>}
    </div>
  );
}

export function ShortDate({ date }: { date: LocalDate }) {
  return (
    <time dateTime={date} className="figures">
      {formatShortDate(date)}
    </time>
  );
}
