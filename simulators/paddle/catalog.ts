import type {
  CountryCode,
  CurrencyCode,
  IMoneyResponse,
  IPriceResponse,
  ITotals,
} from '@paddle/paddle-node-sdk';
import type { Price, Product } from './state.ts';

/** The creation date of the catalog: earlier than everything else and the same after every restart. */
const CREATED_AT = '2024-01-01T00:00:00.000000Z';

export interface Catalog {
  products: ReadonlyMap<string, Product>;
  prices: ReadonlyMap<string, Price>;
}

/** Converts the account's products and prices to Paddle's format. */
export function makeCatalog(products: readonly CatalogProduct[]): Catalog {
  return {
    products: new Map(products.map((product) => [product.id, toProduct(product)])),
    prices: new Map(
      products.flatMap((product) => product.prices.map((price) => [price.id, toPrice(product, price)])),
    ),
  };
}

function toProduct({ id, name, description }: CatalogProduct): Product {
  return {
    id,
    name,
    type: 'standard',
    description: description ?? null,
    tax_category: 'saas',
    image_url: null,
    custom_data: null,
    status: 'active',
    created_at: CREATED_AT,
    updated_at: CREATED_AT,
    import_meta: null,
  };
}

function toPrice(product: CatalogProduct, price: CatalogPrice): Price {
  return {
    id: price.id,
    product_id: product.id,
    description: `${product.name} ${price.name}`,
    type: 'standard',
    name: price.name,
    billing_cycle: { interval: price.interval, frequency: 1 },
    trial_period: price.trialDays
      ? { interval: 'day', frequency: price.trialDays, requires_payment_method: true }
      : null,
    tax_mode: 'account_setting',
    unit_price: { amount: price.amount, currency_code: price.currency },
    unit_price_overrides: (price.overrides ?? []).map(({ countryCodes, amount, currency }) => ({
      country_codes: countryCodes,
      unit_price: { amount, currency_code: currency },
    })),
    quantity: { minimum: 1, maximum: 999 },
    status: 'active',
    created_at: CREATED_AT,
    updated_at: CREATED_AT,
    custom_data: null,
    import_meta: null,
  };
}

/** The taxes of a few countries, enough to distinguish subtotals from totals; other countries have none. */
const TAXES: Partial<Record<string, { basisPoints: bigint; isIncluded: boolean }>> = {
  DE: { basisPoints: 1_900n, isIncluded: true },
  GB: { basisPoints: 2_000n, isIncluded: true },
  CA: { basisPoints: 500n, isIncluded: false },
};
const BASIS_POINTS = 10_000n;

/** Returns the price in a country: its override, or the default. */
export function getLocalPrice(
  price: Pick<IPriceResponse, 'unit_price' | 'unit_price_overrides'>,
  countryCode: string | null,
): IMoneyResponse {
  const override = price.unit_price_overrides?.find(({ country_codes }) =>
    country_codes.some((code) => code === countryCode),
  );
  return override?.unit_price ?? price.unit_price;
}

/** Returns the tax rate in Paddle's format, such as `0.19`. */
export function getTaxRate(countryCode: string | null): string {
  const tax = TAXES[countryCode ?? ''];
  return tax ? (Number(tax.basisPoints) / Number(BASIS_POINTS)).toString() : '0';
}

/** Splits an amount in the smallest unit by a country's included or excluded tax, rounding half up. */
export function calculateTotals(amount: bigint, countryCode: string | null): ITotals {
  const tax = TAXES[countryCode ?? ''];
  if (!tax) return toTotals(amount, 0n);
  if (!tax.isIncluded) return toTotals(amount, divideRounded(amount * tax.basisPoints, BASIS_POINTS));
  const subtotal = divideRounded(amount * BASIS_POINTS, BASIS_POINTS + tax.basisPoints);
  return toTotals(subtotal, amount - subtotal);
}

export function addTotals(all: readonly ITotals[]): ITotals {
  const sum = (key: 'subtotal' | 'tax') => all.reduce((total, totals) => total + BigInt(totals[key]), 0n);
  return toTotals(sum('subtotal'), sum('tax'));
}

/** Formats totals, such as `$30.00` and `¥4,500`. */
export function formatTotals(totals: ITotals, currency: CurrencyCode): ITotals {
  return {
    subtotal: formatMoney(totals.subtotal, currency),
    discount: formatMoney(totals.discount, currency),
    tax: formatMoney(totals.tax, currency),
    total: formatMoney(totals.total, currency),
  };
}

/** Formats an amount in the currency's smallest unit: `3000` in USD as `$30.00`. */
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

/** The account's settings and the simulator's URLs. */
export interface PaddleSimulatorOptions {
  /** The public URL of the plugin without a trailing slash: the SDK's `environment`. */
  baseUrl: string;
  apiKey: string;
  /** Begins with `test_`. */
  clientToken: string;
  /** The webhook destination. Webhooks are signed with the secret, at the time of the simulated clock. */
  webhook: { url: string; secret: string };
  catalog: readonly CatalogProduct[];
  /** The preselected country of buyers; US by default. */
  defaultCountry?: CountryCode;
  /** The action after all payment retries of a renewal have failed. */
  dunningExhausted?: 'cancel' | 'pause';
  /** The delays between the attempts to deliver a webhook: those of Paddle's sandbox, or a second for tests. */
  retryProfile?: 'sandbox' | 'fast';
  deliver?: (url: string, init: RequestInit) => Promise<Response>;
  wallClock?: () => Date;
  /** Persists the account across restarts. An invalid snapshot is ignored. */
  snapshot?: { load(): Promise<unknown>; save(state: unknown): Promise<void> };
}

export interface CatalogProduct {
  id: `pro_${string}`;
  name: string;
  description?: string;
  prices: readonly CatalogPrice[];
}

interface CatalogPrice {
  id: `pri_${string}`;
  name: string;
  interval: 'month' | 'year';
  /** In the currency's smallest unit, as `"3000"` for $30. */
  amount: string;
  currency: CurrencyCode;
  trialDays?: number;
  overrides?: readonly { countryCodes: CountryCode[]; amount: string; currency: CurrencyCode }[];
}

/** Returns the path of the simulator without a trailing slash. */
export const getMountPath = ({ baseUrl }: Pick<PaddleSimulatorOptions, 'baseUrl'>) =>
  new URL(baseUrl).pathname.replace(/\/$/, '');
