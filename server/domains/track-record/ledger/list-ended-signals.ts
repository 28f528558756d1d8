import { and, isNotNull } from 'drizzle-orm';
import { addDays, type LocalDate, toKarachiDate } from '#contract/dates.ts';
import { SIGNAL_TYPES } from '#contract/signals/signal-types.ts';
import {
  getPreviousTradingDay,
  getSessionEnd,
  readTradingCalendar,
  type TradingCalendar,
} from '#server/domains/market/market.ts';
import { type SealedSignal, TERMS } from '#server/domains/signals/signals.ts';
import { listDecidedSignals } from '#server/domains/track-record/outcomes/outcomes.queries.ts';
import { createReleaseCheck } from '#server/domains/track-record/performance/release.ts';
import { signalResults } from '#server/domains/track-record/track-record.tables.ts';
import { addMilliseconds, DAY } from '#server/platform/clock.ts';
import { isOneOf } from '#server/platform/database/parameters.ts';
import type { Queryable } from '#server/platform/database.ts';

/** A signal without prices is not evaluated. So many days after its time limit it is released nevertheless. */
const GRACE_DAYS = 14;

/**
 * Returns those of the signals that ended long enough ago to be public: by their evaluation, by the decision that applies to them, or by
 * the time limit of their type and 14 days.
 */
export async function listEndedSignals(
  db: Queryable,
  signals: readonly SealedSignal[],
  terms: { now: Date; releaseDays: number },
): Promise<string[]> {
  const { now, releaseDays } = terms;
  const ids = signals.map(({ id }) => id);
  if (ids.length === 0) return [];
  const decided = await listDecidedSignals(db, ids, addMilliseconds(now, -releaseDays * DAY));
  const isReleased = createReleaseCheck(terms);
  const { signalId, signalType, endedOn } = signalResults;
  const results = await db
    .select({ signalId, signalType, endedOn })
    .from(signalResults)
    .where(and(isOneOf(signalId, ids), isNotNull(endedOn)));
  const calendar = await readTradingCalendar(db);
  const limitedBefore = addDays(toKarachiDate(now), -releaseDays - GRACE_DAYS);
  const lastFirstDays = new Map(
    SIGNAL_TYPES.map((type) => [type, subtractTradingDays(limitedBefore, TERMS[type].limit, calendar)]),
  );
  const isOverdue = ({ signalType: type, createdAt }: SealedSignal) =>
    toKarachiDate(getSessionEnd(createdAt, calendar)) <= (lastFirstDays.get(type) ?? '');
  return [
    ...decided,
    ...results.filter(isReleased).map((row) => row.signalId),
    ...signals.filter(isOverdue).map(({ id }) => id),
  ];
}

function subtractTradingDays(from: LocalDate, count: number, { holidays }: TradingCalendar): LocalDate {
  let date = from;
  for (let day = 0; day < count; day += 1) date = getPreviousTradingDay(date, holidays);
  return date;
}
