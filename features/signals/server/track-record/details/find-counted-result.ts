import type { Queryable } from '#core/server/platform/database.ts';
import type { TradingCalendar } from '#features/market/server/market.ts';
import type {
  AppliedDecision,
  SignalReport,
} from '#features/signals/contract/track-record/signal-details.ts';
import { listFreeVoids } from '#features/signals/server/track-record/decisions/free-voids.ts';
import type {
  DecisionRow,
  OutcomeRow,
} from '#features/signals/server/track-record/outcomes/outcomes.queries.ts';
import {
  getRisk,
  isNotFilled,
  isOverrideCounted,
} from '#features/signals/server/track-record/performance/signal-result.ts';

interface DecidedSignal {
  id: string;
  /** That of the first version, like the levels. */
  symbol: string;
  publishedAt: Date;
  levels: Pick<SignalReport['signal']['published_levels'], 'entry_price' | 'stop_loss'>;
}

/** Returns which result of a signal with a decision the statistics count. */
export async function findCountedResult(
  db: Queryable,
  { id, symbol, publishedAt, levels }: DecidedSignal,
  {
    decision,
    outcome,
    calendar,
    costUnits,
  }: {
    decision: DecisionRow;
    outcome: OutcomeRow | undefined;
    calendar: TradingCalendar;
    costUnits: number;
  },
): Promise<AppliedDecision['counts']> {
  if (decision.kind === 'void') {
    const { decidedAt, voidEffect } = decision;
    const times = { publishedAtMs: publishedAt.getTime(), decidedAtMs: decidedAt.getTime() };
    const voided = { id, symbol, ...times, voidEffect };
    return (await listFreeVoids(db, [voided], calendar)).has(id) ? 'nothing' : 'evaluated';
  }
  if (!outcome || (outcome.state !== 'closed' && !isNotFilled(outcome))) return 'nothing';
  return isOverrideCounted(outcome, decision, { risk: getRisk(levels), costUnits }) ? 'entered' : 'evaluated';
}
