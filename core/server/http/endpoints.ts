import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import * as z from 'zod/mini';
import type { Access, EndpointParsed, EndpointShape } from '#core/contract/endpoint.ts';
import type { Transaction } from '#core/server/platform/database.ts';
import { notFound } from '#core/server/platform/http-error.ts';
import { runOnce } from '#core/server/platform/idempotency/run-once.ts';
import type { RequestEvents, SecurityLog } from '#core/server/platform/security-events/security-log.ts';
import { type Caller, VISITOR } from './caller.ts';
import { type Cookies, getRequestCookies } from './cookies.ts';
import {
  type AccessDependencies,
  getCsrfScope,
  getName,
  getSource,
  reportDenials,
  reportThrottling,
  requireAccess,
  setCsrfCookie,
  verifyCsrfToken,
} from './endpoints/access.ts';
import { acceptBodies, FORM_TYPE } from './endpoints/bodies.ts';
import { parseByContract } from './endpoints/parse-by-contract.ts';
import {
  type CallerGroup,
  createSharedResponder,
  type IsShared,
  isShared,
  type SharedCall,
  serializeByContract,
} from './endpoints/shared-endpoint.ts';
import { handleError, methodNotAllowed } from './errors/errors.ts';
import type { Caching } from './response-cache/send-cached.ts';

type CallerFor<A extends Access> = A extends 'customer' | 'administrator' | 'administrator-setting-up'
  ? Extract<Caller, { kind: KindFor<A> }>
  : A extends 'anyone'
    ? Caller
    : { kind: 'visitor' };

type KindFor<A extends Access> = A extends 'administrator-setting-up' ? 'administrator' : A;

/**
 * A handler's input: the parsed parts of the request, and the caller with the type that the endpoint's access implies.
 */
export type Call<E extends EndpointShape> = EndpointParsed<E> & {
  caller: CallerFor<E['access']>;
  url: string;
  userAgent: string | null;
  /** The IP address of the client. */
  clientIp: string;
  cookies: Cookies;
  /** Records security events of this request. */
  events: RequestEvents;
  /** Sets the CSRF cookie. Call it in the endpoints that pages with forms read. */
  allowForms(): void;
  /** Clears the browser cache. Call it in endpoints that end the caller's session only in some cases. */
  clearSiteData(): void;
} & (E extends { isIdempotent: true } ? { once: Once } : unknown);

/**
 * Runs the work of a request, or returns the result of an earlier request with the same `Idempotency-Key`. Call it first in the
 * transaction of the work, with what the endpoint responds.
 */
export type Once = <Result>(tx: Transaction, work: () => Promise<Result>) => Promise<Result>;

// biome-ignore lint/suspicious/noConfusingVoidType: handlers without a response body need no `return undefined`
type HandlerResult<E extends EndpointShape> = E['status'] extends 204 ? void : Content<E>;

type Content<E extends EndpointShape> = E extends { file: string } ? Readable : z.input<E['response']>;

/**
 * Binds a contract object to its handler. If all callers get the same response, it is cached and the handler cannot know
 * the caller.
 */
export type Handle = <E extends EndpointShape>(
  endpoint: E,
  handler: (
    call: IsShared<E> extends true ? SharedCall<E> : Call<E>,
  ) => HandlerResult<E> | Promise<HandlerResult<E>>,
) => void;

/**
 * Binds the contract object of a caller-dependent `GET`. `authorize` runs for every request: it returns the group of the
 * caller or throws. `read` runs once for the group, whose callers share the cached response.
 */
export type HandleByGroup = <E extends EndpointShape, G extends CallerGroup>(
  endpoint: E,
  authorize: (call: Call<E>) => G | Promise<G>,
  read: (call: SharedCall<E>, group: G) => HandlerResult<E> | Promise<HandlerResult<E>>,
) => void;

