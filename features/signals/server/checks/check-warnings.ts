import { type LocalDate, toKarachiDate } from '#core/contract/dates.ts';
import type { Queryable } from '#core/server/platform/database.ts';
import type { Dependencies } from '#dependencies.ts';
import {
  COMPANY_CHANGES,
  cacheTradingCalendar,
  describeTradingStop,
  findStatusEdit,
  getPreviousTradingDay,
  isInDirectory,
  type TradingCalendar,
} from '#features/market/server/market.ts';
import { findLastTraded, getReferenceClose } from '#features/market/server/prices/prices.ts';
import { calculatePriceLimits } from '#features/signals/contract/levels/price-limits.ts';
import type { DisclosedSignal } from '#features/signals/contract/publishing/disclosure.ts';
import {
  type CheckedSignal,
  listSignalWarnings,
  type SignalChecks,
  type SignalWarning,
} from '#features/signals/contract/publishing/signal-warnings.ts';
import { getTradingDate } from '#features/signals/server/expiry.ts';
import { toLevels, type toSignalColumns } from '#features/signals/server/present-signal.ts';
import { signalWarnings } from '#features/signals/server/signals.errors.ts';
import type { SignalRow } from '#features/signals/server/signals.queries.ts';

/** The warnings that an administrator overrode, and why. Without warnings, the reason is why the signal was closed. */
export interface Override {
  reason: string;
  warnings: SignalWarning[];
}

/**
 * Checks a signal whose levels are valid; `published` is the signal before an edit. Returns `null` without warnings, and what
 * was overridden if a reason is given. Throws `signalWarnings` otherwise.
 */
export async function checkWarnings(
  db: Queryable,
  {
    signal,
    published,
    reason,
    disclosure = [],
  }: {
    signal: CheckedSignal;
    published: SignalRow | null;
    reason?: string | undefined;
    /** What a new signal does not disclose. */
    disclosure?: readonly SignalWarning[];
  },
  context: ChecksContext,
): Promise<Override | null> {
  const before = published && toChecked(published);
  const checks = await readSignalChecks(db, signal.symbol, context);
  const warnings = [...listSignalWarnings(signal, before, checks), ...disclosure];
  if (warnings.length === 0) return null;
  if (reason === undefined) throw signalWarnings(warnings);
  return { reason, warnings };
}

export const toChecked = (row: ReturnType<typeof toSignalColumns>) =>
  ({
    ...toLevels(row),
    symbol: row.symbol,
    signal_type: row.signalType,
    call_status: row.callStatus,
    analyst_name: row.analystName,
    analyst_registration: row.analystRegistration,
    rationale: row.rationale,
    disclosures: row.disclosures,
  }) satisfies CheckedSignal & DisclosedSignal;

export interface ChecksContext {
  calendar: TradingCalendar;
  minRewardToRisk: string;
  isDisclosureRequired: boolean;
  now: Date;
}

/** Returns a function that reads what signals are checked with now. */
export function createChecksContext({
  config: { minRewardToRisk, isDisclosureRequired },
  database,
  clock,
}: Pick<Dependencies, 'config' | 'database' | 'clock'>): () => Promise<ChecksContext> {
  const getCalendar = cacheTradingCalendar(database);
  return async () => ({
    calendar: await getCalendar(),
    minRewardToRisk,
    isDisclosureRequired,
    now: clock.now(),
  });
}

/** Reads the facts that a signal of a symbol is checked against. Its trading day is today until the market closes. */
export async function readSignalChecks(
  db: Queryable,
  symbol: string,
  { calendar, minRewardToRisk, now }: Omit<ChecksContext, 'isDisclosureRequired'>,
): Promise<SignalChecks> {
  const tradingDate = getTradingDate(now, calendar);
  const { holidays } = calendar;
  const reference = await getReferenceClose(db, symbol, { date: tradingDate, holidays });
  return {
    symbol,
    is_listed: await isInDirectory(db, symbol),
    not_traded: await findTradingStop(db, symbol, toKarachiDate(now)),
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

/** Returns what the directory says about a share that is not traded; `null` for others. Prices show that a suspension of the table is over. */
async function findTradingStop(db: Queryable, symbol: string, today: LocalDate): Promise<string | null> {
  const edit = await findStatusEdit(db, symbol);
  const change = COMPANY_CHANGES.get(symbol) ?? null;
  const isCorrectable = edit === null && change?.kind === 'suspended';
  const lastTraded = isCorrectable ? await findLastTraded(db, symbol) : null;
  return describeTradingStop({ edit, change, trading: { lastTraded, market: null, today } });
}
