import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import { serializerCompiler } from 'fastify-type-provider-zod';
import type * as z from 'zod/mini';
import type { Access, EndpointParsed, EndpointShape } from '#contract/endpoint.ts';
import { describeDevice } from '#server/platform/describe-device.ts';
import { HttpError, notFound } from '#server/platform/http-error.ts';
import type { RequestEvents, SecurityLog } from '#server/platform/security-events/security-log.ts';
import { type Authenticate, type Caller, VISITOR } from './caller.ts';
import { type Cookies, getRequestCookies } from './cookies.ts';
import { type CsrfScope, setCsrfCookie, verifyCsrfToken } from './csrf.ts';
import {
  badAccessToken,
  forbidden,
  handleError,
  methodNotAllowed,
  secondFactorMissing,
  signInRequired,
  unsupportedMediaType,
} from './errors/errors.ts';
import { FORM_TYPE, parseForm } from './form-body.ts';
import { isBodyOptional, parseByContract } from './parse-by-contract.ts';

type CallerFor<A extends Access> = A extends 'customer' | 'administrator' | 'administrator-setting-up'
  ? Extract<Caller, { kind: KindFor<A> }>
  : A extends 'anyone'
    ? Caller
    : { kind: 'visitor' };

type KindFor<A extends Access> = A extends 'administrator-setting-up' ? 'administrator' : A;

/** What a handler gets: the parsed parts of the call, and who makes it as far as the endpoint's access asks. */
export type Call<E extends EndpointShape> = EndpointParsed<E> & {
  caller: CallerFor<E['access']>;
  url: string;
  userAgent: string | null;
  /** The IP address of the client. */
  clientIp: string;
  cookies: Cookies;
  /** The security log, for events of this call. */
  events: RequestEvents;
  /** Lets the caller's pages send forms: to be called by what they read before. */
  allowForms(): void;
  /** To be called when the call ended its own session, where the endpoint does so in some cases only. */
  clearSiteData(): void;
};

// biome-ignore lint/suspicious/noConfusingVoidType: a handler that answers nothing need not say `return undefined`
type Answer<E extends EndpointShape> = E['status'] extends 204 ? void : z.input<E['response']>;

export interface AccessOptions {
  publicUrl: string;
  isSecondFactorRequired: boolean;
  /** Signs CSRF tokens. */
  tokenSecret: string;
  authenticate: Authenticate;
}

/** Binds a contract object to its handler. */
export type Handle = <E extends EndpointShape>(
  endpoint: E,
  handler: (call: Call<E>) => Answer<E> | Promise<Answer<E>>,
) => void;

/**
 * Browsers drop what they have cached of the site, including the pages that "Back" would show as they were. Not "storage":
 * the pages remove the tokens themselves, and the theme and the list preferences stay. Not "cookies": the device that
 * signed in before stays trusted (`trusted-device.ts`). Browsers obey over HTTPS and on localhost.
 */
const CLEAR_SITE_DATA = '"cache"';

const METHODS: HTTPMethods[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/**
 * Prepares `app` (the part below `/api`) and gives the function that registers endpoints on it. Every call goes the same
 * way: authenticate, authorise, parse by contract, handle, serialise by contract. Call `close` after the last one.
 *
 * What an administrator changes is recorded in the security log: a handler that records nothing fails.
 */
export function endpointRegistrar(
  app: FastifyInstance,
  options: AccessOptions,
  securityLog: SecurityLog,
): { handle: Handle; close: () => void } {
  // JSON alone, but where a form is asked for: a form on another site can send text.
  app.removeContentTypeParser('text/plain');
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    // Many clients name a type even where there is nothing to send.
    if (request.routeOptions.config.isForm) return done(unsupportedMediaType(request), undefined);
    if (body === '' && isBodyOptional(request.routeOptions.schema?.body)) return done(null, undefined);
    parseJson(request, body as string, done);
  });
  app.addContentTypeParser(
    FORM_TYPE,
    { parseAs: 'string' },
    async (request: FastifyRequest, body: string) => {
      if (!request.routeOptions.config.isForm) throw unsupportedMediaType(request);
      return parseForm(body);
    },
  );
  app.decorateRequest('events');
  app.addHook('onRequest', async (request) => {
    request.caller = VISITOR;
    request.events = securityLog.forRequest(() => sourceOf(request));
  });
  app.setValidatorCompiler(parseByContract);
  app.setSerializerCompiler(serializerCompiler);
  app.setErrorHandler(handleError);
  const isHttps = options.publicUrl.startsWith('https:');
  const methodsByPath = new Map<string, HTTPMethods[]>();

  const handle: Handle = (endpoint, handler) => {
    methodsByPath.set(endpoint.path, [...(methodsByPath.get(endpoint.path) ?? []), endpoint.method]);
    const authorize = requireAccess(endpoint.access, options);
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      schema: {
        summary: endpoint.summary,
        ...(endpoint.params ? { params: endpoint.params } : {}),
        ...(endpoint.query ? { querystring: endpoint.query } : {}),
        ...(endpoint.body ? { body: endpoint.body } : {}),
        response: { [endpoint.status]: endpoint.response },
      },
      config: { access: endpoint.access, ...(endpoint.isForm ? { isForm: true } : {}) },
      ...(endpoint.bodyLimitBytes ? { bodyLimit: endpoint.bodyLimitBytes } : {}),
      onRequest: async (request, reply) => {
        if (endpoint.access === 'open' && endpoint.method !== 'GET')
          reply.header('Cache-Control', 'no-store');
        await reportDenials(endpoint, request.events, async () => {
          await authorize(request, reply);
          if (endpoint.isForm) verifyCsrfToken(request, csrfScope(request.caller, options));
        });
      },
      handler: async (request, reply) => {
        const call = {
          params: request.params,
          query: request.query,
          body: request.body,
          caller: request.caller,
          url: request.url,
          userAgent: request.headers['user-agent'] ?? null,
          clientIp: request.clientIp,
          cookies: getRequestCookies(request, reply, isHttps),
          events: request.events,
          clearSiteData: () => void reply.header('Clear-Site-Data', CLEAR_SITE_DATA),
          allowForms: () => setCsrfCookie(request, reply, csrfScope(request.caller, options)),
        };
        const answer = await reportThrottling(endpoint, request.events, async () =>
          handler(call as unknown as Parameters<typeof handler>[0]),
        );
        if (mustRecord(endpoint) && !request.events.hasRecorded) {
          throw new Error(`${nameOf(endpoint)} records nothing in the security log`);
        }
        if (endpoint.endsSession) reply.header('Clear-Site-Data', CLEAR_SITE_DATA);
        return reply.code(endpoint.status).send(answer);
      },
    });
  };

  const close = () => {
    for (const [path, methods] of methodsByPath) {
      const allowed = methods.includes('GET') ? [...methods, 'HEAD'] : methods;
      app.route({
        method: METHODS.filter((method) => !allowed.includes(method)),
        url: path,
        schema: { hide: true },
        config: { access: 'open' },
        // Before the body is read: a wrong method is refused whatever it carries.
        onRequest: async (request) => {
          throw methodNotAllowed(request.method, allowed);
        },
        handler: () => undefined,
      });
    }
    // Otherwise an unknown path of the API would reach the pages.
    for (const url of ['/', '/*']) {
      app.all(
        url,
        {
          schema: { hide: true },
          config: { access: 'open' },
          onRequest: async () => {
            throw notFound();
          },
        },
        () => undefined,
      );
    }
  };

  return { handle, close };
}

