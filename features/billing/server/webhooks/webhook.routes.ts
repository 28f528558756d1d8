import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { methodNotAllowed } from '#core/server/http/errors/errors.ts';
import { DAY, SECOND } from '#core/server/platform/clock.ts';
import { HttpError, notFound } from '#core/server/platform/http-error.ts';
import type { Logger } from '#core/server/platform/logger.ts';
import type { RouteDependencies } from '#dependencies.ts';
import { createWebhookChecks, RejectedWebhooks } from './webhook-checks.ts';
import { parseEnvelope, storeWebhookEvent } from './webhook-events.ts';

const PATH = '/paddle/webhook/';
const BODY_LIMIT_BYTES = 1024 * 1024;

const invalidSignature = () =>
  new HttpError({
    status: 401,
    code: 'webhook_signature_invalid',
    body: { detail: 'Invalid webhook signature.' },
  });

const invalidPayload = (cause: unknown) =>
  new HttpError({
    status: 400,
    code: 'webhook_unreadable',
    body: { detail: 'Invalid webhook payload.' },
    cause,
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
    checks,
  }: Pick<RouteDependencies, 'billing' | 'database' | 'clock' | 'logger' | 'rateLimits' | 'checks'>,
): Promise<void> {
  const rejected = new RejectedWebhooks();
  if (billing.paddle) checks.register(...createWebhookChecks(database.db, clock, rejected));
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
          if (isLikePaddle(getSignature(request), body, clock.now())) rejected.add(clock.now());
          throw invalidSignature();
        }
        const envelope = parseSigned(body, logger);
        await database.transaction((tx) => storeWebhookEvent(tx, envelope, clock.now()));
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

function parseSigned(body: Buffer, logger: Logger): ReturnType<typeof parseEnvelope> {
  try {
    return parseEnvelope(body);
  } catch (error) {
    logger.error({ err: error }, 'signed webhook payload is invalid');
    throw invalidPayload(error);
  }
}

function getSignature(request: FastifyRequest): string | undefined {
  const header = request.headers['paddle-signature'];
  return typeof header === 'string' ? header : undefined;
}

/**
 * The maximum difference between Paddle's clock and ours. A replay within it has no effect, because events are stored once.
 */
const TOLERANCE_MS = 30 * SECOND;

const HEADER_LIKE_PADDLE = /^ts=(\d{10});\s*h1=[0-9a-f]{64}/;

/** Whether Paddle may have sent a rejected webhook, in contrast to most requests of strangers. The clock of this server may be wrong. */
function isLikePaddle(header: string | undefined, body: Buffer, now: Date): boolean {
  const [, timestamp] = HEADER_LIKE_PADDLE.exec(header ?? '') ?? [];
  if (timestamp === undefined || Math.abs(now.getTime() - Number(timestamp) * SECOND) > DAY) return false;
  try {
    parseEnvelope(body);
    return true;
  } catch {
    // Strangers send anything; Paddle sends what can be parsed.
    return false;
  }
}

const TIMESTAMP = /^\d{1,12}$/;
const SIGNATURE = /^[0-9a-f]{64}$/;
/** There are two signatures while a secret is rotated; many are never legitimate. */
const MAX_PARTS = 10;

/**
 * Verifies that a webhook's `Paddle-Signature` (`ts=…;h1=…`) was made recently over these exact bytes with one of our
 * secrets. Accepts any of several `h1` and any of several secrets, so that either side can rotate first.
 */
export function verifySignature(
  body: Buffer,
  header: string | undefined,
  secrets: readonly string[],
  now: Date,
): boolean {
  const parts = parseHeader(header ?? '');
  const timestamps = getValues('ts', parts);
  const signatures = getValues('h1', parts).filter((value) => SIGNATURE.test(value));
  const [timestamp = ''] = timestamps;
  if (timestamps.length !== 1 || !TIMESTAMP.test(timestamp)) return false;
  if (Math.abs(now.getTime() - Number(timestamp) * SECOND) > TOLERANCE_MS) return false;

  let isValid = false;
  for (const secret of secrets) {
    const expected = createHmac('sha256', secret).update(`${timestamp}:`).update(body).digest();
    for (const signature of signatures) {
      isValid = timingSafeEqual(expected, Buffer.from(signature, 'hex')) || isValid;
    }
  }
  return isValid;
}

function parseHeader(header: string): string[][] {
  return header
    .split(';', MAX_PARTS)
    .map((part) => part.trim().split('='))
    .filter((part) => part.length === 2);
}

const getValues = (name: string, parts: string[][]) =>
  parts.filter(([key]) => key === name).map(([, value = '']) => value);
