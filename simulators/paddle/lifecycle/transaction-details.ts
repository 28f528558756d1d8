import type {
  CurrencyCode,
  IProrationResponse,
  ITotals,
  ITransactionDetailsResponse,
} from '@paddle/paddle-node-sdk';
import { addTotals, calculateTotals, getLocalPrice, getTaxRate } from '#simulators/paddle/catalog/totals.ts';
import type { Period, Price, Product, Transaction } from '#simulators/paddle/state/state.ts';

/** The purchased items and the buyer's country. */
export interface Purchase {
  items: readonly PurchaseItem[];
  countryCode: string | null;
  /** No charge, as during a trial or for a card change. */
  isFree: boolean;
}

export interface PurchaseItem {
  price: Price;
  product: Product;
  /** Negative for an item that was removed from a subscription and whose unused time is credited. */
  quantity: number;
  /** The part of a billing period that is charged or credited; the whole price without it. */
  proration?: Proration;
}

export interface Proration {
  numerator: bigint;
  denominator: bigint;
  billingPeriod: Period;
}

/** Returns the currency of a purchase: that of its first price in the buyer's country. */
export function getCurrency({ items, countryCode }: Purchase): CurrencyCode {
  const [first] = items;
  return first ? getLocalPrice(first.price, countryCode).currency_code : 'USD';
}

export function toItems({ items }: Purchase): Transaction['items'] {
  return items.map(({ price, quantity, proration }) => ({
    price_id: price.id,
    price,
    quantity,
    proration: presentProration(proration),
  }));
}

/**
 * Calculates the totals of a purchase. `credit` is the customer's credit balance, which is used first. A negative total is
 * added to that balance.
 */
export function makeDetails(purchase: Purchase, makeItemId: () => string, credit = 0n) {
  const { items, countryCode } = purchase;
  const lines = items.map((item) => ({
    id: makeItemId(),
    price_id: item.price.id,
    quantity: item.quantity,
    proration: presentProration(item.proration),
    tax_rate: getTaxRate(countryCode),
    unit_totals: calculateTotals(getUnitAmount(item, purchase), countryCode),
    totals: calculateLineTotals(item, purchase),
    product: item.product,
  }));
  const totals = addTotals(lines.map((line) => line.totals));
  const total = BigInt(totals.total);
  const creditUsed = total > 0n ? min(credit, total) : 0n;
  const grandTotal = total > 0n ? total - creditUsed : 0n;
  return {
    tax_rates_used: [{ tax_rate: getTaxRate(countryCode), totals }],
    totals: {
      ...totals,
      credit: `${creditUsed}`,
      credit_to_balance: total < 0n ? `${-total}` : '0',
      balance: `${grandTotal}`,
      grand_total: `${grandTotal}`,
      grand_total_tax: total > 0n ? `${(BigInt(totals.tax) * grandTotal) / total}` : '0',
      fee: null,
      earnings: null,
      currency_code: getCurrency(purchase),
    },
    adjusted_totals: null,
    payout_totals: null,
    adjusted_payout_totals: null,
    line_items: lines,
  } satisfies ITransactionDetailsResponse;
}

function getUnitAmount({ price, proration }: PurchaseItem, { countryCode, isFree }: Purchase): bigint {
  if (isFree) return 0n;
  const amount = BigInt(getLocalPrice(price, countryCode).amount);
  if (!proration) return amount;
  return (amount * proration.numerator * 2n + proration.denominator) / (proration.denominator * 2n);
}

function calculateLineTotals(item: PurchaseItem, purchase: Purchase): ITotals {
  const amount = getUnitAmount(item, purchase) * BigInt(Math.abs(item.quantity));
  const totals = calculateTotals(amount, purchase.countryCode);
  if (item.quantity >= 0) return totals;
  const negate = (value: string) => `${-BigInt(value)}`;
  return {
    subtotal: negate(totals.subtotal),
    discount: negate(totals.discount),
    tax: negate(totals.tax),
    total: negate(totals.total),
  };
}

function presentProration(proration: Proration | undefined): IProrationResponse | null {
  if (!proration) return null;
  const { numerator, denominator, billingPeriod } = proration;
  return { rate: `${Number(numerator) / Number(denominator)}`, billing_period: billingPeriod };
}

const min = (one: bigint, other: bigint) => (one < other ? one : other);
