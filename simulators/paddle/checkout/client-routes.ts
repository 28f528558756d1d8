import type {
  CountryCode,
  IPricingPreviewLineItemResponse,
  IPricingPreviewResponse,
} from '@paddle/paddle-node-sdk';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import type { Account } from '#simulators/paddle/account.ts';
import { calculateTotals, formatTotals, getLocalPrice, getTaxRate } from '#simulators/paddle/catalog.ts';
import { invalidFields, PaddleError } from '#simulators/paddle/errors.ts';
import {
  cardFields,
  countryCode,
  customData,
  email,
  type IdParams,
  parse,
  quantity,
  toCard,
} from '#simulators/paddle/input.ts';
import { resolveItems, startCheckout, submitPayment } from '#simulators/paddle/lifecycle/checkout.ts';
import { getTransaction, type Purchase } from '#simulators/paddle/lifecycle/transactions.ts';
import { presentCheckout } from './checkout-view.ts';

const items = z.array(z.object({ priceId: z.string(), quantity })).check(z.minLength(1), z.maxLength(100));

const previewBody = z.object({ items, address: z.optional(z.object({ countryCode })) });
const openBody = z.object({
  items: z.optional(items),
  transactionId: z.optional(z.string()),
  customData: z.optional(z.nullable(customData)),
  countryCode: z.optional(countryCode),
});
const quoteBody = z.object({ countryCode });
const payment = z.extend(cardFields, { email, countryCode, isConfirmed: z._default(z.boolean(), false) });

/** Serves the calls of Paddle.js and the checkout page, authenticated by the client-side token. */
export async function clientRoutes(app: FastifyInstance, account: Account): Promise<void> {
  app.addHook('onRequest', async (request, reply) => {
    // Pages of any origin may call it; the token identifies the account.
    reply.header('Access-Control-Allow-Origin', '*');
    if (request.method === 'OPTIONS') return;
    if (request.headers['paddle-clienttoken'] !== account.options.clientToken) {
      throw new PaddleError(403, 'forbidden', 'The client-side token is invalid.');
    }
    account.runDueActions();
  });

  app.options('/*', (_request, reply) =>
    reply.headers({ 'Access-Control-Allow-Headers': 'content-type, paddle-clienttoken' }).status(204).send(),
  );

  app.post('/pricing-preview', ({ body, ip }) => {
    const { items, address } = parse(previewBody, body);
    const preview = previewPrices(resolveItems(account, items), address?.countryCode ?? null, ip);
    return { ...toCamelCaseKeys({ data: preview }), meta: { requestId: crypto.randomUUID() } };
  });

  app.post('/checkouts', ({ body }) => {
    const { items, transactionId, customData = null, countryCode = null } = parse(openBody, body);
    if ((items === undefined) === (transactionId === undefined)) {
      throw invalidFields([{ field: 'items', message: 'Give either items or transactionId.' }]);
    }
    const subject = transactionId === undefined ? { items: items ?? [] } : { transactionId };
    const transaction = startCheckout(account, { ...subject, customData, countryCode });
    return presentCheckout(account, transaction, countryCode);
  });

  app.post<IdParams>('/checkouts/:id/quote', ({ params, body }) => {
    return presentCheckout(account, getTransaction(account, params.id), parse(quoteBody, body).countryCode);
  });

  app.post<IdParams>('/checkouts/:id/pay', ({ params, body }) => {
    const { email, countryCode, isConfirmed, ...card } = parse(payment, body);
    const { outcome, transaction } = submitPayment(account, params.id, {
      email,
      countryCode,
      isConfirmed,
      card: toCard(card, account),
    });
    if (outcome === 'no_test_card') {
      throw invalidFields([
        { field: 'cardNumber', message: 'Use one of the test cards. Real cards are not accepted.' },
      ]);
    }
    return { outcome, view: presentCheckout(account, transaction, countryCode) };
  });
}

/** Returns the prices in a country. A checkout has one currency: that of the first price. */
function previewPrices(
  items: Purchase['items'],
  country_code: CountryCode | null,
  ip: string,
): Omit<IPricingPreviewResponse, 'items'> {
  const [first] = items;
  return {
    customer_id: null,
    address_id: null,
    business_id: null,
    currency_code: first ? getLocalPrice(first.price, country_code).currency_code : 'USD',
    discount_id: null,
    address: country_code && { country_code, postal_code: null },
    customer_ip_address: country_code ? null : ip,
    details: { line_items: items.map((item) => toLineItem(item, country_code)) },
    available_payment_methods: ['card'],
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

/** Converts field names to those of Paddle.js. Custom data stays unchanged. */
function toCamelCaseKeys(value: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [toCamel(name), convertValue(name, item)]),
  );
}

function convertValue(name: string, value: unknown): unknown {
  if (name === 'custom_data' || value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map((item) => convertValue('', item));
  return toCamelCaseKeys(value as Record<string, unknown>);
}

const toCamel = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