/**
 * Clears the browser's HTTP and back/forward caches of the site. Not "storage": the pages remove the tokens themselves,
 * and theme and list preferences remain. Not "cookies": the device remains trusted (`trusted-device.ts`). Browsers
 * support this over HTTPS and on localhost only.
 */
const CLEAR_SITE_DATA = '"cache"';

const IDEMPOTENCY_KEY = 'idempotency-key';
const IdempotencyHeaders = z.looseObject({
  [IDEMPOTENCY_KEY]: z.optional(
    z.string().check(z.regex(/^[!-~]{1,255}$/, 'Use 1 to 255 letters, digits and signs, without spaces.')),
  ),
});
/** The response to a repeated request has it, with the value `true`. */
const REPLAYED_HEADER = 'Idempotent-Replayed';

const METHODS: HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/**
 * Configures `app` (everything below `/api`) and returns a function that registers endpoints on it. Every request is
 * authenticated, authorized, parsed by contract, handled and serialized by contract. Call `close` after the last
 * endpoint.
 *
 * Changes by administrators are recorded in the security log: a handler that records nothing fails.
 */
export function createEndpointRegistrar(
  app: FastifyInstance,
  options: AccessDependencies,
  { securityLog, caching }: { securityLog: SecurityLog; caching: Caching },
): { handle: Handle; handleByGroup: HandleByGroup; close: () => void } {
  acceptBodies(app);
  app.decorateRequest('events');
  app.addHook('onRequest', (request, _reply, done) => {
    request.caller = VISITOR;
    request.events = securityLog.forRequest(() => getSource(request));
    done();
  });
  app.setValidatorCompiler(parseByContract);
  app.setSerializerCompiler(serializeByContract);
  app.setErrorHandler(handleError);
  const isHttps = options.publicUrl.startsWith('https:');
  const methodsByPath = new Map<string, HTTPMethods[]>();

  const sharing = { caching, prefix: app.prefix };

  const register = (
    endpoint: EndpointShape,
    respond: (request: FastifyRequest, reply: FastifyReply) => unknown,
    { isStored = false } = {},
  ) => {
    methodsByPath.set(endpoint.path, [...(methodsByPath.get(endpoint.path) ?? []), endpoint.method]);
    const authorize = requireAccess(endpoint.access, options, endpoint.scope);
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      schema: {
        summary: endpoint.summary,
        ...(endpoint.scope ? { security: [{ apiKey: [endpoint.scope] }] } : {}),
        ...(endpoint.params ? { params: endpoint.params } : {}),
        ...(endpoint.query ? { querystring: endpoint.query } : {}),
        ...(endpoint.isIdempotent ? { headers: IdempotencyHeaders } : {}),
        ...(endpoint.body ? { body: endpoint.body } : {}),
        ...(endpoint.isForm ? { consumes: [FORM_TYPE] } : {}),
        ...(endpoint.file ? {} : { response: { [endpoint.status ?? 200]: endpoint.response } }),
      },
      config: {
        access: endpoint.access,
        ...(endpoint.isForm ? { isForm: true } : {}),
        ...(endpoint.file ? { file: endpoint.file } : {}),
      },
      ...(endpoint.bodyLimitBytes ? { bodyLimit: endpoint.bodyLimitBytes } : {}),
      // A stored response is already compressed as the client accepts it.
      ...(isStored ? { compress: false } : {}),
      onRequest: async (request, reply) => {
        if ((endpoint.access === 'open' && endpoint.method !== 'GET') || endpoint.noStore)
          reply.header('Cache-Control', 'no-store');
        await reportDenials(endpoint, request.events, async () => {
          await authorize(request, reply);
          if (endpoint.isForm) verifyCsrfToken(request, getCsrfScope(request.caller, options));
        });
      },
      handler: (request, reply) =>
        reportThrottling(endpoint, request.events, async () => respond(request, reply)),
    });
  };

  /** Its type depends on the endpoint, whose schemas have validated the request when it is called. */
  const createCall = <E extends EndpointShape>(request: FastifyRequest, reply: FastifyReply) =>
    ({
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
      allowForms: () => setCsrfCookie(request, reply, getCsrfScope(request.caller, options)),
      once: createOnce(request, reply),
    }) as unknown as Call<E>;

  const handle: Handle = (endpoint, handler) => {
    type HandlerCall = Parameters<typeof handler>[0];
    if (isShared(endpoint)) {
      const respond = createSharedResponder(endpoint, (call) => handler(call as HandlerCall), sharing);
      const respondToAll = (request: FastifyRequest, reply: FastifyReply) =>
        respond({ request, reply, group: null });
      register(endpoint, respondToAll, { isStored: true });
      return;
    }
    register(endpoint, async (request, reply) => {
      const result = await handler(createCall(request, reply) as HandlerCall);
      if (endpoint.isIdempotent && !request.hasRunOnce) {
        throw new Error(`${getName(endpoint)} ignores its Idempotency-Key`);
      }
      const isReplayed = reply.hasHeader(REPLAYED_HEADER);
      if (requiresSecurityEvent(endpoint) && !request.events.hasRecorded && !isReplayed) {
        throw new Error(`${getName(endpoint)} records nothing in the security log`);
      }
      if (endpoint.file) reply.type(endpoint.file).header('Content-Disposition', 'attachment');
      if (endpoint.endsSession) reply.header('Clear-Site-Data', CLEAR_SITE_DATA);
      return reply.code(endpoint.status ?? 200).send(result);
    });
  };

  const handleByGroup: HandleByGroup = (endpoint, authorize, read) => {
    const respond = createSharedResponder(endpoint, read, sharing);
    const respondToGroup = async (request: FastifyRequest, reply: FastifyReply) =>
      respond({ request, reply, group: await authorize(createCall(request, reply)) });
    register(endpoint, respondToGroup, { isStored: true });
  };

  const close = () => {
    for (const [path, methods] of methodsByPath) {
      const allowed = methods.includes('GET') ? [...methods, 'HEAD'] : methods;
      rejectOtherMethods(app, path, allowed);
    }
    // Without this, paths below `/api` without an endpoint would reach the pages.
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

  return { handle, handleByGroup, close };
}

