import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { MINUTE, SECOND } from '#server/platform/clock.ts';

const MAX_AGE_MS = 5 * MINUTE;

/** Answers with a feed that programs ask for again and again; one that they have already is not sent again. */
export function answerFeed(
  request: FastifyRequest,
  reply: FastifyReply,
  { body, type, changedAt }: { body: string; type: string; changedAt: Date },
): FastifyReply {
  // Weak: the same whatever it is compressed with.
  const etag = `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  reply
    .header('Cache-Control', `public, max-age=${MAX_AGE_MS / SECOND}`)
    .header('ETag', etag)
    .header('Last-Modified', changedAt.toUTCString())
    .type(type);
  return isKnown(request, etag, changedAt) ? reply.code(304).send() : reply.send(body);
}

/** Whether the reader has this very feed already; an ETag, where sent, decides alone (RFC 9110, 13.1.3). */
function isKnown({ headers }: FastifyRequest, etag: string, changedAt: Date): boolean {
  const tags = headers['if-none-match'];
  if (tags !== undefined) {
    return tags
      .split(',')
      .some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag.slice(2));
  }
  const since = Date.parse(headers['if-modified-since'] ?? '');
  return Math.floor(changedAt.getTime() / SECOND) * SECOND <= since;
}
