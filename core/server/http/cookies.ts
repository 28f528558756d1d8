import type { FastifyReply, FastifyRequest } from 'fastify';
import { SECOND } from '#core/server/platform/clock.ts';

/** The cookies of a request. They are `HttpOnly` and `SameSite=Lax`: scripts cannot read them, forms of other sites do not send them. */
export interface Cookies {
  get(name: string): string | undefined;
  set(name: string, value: string, lifetimeMs: number): void;
  remove(name: string): void;
}

/** Over HTTPS the names have the prefix `__Host-`, so that browsers accept the cookies from this host only. */
export function getRequestCookies(request: FastifyRequest, reply: FastifyReply, isHttps: boolean): Cookies {
  const getFullName = (name: string) => (isHttps ? `__Host-${name}` : name);
  const attributes = { path: '/', httpOnly: true, secure: isHttps, sameSite: 'lax' } as const;
  return {
    get: (name) => request.cookies[getFullName(name)],
    set: (name, value, lifetimeMs) =>
      void reply.setCookie(getFullName(name), value, {
        ...attributes,
        maxAge: Math.floor(lifetimeMs / SECOND),
      }),
    remove: (name) => void reply.clearCookie(getFullName(name), attributes),
  };
}