/** Rejects requests with other methods with 405, before their body is read. */
export function rejectOtherMethods(app: FastifyInstance, path: string, allowed: HTTPMethods[]): void {
  app.route({
    method: METHODS.filter((method) => !allowed.includes(method)),
    url: path,
    schema: { hide: true },
    config: { access: 'open' },
    exposeHeadRoute: false,
    onRequest: async (request) => {
      throw methodNotAllowed(request.method, allowed);
    },
    handler: () => undefined,
  });
}

function createOnce(request: FastifyRequest, reply: FastifyReply): Once {
  return (tx, work) => {
    request.hasRunOnce = true;
    const { method, url, body, caller } = request;
    const key = request.headers[IDEMPOTENCY_KEY];
    if (typeof key !== 'string' || caller.kind !== 'administrator') return work();
    const fingerprint = createHash('sha256')
      .update(`${method} ${url}\n${JSON.stringify(body)}`)
      .digest('base64url');
    const onReplay = () => void reply.header(REPLAYED_HEADER, 'true');
    return runOnce(tx, { administratorId: caller.administratorId, key, fingerprint }, { work, onReplay });
  };
}

const requiresSecurityEvent = ({ method, access, changesNothing }: EndpointShape) =>
  method !== 'GET' && changesNothing !== true && access.startsWith('administrator');

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller;
    events: RequestEvents;
    /** The handler has called `once`. */
    hasRunOnce?: true;
  }
  interface FastifyContextConfig {
    access?: Access;
    /** Accepts forms instead of JSON. */
    isForm?: boolean;
    /** The type of the file that the route responds with instead of JSON. */
    file?: string;
  }
}
