import { formatShortDate } from '#core/contract/dates.ts';
import type { Warning } from '#core/contract/errors.ts';
import { calculateGain, type OrderType } from '#features/signals/contract/levels/levels.ts';
import { formatRupees, type Price, toPaisa } from '#features/signals/contract/levels/price.ts';
import type { PriceLimits } from '#features/signals/contract/levels/price-limits.ts';
import type { SignalType } from '#features/signals/contract/signal-types.ts';

const SIGNAL_WARNING_CODES = [
  'unknown_symbol',
  'not_traded',
  'price_limit',
  'reward_to_risk',
  'rationale_missing',
  'disclosure_missing',
  'analyst_missing',
  'analyst_unlisted',
  'registration_invalid',
] as const;

/** A doubt about a signal that an administrator can override with a reason. Its field `target_points.0` is TP1. */
export interface SignalWarning extends Warning {
  code: (typeof SIGNAL_WARNING_CODES)[number];
}

/** Price limits with what they are calculated from. */
export interface CheckedPriceLimits extends PriceLimits {
  /** As traded. */
  close: Price;
  close_date: string;
  /** The close, or the ex-price after the payouts. */
  reference_price: Price;
  /** The payouts whose ex-date is after the close, up to the trading day. */
  payouts: {
    /** As announced. */
    payout: string;
    ex_date: string;
    is_ex_date_estimated: boolean;
    /** The price after it could be calculated. */
    is_applied: boolean;
  }[];
  /** The close is older than the trading day before. */
  is_outdated: boolean;
}

/** The facts that a signal of a symbol is checked against when it is published or changed. */
export interface SignalChecks {
  symbol: string;
  /** The company directory contains the symbol. */
  is_listed: boolean;
  /** What happened to a share that is not traded, as a sentence without its period; else `null`. */
  not_traded: string | null;
  /** The trading day of a signal that is published now. */
  trading_date: string;
  /** No session is left today, so that it is a later trading day, to which an intraday signal then belongs. */
  is_session_over: boolean;
  /** Those of the trading day; `null` without an imported close. */
  price_limits: CheckedPriceLimits | null;
  /** For example `1.00`. */
  min_reward_to_risk: string;
}

/** The fields of a signal that are checked. `null` is a price that has not been entered yet. */
export interface CheckedSignal {
  symbol: string;
  signal_type: SignalType;
  call_status: 'in_progress' | 'closed';
  order_type: OrderType;
  entry_price: Price | null;
  stop_loss: Price | null;
  target_points: readonly (Price | null)[];
}

/**
 * Lists what is doubtful about a signal whose levels are valid. `published` is the signal before an edit, of which only what
 * changes is checked; `null` for a new signal.
 *
 * - The symbol is not in the directory.
 * - The share is suspended, delisted, renamed or merged, so that no trader can follow it.
 * - A level of an intraday signal, or the entry price of another one, is beyond the price limits of the trading day. Stops and
 *   targets of the others may be reached later.
 * - The reward-to-risk ratio of the last target, which traders see, is below the minimum.
 *
 * A closed signal cannot be traded, so that prices do not matter.
 */
export function listSignalWarnings(
  signal: CheckedSignal,
  published: CheckedSignal | null,
  checks: SignalChecks,
): SignalWarning[] {
  const warnings: SignalWarning[] = [];
  const { symbol } = signal;
  if (!checks.is_listed && symbol !== published?.symbol) {
    const message = `${symbol} is not in the company directory: traders see no company name.`;
    warnings.push({ code: 'unknown_symbol', field: 'symbol', message });
  }
  const isOpen = signal.call_status === 'in_progress';
  if (isOpen && checks.not_traded !== null && symbol !== published?.symbol) {
    const message = `${symbol} is not traded: ${checks.not_traded}.`;
    warnings.push({ code: 'not_traded', field: 'symbol', message });
  }
  if (isOpen) warnings.push(...checkPriceLimits(signal, published, checks));
  const ratioWarning = checkRewardToRisk(signal, published, checks);
  return ratioWarning ? [...warnings, ratioWarning] : warnings;
}

