import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { GOOGLE_CALLBACK_PATH, GOOGLE_INTENTS, GOOGLE_START_PATH } from '#contract/accounts/google.ts';
import { firstMessage } from '#contract/errors.ts';
import { googleOffer } from '#server/config/config.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { callCookies } from '#server/http/cookies.ts';
import { MINUTE } from '#server/platform/clock.ts';
import { HttpError } from '#server/platform/http-error.ts';
import { createLimits } from '#server/platform/rate-limits/rate-limits.ts';
import type { GoogleClient } from './google-client.ts';
import { BROWSER_COOKIE } from './redeem-ticket.ts';
import { resultPage, WINDOW_HEADERS, type WindowResult } from './result-page.ts';
import { isSecret, makeSecret } from './secrets.ts';
import { ATTEMPT_LIFETIME_MS, finishAttempt, startAttempt } from './sign-in-attempt.ts';

const StartQuery = z.object({ attempt: z.uuid(), intent: z.enum(GOOGLE_INTENTS) });

const NOT_OFFERED = 'Sign-in with Google is not set up here. Please use your email and password.';
const BROKEN = 'Something went wrong on our side. Please try again.';

/** Longer than an attempt and its ticket together. */
const COOKIE_LIFETIME_MS = ATTEMPT_LIFETIME_MS + 5 * MINUTE;

/** The two addresses that the sign-in's window visits: to Google, and back from there. Whatever happens, it is shown a page. */
export function windowRoutes(
  api: FastifyInstance,
  dependencies: Dependencies,
  google: GoogleClient | null,
): void {
  const { config, database, clock } = dependencies;
  const limits = createLimits(dependencies);
  const isStandIn = googleOffer(config) === 'stand-in';
  const { host, protocol } = new URL(config.publicUrl);
  const cookiesOf = (request: FastifyRequest, reply: FastifyReply) =>
    callCookies(request, reply, protocol === 'https:');
  const route = {
    schema: { hide: true },
    config: { access: 'open' },
    exposeHeadRoute: false,
    onRequest: async (_request: FastifyRequest, reply: FastifyReply) => void reply.headers(WINDOW_HEADERS),
    errorHandler: showFailure,
  } as const;

  api.get(GOOGLE_START_PATH, route, async (request, reply) => {
    const attempt = attemptOf(request);
    if (attempt === null) return show(reply, 400, { attempt, error: 'This address belongs to no sign-in.' });
    if (!google) return show(reply, 404, { attempt, error: NOT_OFFERED });
    // The way back leads to the public address, whose cookies and pages are others than this one's.
    if (isStandIn && request.host !== host) {
      const error = `In the demo, sign-in with Google works at ${config.publicUrl} alone. Please open Tezi there.`;
      return show(reply, 400, { attempt, error });
    }
    await limits.countAddress('googleAddress', request.clientIp);
    const cookies = cookiesOf(request, reply);
    const known = cookies.get(BROWSER_COOKIE);
    // Windows of the same browser share the cookie, so that one does not break the other.
    const browser = isSecret(known) ? known : makeSecret();
    const url = await startAttempt(database, google, { attempt, browser }, clock.now());
    cookies.set(BROWSER_COOKIE, browser, COOKIE_LIFETIME_MS);
    return reply.redirect(url.href, 302);
  });

  api.get(GOOGLE_CALLBACK_PATH, route, async (request, reply) => {
    if (!google) return show(reply, 404, { attempt: null, error: NOT_OFFERED });
    const query = new URL(request.url, config.publicUrl).searchParams;
    const browser = cookiesOf(request, reply).get(BROWSER_COOKIE);
    const { isOurs, result } = await finishAttempt(
      database,
      google,
      { query, browser },
      {
        now: () => clock.now(),
        onFailure: async ({ message, code }) => {
          request.log.warn({ code, reason: message }, 'Google gave no tokens');
          const details = { method: 'google', reason: 'google_exchange_failed' } as const;
          await request.events.report({ kind: 'sign_in_failed', details });
        },
      },
    );
    return show(reply, isOurs ? 200 : 400, result);
  });
}

/** The attempt that the window was opened for; `null` when the address is not one of ours. */
function attemptOf(request: FastifyRequest): string | null {
  const { success, data } = z.safeParse(StartQuery, request.query);
  return success ? data.attempt : null;
}

function show(reply: FastifyReply, status: number, result: WindowResult): FastifyReply {
  return reply.code(status).type('text/html; charset=utf-8').send(resultPage(result));
}

function showFailure(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = error instanceof HttpError ? error : null;
  if (refusal) request.log.warn({ code: refusal.code }, 'a sign-in with Google was refused');
  else request.log.error({ err: error }, 'a sign-in with Google failed');
  const text = firstMessage(refusal?.body, 'detail') ?? BROKEN;
  return show(reply.headers(refusal?.headers ?? {}), refusal?.status ?? 500, {
    attempt: attemptOf(request),
    error: text,
  });
}
