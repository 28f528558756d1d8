import { and, asc, eq, gt } from 'drizzle-orm';
import { readTradingCalendar } from '#server/domains/market/market.ts';
import { EVALUATOR_VERSION } from '#server/domains/track-record/evaluation/evaluate-signal.ts';
import { evaluateBatch } from '#server/domains/track-record/outcomes/evaluate-signals.ts';
import { readEvaluationState } from '#server/domains/track-record/outcomes/outcomes.queries.ts';
import { createSignalConverter } from '#server/domains/track-record/outcomes/to-evaluated-signal.ts';
import {
  evaluationChanges,
  signalEvaluations,
  signalMarks,
} from '#server/domains/track-record/track-record.tables.ts';
import { isOneOf } from '#server/platform/database/parameters.ts';
import type { Queryable } from '#server/platform/database.ts';

const BATCH_SIGNALS = 200;

/**
 * Evaluates every signal again with the prices, adjustments and the calendar in the database, and yields a sentence for each whose last
 * outcome or mark is another, or used other inputs. Signals that wait for their evaluation are left out; while changes wait that a server
 * has not assigned to signals, all are.
 */
export async function* compareEvaluations(db: Queryable): AsyncGenerator<string> {
  const state = await readEvaluationState(db);
  const [waiting] = await db.select().from(evaluationChanges).limit(1);
  if (!state || waiting) return;
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
