import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CSRF_COOKIE, CSRF_HEADER } from '#contract/csrf.ts';
import { HttpError } from '#server/platform/http-error.ts';

/** What a token is good for: forms of one sign-in, sent by pages of ours. */
export interface CsrfScope {
  tokenSecret: string;
  sessionId: string;
  /** The address under which people reach the product, without a slash at the end. */
  publicUrl: string;
}

const RANDOM_BYTES = 16;
const KEY_BYTES = 32;
const TOKEN = /^([\w-]{43})\.([\w-]{22})$/;

/**
 * Sets the cookie whose value a form's call has to send back. Readable by our pages' scripts, which is the point; one that
 * is good already stays, so that two tabs do not take it from each other.
 */
export function offerCsrfToken(request: FastifyRequest, reply: FastifyReply, scope: CsrfScope): void {
  if (isOfSession(request.cookies[CSRF_COOKIE], scope)) return;
  reply.setCookie(CSRF_COOKIE, makeToken(scope), {
    path: '/',
    sameSite: 'lax',
    secure: scope.publicUrl.startsWith('https:'),
  });
}

/** Throws unless a form's call comes from a page of ours and carries the token of its sign-in, twice. */
export function refuseForgedForm(request: FastifyRequest, scope: CsrfScope): void {
  if (!isFromOurPages(request, scope)) {
    throw forged('Origin checking failed.');
  }
  const cookie = request.cookies[CSRF_COOKIE];
  const header = request.headers[CSRF_HEADER.toLowerCase()];
  if (!cookie || !header) throw forged('CSRF token missing.');
  if (header !== cookie || !isOfSession(cookie, scope)) throw forged('CSRF token incorrect.');
}

/** What older browsers do not say counts as ours. A demo may be reached under another name than its public one. */
function isFromOurPages({ headers }: FastifyRequest, { publicUrl }: CsrfScope): boolean {
  const { origin, host, 'sec-fetch-site': site } = headers;
  if (site === 'cross-site') return false;
  return (
    origin === undefined || origin === publicUrl || (URL.canParse(origin) && new URL(origin).host === host)
  );
}

const forged = (why: string) =>
  new HttpError({ status: 403, code: 'csrf_failed', body: { detail: `CSRF Failed: ${why}` } });

function makeToken(scope: CsrfScope): string {
  const random = randomBytes(RANDOM_BYTES).toString('base64url');
  return `${macOf(random, scope).toString('base64url')}.${random}`;
}

function isOfSession(token: string | undefined, scope: CsrfScope): boolean {
  const [, mac, random] = TOKEN.exec(token ?? '') ?? [];
  if (!mac || !random) return false;
  return timingSafeEqual(Buffer.from(mac, 'base64url'), macOf(random, scope));
}

function macOf(random: string, { tokenSecret, sessionId }: CsrfScope): Buffer {
  const key = Buffer.from(hkdfSync('sha256', tokenSecret, '', 'csrf', KEY_BYTES));
  return createHmac('sha256', key).update(`${sessionId}\0${random}`).digest();
}
