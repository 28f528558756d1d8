import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { API_KEY_PREFIX, type ApiScope } from '#core/contract/api/api-scopes.ts';
import { CSRF_COOKIE, CSRF_HEADER } from '#core/contract/api/csrf.ts';
import type { Access, EndpointShape } from '#core/contract/endpoint.ts';
import { type Authenticate, type AuthenticateKey, type Caller, VISITOR } from '#core/server/http/caller.ts';
import {
  apiKeyNotAccepted,
  forbidden,
  invalidAccessToken,
  invalidApiKey,
  secondFactorRequired,
  signInRequired,
} from '#core/server/http/errors/errors.ts';
import { describeDevice } from '#core/server/platform/describe-device.ts';
import { HttpError, throttled } from '#core/server/platform/http-error.ts';
import type { RequestEvents } from '#core/server/platform/security-events/security-log.ts';
import { listSecrets, type TokenSecrets } from '#core/server/platform/token-secrets.ts';

export interface AccessDependencies {
  publicUrl: string;
  isSecondFactorRequired: boolean;
  /** Signs CSRF tokens. */
  tokenSecrets: TokenSecrets;
  authenticate: Authenticate;
  authenticateKey: AuthenticateKey;
}

/**
 * Returns the `onRequest` hook that sets the caller, and rejects a request that the access does not allow. A request with an API key is
 * rejected unless the key has the endpoint's `scope`, also where callers without a token are accepted.
 */
export function requireAccess(access: Access, options: AccessDependencies, scope?: ApiScope) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    if (access !== 'open') reply.header('Cache-Control', 'no-store');
    if (access === 'anyone') reply.header('Vary', 'Authorization');
    const key = readApiKey(request.headers.authorization);
    if (key !== null) {
      request.caller = await authenticateByKey(key, request, reply, { options, scope });
      return;
    }
    request.caller = await readCaller(request, access, options);
    checkAccess(request.caller, access, options);
  };
}

const API_KEY = new RegExp(`^Bearer (${API_KEY_PREFIX}[^\\s]{0,200})$`, 'i');

/** Returns the API key in an `Authorization` header; `null` if it has none. */
const readApiKey = (header: string | undefined): string | null =>
  header === undefined ? null : (API_KEY.exec(header)?.[1] ?? null);

/** Returns whether a request has an API key, which is checked and counted for each of them. */
export const hasApiKey = (header: string | undefined): boolean => readApiKey(header) !== null;

async function authenticateByKey(
  key: string,
  request: FastifyRequest,
  reply: FastifyReply,
  { options, scope }: { options: AccessDependencies; scope: ApiScope | undefined },
): Promise<Caller> {
  reply.header('Cache-Control', 'no-store').header('Vary', 'Authorization');
  const found = await options.authenticateKey(key, request.clientIp);
  if (!found) throw invalidApiKey();
  const { max, windowMs } = found.quota.limit;
  const { remaining, secondsLeft } = found.quota;
  reply.header('RateLimit-Policy', `"default";q=${max};w=${windowMs / 1000}`);
  reply.header('RateLimit', `"default";r=${Math.max(0, remaining)};t=${secondsLeft}`);
  // For the security event of a rejection.
  request.caller = found.caller;
  if (remaining < 0) throw throttled(secondsLeft);
  if (scope === undefined || !found.scopes.includes(scope)) throw apiKeyNotAccepted(scope);
  return found.caller;
}

/** Returns the caller; throws if the access token is invalid. */
function readCaller(
  request: FastifyRequest,
  access: Access,
  { authenticate }: AccessDependencies,
): Promise<Caller> | Caller {
  if (access === 'open') return VISITOR;
  return authenticateHeader(request.headers.authorization, authenticate);
}

/** Throws if the endpoint's access does not allow the caller. */
function checkAccess(caller: Caller, access: Access, { isSecondFactorRequired }: AccessDependencies): void {
  if (access === 'open') return;
  const kind = access === 'administrator-setting-up' ? 'administrator' : access;
  if (kind !== 'anyone' && caller.kind !== kind) {
    throw caller.kind === 'visitor' ? signInRequired() : forbidden();
  }
  const isSettingUp = isSecondFactorRequired && caller.kind === 'administrator' && !caller.hasSecondFactor;
  if (isSettingUp && access !== 'administrator-setting-up') throw secondFactorRequired();
}

/** Records a forbidden request, except those of administrators who have not set up a second factor yet. */
export async function reportDenials(
  endpoint: { method: string; path: string },
  events: RequestEvents,
  check: () => Promise<void>,
): Promise<void> {
  try {
    await check();
  } catch (error) {
    if (error instanceof HttpError && error.status === 403 && error.code !== 'second_factor_required') {
      const details = { reason: error.code, endpoint: getName(endpoint) };
      await events.report({ kind: 'access_denied', details });
    }
    throw error;
  }
}

