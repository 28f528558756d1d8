import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Account } from '#simulators/paddle/account.ts';
import { wrapInEnvelope } from '#simulators/paddle/http/responses.ts';
import { invalidFields, PaddleError } from '#simulators/paddle/paddle-error.ts';
import { parse } from '#simulators/paddle/parse.ts';
import { chaosChanges } from '#simulators/paddle/webhooks/chaos.ts';
import type { PaddleControl } from './control.ts';
import { advanceInput, checkoutInput, failNextPaymentInput, seedInput } from './control-input.ts';

/** Serves the control over HTTP to local callers that are not pages of other sites. */
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

  app.get('/state', () => {
    const { portalSecret: _, ...state } = control.state();
    return wrapInEnvelope(state);
  });
  app.get('/now', () => wrapInEnvelope({ now: control.now().toISOString() }));
  app.get('/notifications', () => wrapInEnvelope(control.notifications()));
  app.post('/reset', () => {
    control.reset();
    return wrapInEnvelope(null);
  });
  app.post('/seed', ({ body }) =>
    wrapInEnvelope(withRangeErrors(() => control.seed(parse(seedInput, body)))),
  );
  app.post('/complete-checkout', ({ body }) =>
    wrapInEnvelope(control.completeCheckout(parse(checkoutInput, body))),
  );
  app.post('/fail-next-payment', ({ body }) => {
    control.failNextPayment(parse(failNextPaymentInput, body));
    return wrapInEnvelope(null);
  });
  app.post('/chaos', ({ body }) =>
    wrapInEnvelope(control.setChaos(body === null ? null : parse(chaosChanges, body))),
  );
  app.post('/flush', async () => {
    await control.flush();
    return wrapInEnvelope(control.notifications().filter(({ status }) => status !== 'delivered'));
  });
  app.post('/advance', async ({ body }) => {
    const { ms, to, deliver = false } = parse(advanceInput, body);
    if ((ms === undefined) === (to === undefined)) {
      throw invalidFields([{ field: 'ms', message: 'Give either ms or to.' }]);
    }
    const by = to === undefined ? { ms: ms ?? 0 } : { to };
    const actions = await control.advance(by, { deliver }).catch(rejectRangeError);
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

function withRangeErrors<T>(act: () => T): T {
  try {
    return act();
  } catch (error) {
    return rejectRangeError(error);
  }
}

function rejectRangeError(error: unknown): never {
  if (error instanceof RangeError) throw invalidFields([{ field: 'body', message: error.message }]);
  throw error;
}
