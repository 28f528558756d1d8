import * as z from 'zod/mini';
import { defineEndpoint } from '#core/contract/endpoint.ts';

/** For customers only, and in no cache: a public response would show when premium signals are published or end. */
export const countPremiumSignals = defineEndpoint({
  method: 'GET',
  path: '/customers/premium-signals/',
  summary: 'Count the premium signals in progress, whether or not the customer may read them',
  access: 'customer',
  response: z.object({ swing: z.int(), investment: z.int() }),
});
