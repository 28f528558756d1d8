import type { CurrencyCode, IMoneyResponse, IPriceResponse, ITotals } from '@paddle/paddle-node-sdk';

/** Taxes of a few countries, enough to tell a subtotal from a total; elsewhere there is none. */
const TAXES: Partial<Record<string, { basisPoints: bigint; isIncluded: boolean }>> = {
  DE: { basisPoints: 1_900n, isIncluded: true },
  GB: { basisPoints: 2_000n, isIncluded: true },
  CA: { basisPoints: 500n, isIncluded: false },
};
const WHOLE = 10_000n;

/** What a price asks for in a country: its override for it, or its own amount. */
export function moneyIn(
  price: Pick<IPriceResponse, 'unit_price' | 'unit_price_overrides'>,
  countryCode: string | null,
): IMoneyResponse {
  const override = price.unit_price_overrides?.find(({ country_codes }) =>
    country_codes.some((code) => code === countryCode),
  );
  return override?.unit_price ?? price.unit_price;
}

/** The share of tax as Paddle writes it, as `0.19`. */
export function taxRateIn(countryCode: string | null): string {
  const tax = TAXES[countryCode ?? ''];
  return tax ? (Number(tax.basisPoints) / Number(WHOLE)).toString() : '0';
}

/** Splits an amount in smallest units by a country's tax, which it includes or not, rounding half up. */
export function totalsOf(amount: bigint, countryCode: string | null): ITotals {
  const tax = TAXES[countryCode ?? ''];
  if (!tax) return toTotals(amount, 0n);
  if (!tax.isIncluded) return toTotals(amount, divideRounded(amount * tax.basisPoints, WHOLE));
  const subtotal = divideRounded(amount * WHOLE, WHOLE + tax.basisPoints);
  return toTotals(subtotal, amount - subtotal);
}

export function addTotals(all: readonly ITotals[]): ITotals {
  const sum = (key: 'subtotal' | 'tax') => all.reduce((total, totals) => total + BigInt(totals[key]), 0n);
  return toTotals(sum('subtotal'), sum('tax'));
}

/** Totals for reading, as `$30.00` and `¥4,500`. */
export function formatTotals(totals: ITotals, currency: CurrencyCode): ITotals {
  return {
    subtotal: formatMoney(totals.subtotal, currency),
    discount: formatMoney(totals.discount, currency),
    tax: formatMoney(totals.tax, currency),
    total: formatMoney(totals.total, currency),
  };
}

export function formatMoney(amount: string, currency: CurrencyCode): string {
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency });
  const decimals = format.resolvedOptions().maximumFractionDigits ?? 2;
  const digits = amount.padStart(decimals + 1, '0');
  const split = digits.length - decimals;
  return format.format(
    `${digits.slice(0, split)}.${digits.slice(split) || '0'}` as Intl.StringNumericLiteral,
  );
}

function toTotals(subtotal: bigint, tax: bigint): ITotals {
  return { subtotal: `${subtotal}`, discount: '0', tax: `${tax}`, total: `${subtotal + tax}` };
}

const divideRounded = (dividend: bigint, divisor: bigint) => (dividend * 2n + divisor) / (divisor * 2n);