/** Records a rate-limited request, unless the handler has reported it with more detail. */
export async function reportThrottling<T>(
  endpoint: EndpointShape,
  events: RequestEvents,
  handle: () => Promise<T>,
): Promise<T> {
  try {
    return await handle();
  } catch (error) {
    if (error instanceof HttpError && error.code === 'throttled' && !events.hasReported) {
      await events.report({ kind: 'request_throttled', details: { endpoint: getName(endpoint) } });
    }
    throw error;
  }
}

async function authenticateHeader(header: string | undefined, authenticate: Authenticate): Promise<Caller> {
  if (header === undefined) return VISITOR;
  const token = /^Bearer ([^\s]{1,4096})$/i.exec(header)?.[1];
  if (token === undefined) throw invalidAccessToken('invalid');
  const caller = await authenticate(token);
  if ('rejection' in caller) throw invalidAccessToken(caller.rejection);
  return caller;
}

/** CSRF tokens belong to a session, so a visitor has none. */
export function getCsrfScope(caller: Caller, { publicUrl, tokenSecrets }: AccessDependencies): CsrfScope {
  if (caller.kind === 'visitor' || caller.kind === 'api_key') throw signInRequired();
  return { tokenSecrets, sessionId: caller.sessionId, publicUrl };
}

/** Returns the name of an endpoint in the security log. */
export const getName = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;

/** Returns the source of the request's security events. */
export function getSource(request: FastifyRequest) {
  const { caller } = request;
  return {
    account: getAccount(caller),
    sessionId: 'sessionId' in caller ? caller.sessionId : null,
    clientIp: request.clientIp,
    device: describeDevice(request.headers['user-agent'] ?? null),
    requestId: request.id,
  };
}

function getAccount(caller: Caller) {
  if (caller.kind === 'visitor') return null;
  return caller.kind === 'administrator'
    ? { kind: caller.kind, id: caller.administratorId }
    : { kind: 'customer' as const, id: caller.userId };
}

/** A token is valid for the forms of one session on this site. */
interface CsrfScope {
  tokenSecrets: TokenSecrets;
  sessionId: string;
  /** The public base URL, without a trailing slash. */
  publicUrl: string;
}

const RANDOM_BYTES = 16;
const KEY_BYTES = 32;
const TOKEN = /^([\w-]{43})\.([\w-]{22})$/;

/**
 * Sets the cookie whose value a form request must return. Scripts of this site read it, so it is not `HttpOnly`. A
 * cookie that is already valid is not replaced, so that two tabs do not invalidate each other's.
 */
export function setCsrfCookie(request: FastifyRequest, reply: FastifyReply, scope: CsrfScope): void {
  if (isValidToken(request.cookies[CSRF_COOKIE], scope)) return;
  reply.setCookie(CSRF_COOKIE, createToken(scope), {
    path: '/',
    sameSite: 'lax',
    secure: scope.publicUrl.startsWith('https:'),
  });
}

/**
 * Throws unless a form request has the same origin and carries its session's token in both the cookie and the header.
 */
export function verifyCsrfToken(request: FastifyRequest, scope: CsrfScope): void {
  if (!isSameOrigin(request, scope)) {
    throw csrfFailed('Origin checking failed.');
  }
  const cookie = request.cookies[CSRF_COOKIE];
  const header = request.headers[CSRF_HEADER.toLowerCase()];
  if (!cookie || !header) throw csrfFailed('CSRF token missing.');
  if (header !== cookie || !isValidToken(cookie, scope)) throw csrfFailed('CSRF token incorrect.');
}

/**
 * Missing headers are accepted, because older browsers do not send them. The host is compared too, because a demo may
 * be opened at a URL other than its public one.
 */
function isSameOrigin({ headers }: FastifyRequest, { publicUrl }: CsrfScope): boolean {
  const { origin, host, 'sec-fetch-site': site } = headers;
  if (site === 'cross-site') return false;
  return (
    origin === undefined || origin === publicUrl || (URL.canParse(origin) && new URL(origin).host === host)
  );
}

const csrfFailed = (reason: string) =>
  new HttpError({ status: 403, code: 'csrf_failed', body: { detail: `CSRF Failed: ${reason}` } });

function createToken(scope: CsrfScope): string {
  const random = randomBytes(RANDOM_BYTES).toString('base64url');
  return `${computeMac(random, scope, scope.tokenSecrets.current).toString('base64url')}.${random}`;
}

function isValidToken(token: string | undefined, scope: CsrfScope): boolean {
  const [, mac, random] = TOKEN.exec(token ?? '') ?? [];
  if (!mac || !random) return false;
  const given = Buffer.from(mac, 'base64url');
  return listSecrets(scope.tokenSecrets).some((secret) =>
    timingSafeEqual(given, computeMac(random, scope, secret)),
  );
}

function computeMac(random: string, { sessionId }: CsrfScope, secret: string): Buffer {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'csrf', KEY_BYTES));
  return createHmac('sha256', key).update(`${sessionId}\0${random}`).digest();
}