/** Returns the `onRequest` hook that sets the caller, and rejects a request that the access does not allow. */
export function requireAccess(access: Access, options: AccessOptions) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    if (access !== 'open') reply.header('Cache-Control', 'no-store');
    if (access === 'anyone') reply.header('Vary', 'Authorization');
    request.caller = await readCaller(request, access, options);
    checkAccess(request.caller, access, options);
  };
}

/** Who makes the call; throws when the access token is no good. */
function readCaller(
  request: FastifyRequest,
  access: Access,
  { authenticate }: AccessOptions,
): Promise<Caller> | Caller {
  if (access === 'open') return VISITOR;
  return authenticateHeader(request.headers.authorization, authenticate);
}

/** Throws when the endpoint's access does not let the caller. */
function checkAccess(caller: Caller, access: Access, { isSecondFactorRequired }: AccessOptions): void {
  if (access === 'open') return;
  const kind = access === 'administrator-setting-up' ? 'administrator' : access;
  if (kind !== 'anyone' && caller.kind !== kind) {
    throw caller.kind === 'visitor' ? signInRequired() : forbidden();
  }
  const isSettingUp = isSecondFactorRequired && caller.kind === 'administrator' && !caller.hasSecondFactor;
  if (isSettingUp && access !== 'administrator-setting-up') throw secondFactorMissing();
}

/** Records a call that its caller may not make. An administrator who has yet to set up a factor is no suspect. */
export async function reportDenials(
  endpoint: { method: string; path: string },
  events: RequestEvents,
  check: () => Promise<void>,
): Promise<void> {
  try {
    await check();
  } catch (error) {
    if (error instanceof HttpError && error.status === 403 && error.code !== 'second_factor_required') {
      const details = { reason: error.code, endpoint: nameOf(endpoint) };
      await events.report({ kind: 'access_denied', details });
    }
    throw error;
  }
}

/** Records a call beyond a limit, unless the handler has reported it with more detail. */
async function reportThrottling<T>(
  endpoint: EndpointShape,
  events: RequestEvents,
  handle: () => Promise<T>,
): Promise<T> {
  try {
    return await handle();
  } catch (error) {
    if (error instanceof HttpError && error.code === 'throttled' && !events.hasReported) {
      await events.report({ kind: 'request_throttled', details: { endpoint: nameOf(endpoint) } });
    }
    throw error;
  }
}

const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;

const mustRecord = ({ method, access, changesNothing }: EndpointShape) =>
  method !== 'GET' && changesNothing !== true && access.startsWith('administrator');

function sourceOf(request: FastifyRequest) {
  const { caller } = request;
  return {
    account: accountOf(caller),
    sessionId: caller.kind === 'visitor' ? null : caller.sessionId,
    clientIp: request.clientIp,
    device: describeDevice(request.headers['user-agent'] ?? null),
    requestId: request.id,
  };
}

function accountOf(caller: Caller) {
  if (caller.kind === 'visitor') return null;
  return { kind: caller.kind, id: caller.kind === 'customer' ? caller.userId : caller.administratorId };
}

/** Forms are of a sign-in: a visitor has none to forge. */
function csrfScope(caller: Caller, { publicUrl, tokenSecret }: AccessOptions): CsrfScope {
  if (caller.kind === 'visitor') throw signInRequired();
  return { tokenSecret, sessionId: caller.sessionId, publicUrl };
}

async function authenticateHeader(header: string | undefined, authenticate: Authenticate): Promise<Caller> {
  if (header === undefined) return VISITOR;
  const token = /^Bearer ([^\s]{1,4096})$/i.exec(header)?.[1];
  if (token === undefined) throw badAccessToken('invalid');
  const caller = await authenticate(token);
  if ('fault' in caller) throw badAccessToken(caller.fault);
  return caller;
}

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller;
    events: RequestEvents;
  }
  interface FastifyContextConfig {
    access?: Access;
    /** Takes forms and no JSON, where others take JSON and no forms. */
    isForm?: boolean;
  }
}
