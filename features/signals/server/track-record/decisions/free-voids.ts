import { toKarachiDate } from '#core/contract/dates.ts';
import { MINUTE } from '#core/server/platform/clock.ts';
import type { Queryable } from '#core/server/platform/database.ts';
import { MAX_GAP_SECONDS } from '#features/market/contract/prices.ts';
import { getSessionEnd, getSessionTime, type TradingCalendar } from '#features/market/server/market.ts';
import { listWithoutTrades } from '#features/market/server/prices/prices.ts';
import type { VoidEffect } from '#features/signals/contract/track-record/decisions.ts';

interface Void {
  /** That of the signal. */
  id: string;
  symbol: string;
  publishedAtMs: number;
  decidedAtMs: number;
  /** `null` for voids of earlier releases. */
  voidEffect: VoidEffect | null;
}

/** A void in session that is decided later is not free: intraday prices may be imported afterwards, and chosen. */
const MAX_IN_SESSION_MS = MAX_GAP_SECONDS * 1000;

/**
 * Returns the IDs of the signals that were voided before they could first have been filled: before the open of their first day, or, if they
 * were published in session, before the next intraday price. Without the intraday prices of that day, they may have been filled at once.
 */
export async function listFreeVoids(
  db: Queryable,
  voids: readonly Void[],
  calendar: TradingCalendar,
): Promise<Set<string>> {
  // Stored, so that no later change of the calendar chooses which voids are free.
  const effects = Map.groupBy(voids, (each) => each.voidEffect ?? getVoidEffect(each, calendar));
  const free = (effects.get('removed') ?? []).map(({ id }) => id);
  const inSession = (effects.get('by_intraday_prices') ?? []).map((each) => {
    const close = getSessionEnd(new Date(each.publishedAtMs), calendar);
    return {
      id: each.id,
      symbol: each.symbol,
      date: toKarachiDate(close),
      // A price of the minute of the publication may be from after it.
      from: Math.floor(each.publishedAtMs / MINUTE) * 60,
      until: Math.floor(each.decidedAtMs / 1000),
      close: close.getTime() / 1000,
    };
  });
  return new Set([...free, ...(await listWithoutTrades(db, inSession))]);
}

/** Returns what a void does to the result of a signal. */
export function getVoidEffect(
  { publishedAtMs, decidedAtMs }: Pick<Void, 'publishedAtMs' | 'decidedAtMs'>,
  calendar: TradingCalendar,
): VoidEffect {
  const close = getSessionEnd(new Date(publishedAtMs), calendar);
  const open = getSessionTime(toKarachiDate(close), 0, calendar)?.getTime() ?? publishedAtMs;
  if (publishedAtMs < open) return decidedAtMs < open ? 'removed' : 'kept';
  const latest = Math.min(close.getTime(), publishedAtMs + MAX_IN_SESSION_MS);
  return decidedAtMs < latest ? 'by_intraday_prices' : 'kept';
}
