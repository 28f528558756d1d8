import type {
  AvailablePaymentMethod,
  CountryCode,
  IPricingPreviewLineItemResponse,
  IPricingPreviewResponse,
} from '@paddle/paddle-node-sdk';
import type { Purchase } from '#simulators/paddle/lifecycle/transaction-details.ts';
import { calculateTotals, formatTotals, getLocalPrice, getTaxRate } from './totals.ts';

const PAYMENT_METHODS: AvailablePaymentMethod[] = ['card'];

/** Returns the prices in a country. A checkout has one currency: that of the first price. */
export function previewPrices(
  items: Purchase['items'],
  address: { country_code: CountryCode; postal_code: string | null } | null,
): IPricingPreviewResponse {
  const countryCode = address?.country_code ?? null;
  const [first] = items;
  return {
    customer_id: null,
    address_id: null,
    business_id: null,
    currency_code: first ? getLocalPrice(first.price, countryCode).currency_code : 'USD',
    discount_id: null,
    address,
    customer_ip_address: null,
    items: items.map(({ price, quantity }) => ({ price_id: price.id, quantity })),
    details: { line_items: items.map((item) => toLineItem(item, countryCode)) },
    available_payment_methods: PAYMENT_METHODS,
  };
}

function toLineItem(
  { price, product, quantity }: Purchase['items'][number],
  countryCode: string | null,
): IPricingPreviewLineItemResponse {
  const { amount, currency_code } = getLocalPrice(price, countryCode);
  const unitTotals = calculateTotals(BigInt(amount), countryCode);
  const totals = calculateTotals(BigInt(amount) * BigInt(quantity), countryCode);
  return {
    price,
    quantity,
    tax_rate: getTaxRate(countryCode),
    unit_totals: unitTotals,
    formatted_unit_totals: formatTotals(unitTotals, currency_code),
    totals,
    formatted_totals: formatTotals(totals, currency_code),
    product,
    discounts: [],
  };
}
