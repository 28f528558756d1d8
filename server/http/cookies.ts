import type { FastifyReply, FastifyRequest } from 'fastify';
import { SECOND } from '#server/platform/clock.ts';

/** The cookies of a call. A cookie is for the server alone: no script reads it, no other site's form sends it. */
export interface Cookies {
  get(name: string): string | undefined;
  set(name: string, value: string, lifetimeMs: number): void;
  remove(name: string): void;
}

/** Over HTTPS the name carries `__Host-`, with which browsers take it from this very host alone. */
export function callCookies(request: FastifyRequest, reply: FastifyReply, isHttps: boolean): Cookies {
  const fullName = (name: string) => (isHttps ? `__Host-${name}` : name);
  const attributes = { path: '/', httpOnly: true, secure: isHttps, sameSite: 'lax' } as const;
  return {
    get: (name) => request.cookies[fullName(name)],
    set: (name, value, lifetimeMs) =>
      void reply.setCookie(fullName(name), value, {
        ...attributes,
        maxAge: Math.floor(lifetimeMs / SECOND),
      }),
    remove: (name) => void reply.clearCookie(fullName(name), attributes),
  };
}
