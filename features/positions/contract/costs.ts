import * as z from 'zod/mini';
import { decimal } from '#core/contract/fields.ts';

/** The costs of a trade at a broker between two dates, as a start: what the contract note says is the fact. */
export const CostPreset = z.object({
  id: z.int(),
  name: z.string(),
  valid_from: z.iso.date(),
  valid_to: z.nullable(z.iso.date()),
  /** The commission is the higher of the two, and at least the minimum, in rupees. */
  commission_per_share: decimal,
  commission_percent: decimal,
  commission_minimum: decimal,
  /** Of the commission. */
  sales_tax_percent: decimal,
  /** Of the central depository, in rupees. */
  depository_per_share: decimal,
  /** Of the value: levies of the exchange, the clearing company and the regulator. */
  levies_percent: decimal,
  /** Where the rates are from, and which of them are certain. */
  note: z.string(),
});
export type CostPreset = z.infer<typeof CostPreset>;

/** Rates have up to six decimals. */
const RATE_DECIMALS = 6;
const RATE_UNITS = 1_000_000n;
/** Prices have four decimals, and paisa are hundredths of a rupee. */
const PRICE_UNITS_PER_PAISA = 100n;

/** The most that brokers may charge under the exchange's rules of October 2019. */
const MAX_COMMISSION_PERCENT = '2.5';

/** Calculates the costs of a trade, in rupees with two decimals. Each part is rounded half up to the paisa. */
export function calculateCosts(
  preset: CostPreset,
  { shares, price }: { shares: number; price: string },
): string {
  const count = BigInt(shares);
  // In paisa, with as many decimals as rates and prices together have.
  const value = count * toUnits(price, 4);
  const ofShares = (rate: string) => round(count * toUnits(rate, RATE_DECIMALS) * 100n, RATE_UNITS);
  const ofValue = (rate: string) =>
    round(value * toUnits(rate, RATE_DECIMALS), RATE_UNITS * 100n * PRICE_UNITS_PER_PAISA);
  const commission = max(
    min(
      max(ofShares(preset.commission_per_share), ofValue(preset.commission_percent)),
      ofValue(MAX_COMMISSION_PERCENT),
    ),
    round(toUnits(preset.commission_minimum, RATE_DECIMALS) * 100n, RATE_UNITS),
  );
  const salesTax = round(commission * toUnits(preset.sales_tax_percent, RATE_DECIMALS), RATE_UNITS * 100n);
  const total =
    commission + salesTax + ofShares(preset.depository_per_share) + ofValue(preset.levies_percent);
  const digits = total.toString().padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

const max = (a: bigint, b: bigint) => (a > b ? a : b);
const min = (a: bigint, b: bigint) => (a < b ? a : b);

const round = (numerator: bigint, denominator: bigint) => (2n * numerator + denominator) / (2n * denominator);

/** Converts a decimal to a whole number of units of its last decimal. */
function toUnits(decimalText: string, decimals: number): bigint {
  const [whole = '0', digits = ''] = decimalText.split('.');
  return BigInt(whole + digits.slice(0, decimals).padEnd(decimals, '0'));
}
