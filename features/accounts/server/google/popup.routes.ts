import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { getFirstMessage } from '#core/contract/errors.ts';
import { getGoogleMode } from '#core/server/config/service-modes.ts';
import { getRequestCookies } from '#core/server/http/cookies.ts';
import { MINUTE } from '#core/server/platform/clock.ts';
import { HttpError } from '#core/server/platform/http-error.ts';
import type { Dependencies } from '#dependencies.ts';
import {
  GOOGLE_CALLBACK_PATH,
  GOOGLE_INTENTS,
  GOOGLE_START_PATH,
} from '#features/accounts/contract/google.ts';
import type { GoogleClient } from './google-client.ts';
import {
  ATTEMPT_LIFETIME_MS,
  BROWSER_COOKIE,
  finishAttempt,
  generateSecret,
  isSecret,
  POPUP_HEADERS,
  type PopupResult,
  renderResultPage,
  startAttempt,
} from './sign-in-attempt.ts';

const StartQuery = z.object({ attempt: z.uuid(), intent: z.enum(GOOGLE_INTENTS) });

const NOT_CONFIGURED = 'Sign-in with Google is not available. Please use your email and password.';
const UNEXPECTED_ERROR = 'Something went wrong on our side. Please try again.';

/** Longer than an attempt and its ticket together. */
const COOKIE_LIFETIME_MS = ATTEMPT_LIFETIME_MS + 5 * MINUTE;

/**
 * Serves the two pages of the sign-in popup: the redirect to Google and the callback. Errors are shown as pages too.
 */
export function popupRoutes(
  api: FastifyInstance,
  { config, database, clock, rateLimits }: Pick<Dependencies, 'config' | 'database' | 'clock' | 'rateLimits'>,
  google: GoogleClient | null,
): void {
  const isSimulator = getGoogleMode(config) === 'simulator';
  const { host, protocol } = new URL(config.publicUrl);
  const getCookies = (request: FastifyRequest, reply: FastifyReply) =>
    getRequestCookies(request, reply, protocol === 'https:');
  const route = {
    schema: { hide: true },
    config: { access: 'open' },
    exposeHeadRoute: false,
    onRequest: async (_request: FastifyRequest, reply: FastifyReply) => void reply.headers(POPUP_HEADERS),
    errorHandler: sendErrorPage,
  } as const;

  api.get(GOOGLE_START_PATH, route, async (request, reply) => {
    const attempt = getAttempt(request);
    if (attempt === null)
      return sendResultPage(reply, 400, {
        attempt,
        error: 'This link is not valid. Please start the sign-in again.',
      });
    if (!google) return sendResultPage(reply, 404, { attempt, error: NOT_CONFIGURED });
    // The callback leads to the public URL, which does not share cookies and pages with this host.
    if (isSimulator && request.host !== host) {
      const error = `In the demo, sign-in with Google only works at ${config.publicUrl}. Please open Tezi there.`;
      return sendResultPage(reply, 400, { attempt, error });
    }
    await rateLimits.countIp('googleAddress', request.clientIp);
    const cookies = getCookies(request, reply);
    const existing = cookies.get(BROWSER_COOKIE);
    // Popups of the same browser share the cookie, so that one does not invalidate the other.
    const browser = isSecret(existing) ? existing : generateSecret();
    const url = await startAttempt(database, google, { attempt, browser }, clock.now());
    cookies.set(BROWSER_COOKIE, browser, COOKIE_LIFETIME_MS);
    return reply.redirect(url.href, 302);
  });

  api.get(GOOGLE_CALLBACK_PATH, route, async (request, reply) => {
    if (!google) return sendResultPage(reply, 404, { attempt: null, error: NOT_CONFIGURED });
    const query = new URL(request.url, config.publicUrl).searchParams;
    const browser = getCookies(request, reply).get(BROWSER_COOKIE);
    const { isOurs, result } = await finishAttempt(
      database,
      google,
      { query, browser },
      {
        now: () => clock.now(),
        onFailure: async ({ message, code }) => {
          request.log.warn({ code, reason: message }, 'token exchange with Google failed');
          const details = { method: 'google', reason: 'google_exchange_failed' } as const;
          await request.events.report({ kind: 'sign_in_failed', details });
        },
      },
    );
    return sendResultPage(reply, isOurs ? 200 : 400, result);
  });
}

/** Returns the attempt that the popup was opened for, or `null` if the query is invalid. */
function getAttempt(request: FastifyRequest): string | null {
  const { success, data } = z.safeParse(StartQuery, request.query);
  return success ? data.attempt : null;
}

function sendResultPage(reply: FastifyReply, status: number, result: PopupResult): FastifyReply {
  return reply.code(status).type('text/html; charset=utf-8').send(renderResultPage(result));
}

function sendErrorPage(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const httpError = error instanceof HttpError ? error : null;
  if (httpError) request.log.warn({ code: httpError.code }, 'sign-in with Google rejected');
  else request.log.error({ err: error }, 'sign-in with Google failed');
  const text = getFirstMessage(httpError?.body, 'detail') ?? UNEXPECTED_ERROR;
  return sendResultPage(reply.headers(httpError?.headers ?? {}), httpError?.status ?? 500, {
    attempt: getAttempt(request),
    error: text,
  });
}
