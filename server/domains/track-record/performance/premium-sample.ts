import type { PremiumSample } from '#contract/track-record/premium-sample.ts';
import { listFirstVersions } from '#server/domains/signals/signals.ts';
import { UNITS_PER_R } from '#server/domains/track-record/statistics/calculate-statistics.ts';
import type { Queryable } from '#server/platform/database.ts';
import type { SignalResult } from './signal-result.ts';

/** Reads the premium signal that ended last of those whose results are public. A voided one has no result. */
export async function readNewestPremium(
  db: Queryable,
  results: readonly SignalResult[],
): Promise<PremiumSample | null> {
  const newest = results
    .filter(({ signalType, decision }) => signalType !== 'intraday' && decision?.kind !== 'void')
    .reduce<SignalResult | null>((last, each) => (last && isLater(last, each) ? last : each), null);
  const published = newest && (await listFirstVersions(db, [newest.id])).get(newest.id);
  if (!newest?.endedOn || !published) return null;
  const { id, signalType, symbol, side, publishedOn, endedOn, evaluation, costInR } = newest;
  const outcome = getOutcome(newest);
  const hasResult = outcome === 'closed' || outcome === 'overridden';
  return {
    id,
    signal_type: signalType,
    symbol,
    side,
    entry_price: published.entry_price,
    stop_loss: published.stop_loss,
    target_points: published.target_points,
    published_on: publishedOn,
    ended_on: endedOn,
    is_deleted: newest.isDeleted,
    outcome,
    r_multiple: hasResult ? (((evaluation.r ?? 0) - costInR) / UNITS_PER_R).toFixed(2) : null,
  };
}

/** Of two that ended on one date, the one that was published later is the newer one. */
const isLater = (a: SignalResult, b: SignalResult) =>
  (a.endedOn ?? '') === (b.endedOn ?? '')
    ? a.publishedAtMs >= b.publishedAtMs
    : (a.endedOn ?? '') > (b.endedOn ?? '');

function getOutcome({ decision, evaluation: { state, reason } }: SignalResult): PremiumSample['outcome'] {
  if (decision) return 'overridden';
  if (state === 'closed') return 'closed';
  const isUnproven = state === 'not_measurable' || reason === 'unproven' || reason === 'no_prices';
  return isUnproven ? 'not_measurable' : 'not_filled';
}
