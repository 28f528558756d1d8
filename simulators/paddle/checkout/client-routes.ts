import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import type { Account } from '#simulators/paddle/account.ts';
import { previewPrices } from '#simulators/paddle/catalog/preview.ts';
import { countryCode, customData, email, quantity } from '#simulators/paddle/fields.ts';
import { changeItems, getTransaction } from '#simulators/paddle/lifecycle/checkout.ts';
import { invalidFields, PaddleError } from '#simulators/paddle/paddle-error.ts';
import { parse } from '#simulators/paddle/parse.ts';
import type { IdParams } from '#simulators/paddle/rest/lists.ts';
import { cardFields, toCard } from './card-input.ts';
import { resolveItems, startCheckout, submitPayment } from './checkout-service.ts';
import { presentCheckout } from './checkout-view.ts';

const items = z
  .array(z.object({ priceId: z.string(), quantity: z._default(quantity, 1) }))
  .check(z.minLength(1), z.maxLength(100));
const address = z.object({ countryCode, postalCode: z.optional(z.nullable(z.string())) });

const previewBody = z.object({ items, address: z.optional(address) });
const openBody = z.object({
  items: z.optional(items),
  transactionId: z.optional(z.string()),
  customData: z.optional(z.nullable(customData)),
  countryCode: z.optional(countryCode),
});
const quoteBody = z.object({ countryCode });
const itemsBody = z.object({ items, countryCode });

const payment = z.extend(cardFields, {
  email,
  countryCode,
  postalCode: z.optional(z.string().check(z.maxLength(20))),
  isConfirmed: z._default(z.boolean(), false),
});

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
    const priced = items.flatMap((item) => resolveItems(account, [item]));
    const preview = previewPrices(
      priced,
      address ? { country_code: address.countryCode, postal_code: address.postalCode ?? null } : null,
    );
    const { items: _, ...data } = preview;
    const response = toCamelCaseKeys({ data: { ...data, customer_ip_address: address ? null : ip } });
    return { ...response, meta: { requestId: crypto.randomUUID() } };
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

  app.post<IdParams>('/checkouts/:id/items', ({ params, body }) => {
    const { items, countryCode } = parse(itemsBody, body);
    const priced = resolveItems(account, items);
    const transaction = account.change((changeset) => changeItems(changeset, params.id, priced, countryCode));
    return presentCheckout(account, transaction, countryCode);
  });

  app.post<IdParams>('/checkouts/:id/pay', ({ params, body }) => {
    const { email, countryCode, postalCode, isConfirmed, ...card } = parse(payment, body);
    const { outcome, transaction } = submitPayment(account, params.id, {
      email,
      countryCode,
      postalCode: postalCode || null,
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
