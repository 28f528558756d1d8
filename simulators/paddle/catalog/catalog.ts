import type { CatalogPrice, CatalogProduct } from '#simulators/paddle/options.ts';
import type { Price, Product } from '#simulators/paddle/state/state.ts';

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
