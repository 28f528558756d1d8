import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import {
  type Account,
  cardFields,
  countryCode,
  customData,
  email,
  type IdParams,
  parse,
  quantity,
  toCard,
} from '#simulators/paddle/account.ts';
import { calculateTotals, formatTotals, getLocalPrice } from '#simulators/paddle/catalog.ts';
import { invalidFields, PaddleError } from '#simulators/paddle/errors.ts';
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

  app.post('/pricing-preview', ({ body }) => {
    const { items, address } = parse(previewBody, body);
    const lineItems = previewPrices(resolveItems(account, items), address?.countryCode ?? null);
    return { data: { details: { lineItems } }, meta: { requestId: crypto.randomUUID() } };
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

/** Returns the prices in a country, with the fields of Paddle.js that pages read. */
function previewPrices(items: Purchase['items'], countryCode: string | null) {
  return items.map(({ price, quantity }) => {
    const { amount, currency_code } = getLocalPrice(price, countryCode);
    const totals = calculateTotals(BigInt(amount) * BigInt(quantity), countryCode);
    return { price: { id: price.id }, quantity, formattedTotals: formatTotals(totals, currency_code) };
  });
}
