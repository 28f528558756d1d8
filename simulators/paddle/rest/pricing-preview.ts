import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import type { Account } from '#simulators/paddle/account.ts';
import { previewPrices } from '#simulators/paddle/catalog/preview.ts';
import { resolveItems } from '#simulators/paddle/checkout/checkout-service.ts';
import { countryCode, quantity } from '#simulators/paddle/fields.ts';
import { wrapInEnvelope } from '#simulators/paddle/http/responses.ts';
import { parse } from '#simulators/paddle/parse.ts';

const previewBody = z.object({
  items: z.array(z.object({ price_id: z.string(), quantity })).check(z.minLength(1), z.maxLength(100)),
  address: z.optional(
    z.nullable(z.object({ country_code: countryCode, postal_code: z.optional(z.nullable(z.string())) })),
  ),
});

export function pricingPreviewRoutes(app: FastifyInstance, account: Account): void {
  app.post('/pricing-preview', ({ body }) => {
    const { items, address } = parse(previewBody, body);
    // Unlike a checkout, a preview may hold prices of different intervals.
    const priced = items.flatMap(({ price_id, quantity }) =>
      resolveItems(account, [{ priceId: price_id, quantity }]),
    );
    return wrapInEnvelope(
      previewPrices(
        priced,
        address ? { country_code: address.country_code, postal_code: address.postal_code ?? null } : null,
      ),
    );
  });
}
