import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { MINUTE, SECOND } from '#server/platform/clock.ts';

const MAX_AGE_MS = 5 * MINUTE;

/** Sends a feed that clients poll, or 304 if the client already has this version. */
export function sendFeed(
  request: FastifyRequest,
  reply: FastifyReply,
  { body, type, changedAt }: { body: string; type: string; changedAt: Date },
): FastifyReply {
  // Weak: the same for every content encoding.
  const etag = `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  reply
    .header('Cache-Control', `public, max-age=${MAX_AGE_MS / SECOND}`)
    .header('ETag', etag)
    .header('Last-Modified', changedAt.toUTCString())
    .type(type);
  return isNotModified(request, etag, changedAt) ? reply.code(304).send() : reply.send(body);
}

/** Evaluates the conditional headers. `If-None-Match` takes precedence over `If-Modified-Since` (RFC 9110 §13.1.3). */
function isNotModified({ headers }: FastifyRequest, etag: string, changedAt: Date): boolean {
  const tags = headers['if-none-match'];
  if (tags !== undefined) {
    return tags
      .split(',')
      .some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag.slice(2));
  }
  const since = Date.parse(headers['if-modified-since'] ?? '');
  return Math.floor(changedAt.getTime() / SECOND) * SECOND <= since;
}
