import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { Account } from '#simulators/paddle/account.ts';
import { invalidFields, PaddleError, wrapInEnvelope } from '#simulators/paddle/errors.ts';
import { cardNumber, countryCode, customData, email, parse } from '#simulators/paddle/input.ts';
import type { PaddleControl } from './control.ts';

const checkoutInput = z.strictObject({
  priceId: z.string(),
  customerEmail: email,
  customData: z.optional(customData),
  cardNumber: z.optional(cardNumber),
  countryCode: z.optional(countryCode),
});

const advanceInput = z.strictObject({
  ms: z.int().check(z.gte(0)),
  deliver: z.optional(z.boolean()),
});

/** Serves the part of the control that other processes need, to local callers that are not pages of other sites. */
export async function controlRoutes(
  app: FastifyInstance,
  account: Account,
  control: PaddleControl,
): Promise<void> {
  app.addHook('onRequest', async (request) => {
    if (!isLocalCaller(request, account.options.baseUrl)) {
      throw new PaddleError(403, 'forbidden', 'The control is available only on this machine.');
    }
  });

  app.post('/complete-checkout', ({ body }) =>
    wrapInEnvelope(control.completeCheckout(parse(checkoutInput, body))),
  );
  app.post('/flush', async () => {
    await control.flush();
    return wrapInEnvelope(control.notifications().filter(({ status }) => status !== 'delivered'));
  });
  app.post('/advance', async ({ body }) => {
    const { ms, deliver = false } = parse(advanceInput, body);
    const actions = await control.advance({ ms }, { deliver }).catch(rejectRangeError);
    return wrapInEnvelope({ now: control.now().toISOString(), happened: actions });
  });
}

/** Accepts callers on this machine that are neither behind a proxy nor pages of other sites. */
function isLocalCaller({ headers, ip, raw }: FastifyRequest, baseUrl: string): boolean {
  if (headers.forwarded || headers['x-forwarded-for']) return false;
  if (!isLoopback(ip) || !isLoopback(raw.socket.remoteAddress ?? '')) return false;
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false;
  const host = headers.host ?? '';
  const isOwnHost = host === new URL(baseUrl).host || /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(host);
  const isOwnOrigin = headers.origin === undefined || headers.origin.replace(/^https?:\/\//, '') === host;
  return isOwnHost && isOwnOrigin;
}

const isLoopback = (ip: string) => /^(::ffff:)?127\.|^::1$/.test(ip);

function rejectRangeError(error: unknown): never {
  if (error instanceof RangeError) throw invalidFields([{ field: 'body', message: error.message }]);
  throw error;
}
