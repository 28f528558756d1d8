import { calculateGain, type Levels } from '#features/signals/contract/levels/levels.ts';
import { toPaisa } from '#features/signals/contract/levels/price.ts';

/** Fees are entered with up to three decimals of a percent, so one percent is 1,000 units. */
const FEE_UNITS = 100_000n;
/** The risk is entered with up to two decimals of a percent. */
const RISK_UNITS = 10_000n;

export interface PositionSettings {
  /** Capital in paisa. */
  capital: bigint;
  /** Risk per trade in hundredths of a percent of the capital: 100 is 1 %. */
  risk: bigint;
  /** Fees of buying or selling in thousandths of a percent of the value: 150 is 0.15 %. */
  fees: bigint;
}

export interface Position {
  shares: bigint;
  /** Whether the shares are limited by the risk or by what the capital pays for. */
  limit: 'risk' | 'capital';
  /** The amount that may be lost, in paisa like all amounts. */
  budget: bigint;
  /** The value of the shares at the entry price. */
  value: bigint;
  entryFees: bigint;
  /** The part of the capital that the position needs: the value divided by the leverage, and the fees. */
  needed: bigint;
  /** The loss at the stop, including the fees of both sides. */
  loss: bigint;
  /** The fees of both sides at the stop. */
  fees: bigint;
  /** The loss of one share at the stop, including fees. */
  lossPerShare: bigint;
  /** The part of the capital that one share needs. */
  neededPerShare: bigint;
}

/** `null` if the stop is at the entry price or past it, so that the distance says nothing about the risk. */
export function calculatePosition(
  levels: Pick<Levels, 'order_type' | 'entry_price' | 'stop_loss'>,
  leverage: number,
  settings: PositionSettings,
): Position | null {
  const distance = BigInt(-calculateGain({ ...levels }, levels.stop_loss));
  if (distance <= 0n) return null;
  const entry = BigInt(toPaisa(levels.entry_price));
  const stop = BigInt(toPaisa(levels.stop_loss));
  const multiple = BigInt(leverage);
  // Amounts of one share in units in which they are whole numbers.
  const loss = distance * FEE_UNITS + (entry + stop) * settings.fees;
  const needed = entry * FEE_UNITS + entry * settings.fees * multiple;

  const byRisk = (settings.capital * settings.risk * FEE_UNITS) / (RISK_UNITS * loss);
  const byCapital = (settings.capital * FEE_UNITS * multiple) / needed;
  const shares = byRisk < byCapital ? byRisk : byCapital;
  return {
    shares,
    limit: byRisk <= byCapital ? 'risk' : 'capital',
    budget: (settings.capital * settings.risk) / RISK_UNITS,
    value: shares * entry,
    entryFees: divideRoundingUp(shares * entry * settings.fees, FEE_UNITS),
    needed: divideRoundingUp(shares * needed, FEE_UNITS * multiple),
    loss: divideRoundingUp(shares * loss, FEE_UNITS),
    fees: divideRoundingUp(shares * (entry + stop) * settings.fees, FEE_UNITS),
    lossPerShare: divideRoundingUp(loss, FEE_UNITS),
    neededPerShare: divideRoundingUp(needed, FEE_UNITS * multiple),
  };
}

/** Costs and losses are rounded up to the paisa, so that none is understated. */
const divideRoundingUp = (dividend: bigint, divisor: bigint) => (dividend + divisor - 1n) / divisor;
