import { and, asc, eq, gt } from 'drizzle-orm';
import { formatTime } from '#core/server/platform/checks/checks.ts';
import { isOneOf } from '#core/server/platform/database/parameters.ts';
import type { Queryable } from '#core/server/platform/database.ts';
import { readTradingCalendar } from '#features/market/server/market.ts';
import { EVALUATOR_VERSION } from '#features/signals/server/track-record/evaluation/evaluate-signal.ts';
import { countDueSignals } from '#features/signals/server/track-record/outcomes/due-signals.queries.ts';
import { evaluateBatch } from '#features/signals/server/track-record/outcomes/evaluate-signals.ts';
import { readEvaluationState } from '#features/signals/server/track-record/outcomes/outcomes.queries.ts';
import { createSignalConverter } from '#features/signals/server/track-record/outcomes/to-evaluated-signal.ts';
import {
  evaluationChanges,
  signalEvaluations,
  signalMarks,
} from '#features/signals/server/track-record/track-record.tables.ts';

const BATCH_SIGNALS = 200;

/**
 * Returns a sentence if changes, new prices or the rules of a new release are not evaluated yet. Until then outcomes differ from what
 * their inputs say, and ended signals are not public.
 */
export async function describePendingEvaluation(db: Queryable): Promise<string | null> {
  const state = await readEvaluationState(db);
  if (!state) return null;
  const due = (await countDueSignals(db)).reduce((sum, symbol) => sum + symbol.due, 0);
  const [waiting] = await db.select().from(evaluationChanges).limit(1);
  if (due === 0 && !waiting && state.markedUntil === state.pricesUntil) return null;
  const signals = due === 0 ? 'Signals' : due === 1 ? '1 signal' : `${due} signals`;
  const since = `The last evaluation began on ${formatTime(state.evaluatedAt)}.`;
  return `${signals} must be evaluated first, which a running server does within minutes. ${since} Outcomes were not compared with prices: verify again when that is done.`;
}

/**
 * Evaluates every signal again with the prices, adjustments and the calendar in the database, and yields a sentence for each whose last
 * outcome or mark is another, or used other inputs; none while an evaluation is pending.
 */
export async function* compareEvaluations(db: Queryable): AsyncGenerator<string> {
  const state = await readEvaluationState(db);
  if (!state || (await describePendingEvaluation(db)) !== null) return;
  const calendar = await readTradingCalendar(db);
  const converter = createSignalConverter(calendar);
  const run = { calendar, pricesUntil: state.pricesUntil, now: state.evaluatedAt };
  for (let after: string | null = null; ; ) {
    const signalIds = await listEvaluated(db, after);
    after = signalIds.at(-1) ?? null;
    if (after === null) return;
    const marks = await db.select().from(signalMarks).where(isOneOf(signalMarks.signalId, signalIds));
    const stored = new Map(marks.map((mark) => [mark.signalId, mark]));
    for (const { history, row, mark } of await evaluateBatch(db, signalIds, converter, run)) {
      if (row?.isCorrected)
        yield `The prices, adjustments or trading days of signal ${history.id} are not those of its last outcome.`;
      else if (row) yield `Signal ${history.id} was evaluated otherwise than its prices and the rules say.`;
      const { date, price, rMultiple, percent } = stored.get(history.id) ?? {};
      if (
        [date, price, rMultiple, percent].join() !==
        [mark?.date, mark?.price, mark?.rMultiple, mark?.percent].join()
      )
        yield `The mark of signal ${history.id} is not that of the last close.`;
    }
  }
}

async function listEvaluated(db: Queryable, after: string | null): Promise<string[]> {
  const { signalId, evaluatorVersion } = signalEvaluations;
  const rows = await db
    .select({ signalId })
    .from(signalEvaluations)
    .where(and(eq(evaluatorVersion, EVALUATOR_VERSION), after === null ? undefined : gt(signalId, after)))
    .orderBy(asc(signalId))
    .limit(BATCH_SIGNALS);
  return rows.map((row) => row.signalId);
}
