import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CSRF_COOKIE, CSRF_HEADER } from '#core/contract/csrf.ts';
import { HttpError } from '#core/server/platform/http-error.ts';
import { listSecrets, type TokenSecrets } from '#core/server/platform/token-secrets.ts';

/** A token is valid for the forms of one session on this site. */
export interface CsrfScope {
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
