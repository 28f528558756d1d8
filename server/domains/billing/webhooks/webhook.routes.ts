import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Dependencies } from '#server/dependencies.ts';
import { verifySignature } from '#server/domains/billing/paddle/verify-signature.ts';
import { methodNotAllowed } from '#server/http/errors/errors.ts';
import { HttpError, notFound } from '#server/platform/http-error.ts';
import { parseEnvelope, storeEvent } from './store-event.ts';

const PATH = '/paddle/webhook/';
const BODY_LIMIT_BYTES = 1024 * 1024;

const invalidSignature = () =>
  new HttpError({
    status: 401,
    code: 'webhook_signature_invalid',
    body: { detail: 'Invalid webhook signature.' },
  });

const invalidPayload = () =>
  new HttpError({
    status: 400,
    code: 'webhook_unreadable',
    body: { detail: 'Invalid webhook payload.' },
  });

/**
 * Receives Paddle's webhooks: verifies the signature over the raw bytes, stores the event and responds. The event is
 * applied afterwards, so that processing neither delays the response nor loses an event.
 */
export async function webhookRoutes(
  api: FastifyInstance,
  {
    billing,
    database,
    clock,
    logger,
    rateLimits,
  }: Pick<Dependencies, 'billing' | 'database' | 'clock' | 'logger' | 'rateLimits'>,
): Promise<void> {
  await api.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    scope.route({
      method: 'POST',
      url: PATH,
      schema: { hide: true },
      config: { access: 'open' },
      bodyLimit: BODY_LIMIT_BYTES,
      onRequest: async (_request, reply) => {
        reply.header('Cache-Control', 'no-store');
        if (!billing.paddle) throw notFound();
      },
      handler: async (request) => {
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        const secrets = billing.paddle?.webhookSecrets ?? [];
        if (!verifySignature(body, getSignature(request), secrets, clock.now())) {
          await rateLimits.countIp('badWebhookAddress', request.clientIp);
          throw invalidSignature();
        }
        const envelope = parseEnvelope(body);
        if (!envelope) {
          logger.error('signed webhook payload is invalid');
          throw invalidPayload();
        }
        await database.transaction((tx) => storeEvent(tx, envelope, clock.now()));
        return {};
      },
    });
    scope.route({
      method: ['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
      url: PATH,
      schema: { hide: true },
      config: { access: 'open' },
      onRequest: async (request) => {
        throw methodNotAllowed(request.method, ['POST']);
      },
      handler: () => undefined,
    });
  });
}

function getSignature(request: FastifyRequest): string | undefined {
  const header = request.headers['paddle-signature'];
  return typeof header === 'string' ? header : undefined;
}
