import type { FastifyReply } from 'fastify';

/** Sends a page whose scripts and styles are separate files. */
export function sendPage(reply: FastifyReply, page: string, frameAncestors: string): FastifyReply {
  return reply
    .removeHeader('X-Frame-Options')
    .headers({
      'Content-Security-Policy': [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "connect-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        `frame-ancestors ${frameAncestors}`,
      ].join('; '),
      'Referrer-Policy': 'no-referrer',
    })
    .type('text/html; charset=utf-8')
    .send(page);
}
