import { calculateGain, type Levels } from '#features/signals/contract/levels/levels.ts';
import { formatRupees, type Price, toPaisa, toPrice } from '#features/signals/contract/levels/price.ts';

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

/** Formats paisa as `Rs. 200,000.00`. */
export function formatAmount(paisa: bigint): string {
  const figures = String(paisa).padStart(3, '0');
  return `Rs. ${groupThousands(figures.slice(0, -2))}.${figures.slice(-2)}`;
}

export const groupThousands = (figures: string): string => figures.replaceAll(/\B(?=(\d{3})+$)/g, ',');

/** Formats an amount as a percentage of the capital, rounded to two decimals. */
export const formatShare = (amount: bigint, capital: bigint): string =>
  `${formatHundredths((amount * 20_000n + capital) / (capital * 2n))} %`;

function formatHundredths(hundredths: bigint): string {
  const figures = String(hundredths).padStart(3, '0');
  return `${groupThousands(figures.slice(0, -2))}.${figures.slice(-2)}`;
}

/** Formats hundredths of a percent as they are typed: 100 → `1 %`, 150 → `1.5 %`. */
const formatRisk = (risk: bigint): string => `${formatHundredths(risk).replace(/\.?0+$/, '')} %`;

/** Explains the result of a calculation in sentences. */
export function describePosition(
  { stop_loss }: Pick<Levels, 'stop_loss'>,
  { capital, risk }: PositionSettings,
  position: Position,
): string[] {
  const { shares, limit, budget, loss } = position;
  const chosen = `${formatAmount(budget)} (${formatRisk(risk)} of ${formatAmount(capital)})`;
  if (shares === 0n)
    return [
      limit === 'risk'
        ? `No share: one loses ${formatAmount(position.lossPerShare)} at the stop, and you risk ${chosen}.`
        : `No share: one needs ${formatAmount(position.neededPerShare)}, and your capital is ${formatAmount(capital)}.`,
    ];
  return [
    `You lose ${formatAmount(loss)} (${formatShare(loss, capital)} of ${formatAmount(capital)}) if the price reaches the stop of ${formatRupees(stop_loss)}.`,
    limit === 'risk'
      ? `The limit is your risk of ${chosen}.`
      : `The limit is your capital, which covers no more shares; the risk that you chose is ${chosen}.`,
  ];
}

/** The settings as the user typed them. */
export interface TypedSettings {
  capital: string;
  risk: string;
  fees: string;
}

export type SettingsErrors = Partial<Record<keyof TypedSettings, string>>;

/** Parses the settings. An empty capital is missing, not wrong: it has no error and there are no settings. */
export function parseSettings(typed: TypedSettings): {
  settings: PositionSettings | null;
  errors: SettingsErrors;
} {
  const capital = parseAmount(typed.capital);
  const risk = parseDecimal(typed.risk, 2);
  const fees = parseDecimal(typed.fees, 3);
  const errors: SettingsErrors = {};
  if (typed.capital.trim() !== '' && (capital === null || capital === 0n || capital > MAX_CAPITAL))
    errors.capital = 'Enter an amount from 0.01 to 9,999,999,999.99, for example 500,000 or 5 lakh.';
  if (risk === null || risk === 0n || risk > 100_00n) errors.risk = 'Enter a percentage from 0.01 to 100.';
  if (fees === null || fees > 10_000n) errors.fees = 'Enter a percentage from 0 to 10.';
  const isComplete = capital !== null && risk !== null && fees !== null && Object.keys(errors).length === 0;
  return { settings: isComplete ? { capital, risk, fees } : null, errors };
}

/** Thousands, or lakhs and crores. */
const GROUPED = /^(\d{1,3}(,\d{3})*|\d{1,2}(,\d{2})*,\d{3})$/;

/** Parses `520.52` or `1,234.5` to a price; `null` if it is none, such as `520,52`, whose comma may separate decimals. */
export function parsePrice(text: string): Price | null {
  const [whole = ''] = text.trim().split('.');
  if (whole.includes(',') && !GROUPED.test(whole)) return null;
  const paisa = parseDecimal(text, 2);
  return paisa === null || paisa === 0n || paisa > MAX_CAPITAL ? null : toPrice(Number(paisa));
}

const MAX_CAPITAL = 999_999_999_999n;

/** In rupees, by the words that follow the number. */
const UNITS: [word: RegExp, rupees: bigint][] = [
  [/\s*(lakhs?|lacs?)$/i, 100_000n],
  [/\s*(crores?|cr)$/i, 10_000_000n],
];
const UNIT_DECIMALS = 7;

/** Parses `500,000`, `5 lakh` or `2.5 crore` to paisa; `null` if it is no such amount. */
function parseAmount(text: string): bigint | null {
  const typed = text.trim();
  const unit = UNITS.find(([word]) => word.test(typed));
  if (!unit) return parseDecimal(typed, 2);
  const [word, rupees] = unit;
  const number = parseDecimal(typed.replace(word, ''), UNIT_DECIMALS);
  if (number === null) return null;
  const scaled = number * rupees * 100n;
  const scale = 10n ** BigInt(UNIT_DECIMALS);
  return scaled % scale === 0n ? scaled / scale : null;
}

/** Parses `200,000` or `1.5` to the unit of the last decimal; `null` if it is no such number. Commas separate thousands. */
function parseDecimal(text: string, decimals: number): bigint | null {
  const figures = /^(\d[\d,]*|(?=\.\d))(?:\.(\d*))?$/.exec(text.trim());
  const [, whole = '', fraction = ''] = figures ?? [];
  if (!figures || fraction.length > decimals || whole.length > 20) return null;
  return BigInt(whole.replaceAll(',', '') + fraction.padEnd(decimals, '0'));
}
