import { formatShortDate } from '#core/contract/dates.ts';
import type { BoardMeeting } from '#features/corporate-actions/contract/board-meetings.ts';

/** Says from which dates a meeting was moved, or that it has no new date yet. */
export function MeetingMoves({ meeting }: { meeting: BoardMeeting }) {
  const { is_postponed, earlier_dates } = meeting;
  return (
    <>
      {is_postponed && (
        <span className="block text-warning">Postponed or canceled. No new date is announced.</span>
      )}
      {earlier_dates.length > 0 && (
        <span className="block text-muted">
          {`Postponed from ${earlier_dates.map(formatShortDate).join(', ')}`}
        </span>
      )}
    </>
  );
}
