import type { FastifyReply } from 'fastify';

/** A page of the stand-in's own: its script and its styles are files. */
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
