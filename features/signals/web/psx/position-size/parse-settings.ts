import { type Price, toPrice } from '#features/signals/contract/levels/price.ts';
import type { PositionSettings } from './calculate-position.ts';

/** The settings as the user typed them. */
export interface TypedSettings {
  capital: string;
  risk: string;
  fees: string;
}

/** Both sides together cost what the track record subtracts by default, 0.40 %. */
const DEFAULTS: TypedSettings = { capital: '', risk: '1', fees: '0.20' };

/** Parses the settings that the browser stores; invalid ones are the default ones. */
export function parseStoredSettings(json: string | null): TypedSettings {
  const stored = parseObject(json);
  const read = (name: keyof TypedSettings) =>
    typeof stored[name] === 'string' ? stored[name] : DEFAULTS[name];
  return { capital: read('capital'), risk: read('risk'), fees: read('fees') };
}

function parseObject(json: string | null): Partial<Record<keyof TypedSettings, unknown>> {
  try {
    const value: unknown = JSON.parse(json ?? '{}');
    return value !== null && typeof value === 'object' ? value : {};
  } catch {
    return {};
  }
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
