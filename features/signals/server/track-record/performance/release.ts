import { addDays, type LocalDate, toKarachiDate } from '#core/contract/dates.ts';
import type { SignalType } from '#features/signals/contract/signal-types.ts';
import type {
  DecisionRow,
  OutcomeRow,
} from '#features/signals/server/track-record/outcomes/outcomes.queries.ts';

interface Releasable {
  signalType: SignalType;
  /** The first date on which the signal ended, or `null` if it never did. An evaluation that is open again hides nothing. */
  endedOn: LocalDate | null;
}

interface ReleaseTerms {
  now: Date;
  releaseDays: number;
  /** Signals that ended until then were released by earlier terms, and stay public. */
  releasedUntil: LocalDate | null;
}

/**
 * Returns a function that returns whether a result is public. Intraday signals are public from the start. Of premium signals nothing is,
 * neither in lists nor in numbers, until some days after their end.
 */
export function createReleaseCheck({
  now,
  releaseDays,
  releasedUntil,
}: ReleaseTerms): (releasable: Releasable) => boolean {
  const dueEnd = addDays(toKarachiDate(now), -releaseDays);
  const lastEnd = releasedUntil !== null && releasedUntil > dueEnd ? releasedUntil : dueEnd;
  return ({ signalType, endedOn }) => signalType === 'intraday' || (endedOn !== null && endedOn <= lastEnd);
}

/**
 * Returns the date on which a signal ended: by its evaluation or by the decision that applies to it, whichever was earlier. A
 * decision hides no result that is public, and an evaluation that ends after a decision hides nothing that the decision released.
 */
export const getEndedOn = (
  outcome: Pick<OutcomeRow, 'endedOn'> | undefined,
  decision: Pick<DecisionRow, 'kind' | 'decidedAt'> | null | undefined,
): LocalDate | null => {
  const decidedOn = decision && decision.kind !== 'withdraw' ? toKarachiDate(decision.decidedAt) : null;
  const dates = [outcome?.endedOn ?? null, decidedOn].filter((date) => date !== null);
  return dates.sort()[0] ?? null;
};
