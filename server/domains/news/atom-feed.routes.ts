import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Dependencies } from '#server/dependencies.ts';
import { MINUTE, SECOND } from '#server/platform/clock.ts';
import { lastChange, writeAtomFeed } from './atom-feed.ts';
import { listArticles } from './list/list-articles.ts';
import type { KeptOverview } from './list/news-overview.ts';
import { readArticleRows } from './news.queries.ts';

const FEED_LENGTH = 50;
const MAX_AGE_MS = 5 * MINUTE;

/** The newest articles as a feed, whole or of some sectors (`?sector=Cement&sector=Refinery`). */
export function atomFeedRoutes(
  api: FastifyInstance,
  { config: { publicUrl }, database }: Dependencies,
  overview: KeptOverview,
): void {
  api.get(
    '/news/feed.atom',
    { schema: { hide: true }, config: { access: 'open' } },
    async (request, reply) => {
      const sector = sectorsOf(request);
      const slice = { ordering: '-pub_date', offset: 0, limit: FEED_LENGTH } as const;
      const { ids } = await listArticles(database.read, await overview(), { sector }, slice, FEED_LENGTH);
      const articles = await readArticleRows(database.read, ids, 'excerpt');
      const body = writeAtomFeed(articles, {
        url: `${publicUrl}/api/news/feed.atom${sector.length > 0 ? `?${new URLSearchParams(sector.map((name) => ['sector', name]))}` : ''}`,
        title: ['Tezi: market news', ...sector].join(', '),
        publicUrl,
      });
      // Weak: the same whatever it is compressed with.
      const etag = `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
      const changedAt = lastChange(articles);
      reply
        .header('Cache-Control', `public, max-age=${MAX_AGE_MS / SECOND}`)
        .header('ETag', etag)
        .header('Last-Modified', changedAt.toUTCString())
        .type('application/atom+xml; charset=utf-8');
      return isKnown(request, etag, changedAt) ? reply.code(304).send() : reply.send(body);
    },
  );
}

function sectorsOf(request: FastifyRequest): string[] {
  const { sector } = request.query as Record<string, unknown>;
  return [...new Set([sector].flat())]
    .filter((name) => typeof name === 'string')
    .filter((name) => name !== '');
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