function checkPriceLimits(
  signal: CheckedSignal,
  published: CheckedSignal | null,
  { price_limits: limits, trading_date }: SignalChecks,
): SignalWarning[] {
  if (limits === null) return [];
  const isSameMarket = published?.symbol === signal.symbol && published.signal_type === signal.signal_type;
  const checked = new Map(isSameMarket ? listPrices(published) : []);
  const date = formatShortDate(trading_date);
  const uncertainty = describeUncertainty(limits);
  return listPrices(signal).flatMap(([field, price]) => {
    if (price === null || checked.get(field) === price) return [];
    const isAbove = toPaisa(price) > toPaisa(limits.upper);
    if (!isAbove && toPaisa(price) >= toPaisa(limits.lower)) return [];
    const [side, limit] = isAbove ? ['above the upper', limits.upper] : ['below the lower', limits.lower];
    const message =
      `${getName(field)} (${formatRupees(price)}) is ${side} price limit of ${date} (${formatRupees(limit)}), ` +
      `so it cannot be reached on that day.${uncertainty === null ? '' : ` ${uncertainty}`}`;
    return { code: 'price_limit', field, message };
  });
}

/** Lists the prices that should be within the limits. */
const listPrices = (signal: CheckedSignal): [field: string, price: Price | null][] =>
  signal.signal_type === 'intraday'
    ? [
        ['entry_price', signal.entry_price],
        ['stop_loss', signal.stop_loss],
        ...signal.target_points.map((price, index): [string, Price | null] => [
          `target_points.${index}`,
          price,
        ]),
      ]
    : [['entry_price', signal.entry_price]];

const NAMES: Record<string, string> = { entry_price: 'The entry price', stop_loss: 'The stop loss' };

const getName = (field: string) => NAMES[field] ?? `TP${Number(field.slice(field.indexOf('.') + 1)) + 1}`;

export const describePayout = ({ payout, ex_date }: CheckedPriceLimits['payouts'][number]) =>
  `${payout} (ex-date ${formatShortDate(ex_date)})`;

/** States why price limits are uncertain; `null` if they are certain. */
export function describeUncertainty({ close_date, is_outdated, payouts }: CheckedPriceLimits): string | null {
  const reasons = payouts.flatMap((payout) => {
    if (!payout.is_applied) return `the price after ${describePayout(payout)} cannot be calculated`;
    return payout.is_ex_date_estimated ? `the ex-date of ${payout.payout} is estimated` : [];
  });
  if (is_outdated) {
    const date = formatShortDate(close_date);
    reasons.unshift(`the last imported close is of ${date}, older than the previous trading day`);
  }
  return reasons.length === 0 ? null : `The limits are uncertain: ${reasons.join('; ')}.`;
}

function checkRewardToRisk(
  signal: CheckedSignal,
  published: CheckedSignal | null,
  { min_reward_to_risk }: SignalChecks,
): SignalWarning | null {
  const { order_type, entry_price, stop_loss, target_points } = signal;
  const last = target_points.length - 1;
  const target = target_points[last] ?? null;
  if (entry_price === null || stop_loss === null || target === null) return null;
  const entry = { order_type, entry_price };
  const risk = -calculateGain(entry, stop_loss);
  const reward = calculateGain(entry, target);
  // Nothing is at risk once the stop has moved past the entry price. A target on the wrong side is an error.
  if (risk <= 0 || reward <= 0 || (published && hasSameRatio(signal, published))) return null;
  // Hundredths of the ratio, rounded down, so that a ratio just below the minimum does not look equal to it.
  const ratio = (BigInt(reward) * 100n) / BigInt(risk);
  if (ratio >= BigInt(toPaisa(min_reward_to_risk))) return null;
  const text = `${ratio / 100n}.${String(ratio % 100n).padStart(2, '0')}`;
  const message = `The reward-to-risk ratio of the last target is ${text} to 1, below the minimum of ${min_reward_to_risk} to 1.`;
  return { code: 'reward_to_risk', field: `target_points.${last}`, message };
}

const hasSameRatio = (a: CheckedSignal, b: CheckedSignal) =>
  a.order_type === b.order_type &&
  a.entry_price === b.entry_price &&
  a.stop_loss === b.stop_loss &&
  a.target_points.at(-1) === b.target_points.at(-1);
