import { toKarachiDate } from '#contract/dates.ts';
import { calculatePriceLimits } from '#contract/signals/price-limits.ts';
import type { SignalChecks } from '#contract/signals/signal-warnings.ts';
import { findCompany, getPreviousTradingDay, type TradingCalendar } from '#server/domains/market/market.ts';
import { getReferenceClose } from '#server/domains/prices/prices.ts';
import { getTradingDate } from '#server/domains/signals/expiry.ts';
import type { Queryable } from '#server/platform/database.ts';

export interface ChecksContext {
  calendar: TradingCalendar;
  minRewardToRisk: string;
  now: Date;
}

/** Reads the facts that a signal of a symbol is checked against. Its trading day is today until the market closes. */
export async function readSignalChecks(
  db: Queryable,
  symbol: string,
  { calendar, minRewardToRisk, now }: ChecksContext,
): Promise<SignalChecks> {
  const tradingDate = getTradingDate(now, calendar);
  const { holidays } = calendar;
  const reference = await getReferenceClose(db, symbol, { date: tradingDate, holidays });
  return {
    symbol,
    is_listed: findCompany(symbol) !== null,
    trading_date: tradingDate,
    is_session_over: tradingDate !== toKarachiDate(now),
    price_limits: reference && {
      ...calculatePriceLimits(reference.referencePrice, tradingDate),
      close: reference.close,
      close_date: reference.date,
      reference_price: reference.referencePrice,
      payouts: reference.payouts.map(({ payout, exDate, isExDateEstimated, isApplied }) => ({
        payout,
        ex_date: exDate,
        is_ex_date_estimated: isExDateEstimated,
        is_applied: isApplied,
      })),
      is_outdated: reference.date < getPreviousTradingDay(tradingDate, holidays),
    },
    min_reward_to_risk: minRewardToRisk,
  };
}
