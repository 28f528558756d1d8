import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Dependencies } from '#server/dependencies.ts';
import { answerFeed } from '#server/http/feed-response.ts';
import { lastChange, writeAtomFeed } from './atom-feed.ts';
import { listArticles } from './list/list-articles.ts';
import type { KeptOverview } from './list/news-overview.ts';
import { readArticleRows } from './news.queries.ts';

const FEED_LENGTH = 50;

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
      const { ids } = await listArticles(database.db, await overview(), { sector }, slice, FEED_LENGTH);
      const articles = await readArticleRows(database.db, ids, 'excerpt');
      const body = writeAtomFeed(articles, {
        url: `${publicUrl}/api/news/feed.atom${sector.length > 0 ? `?${new URLSearchParams(sector.map((name) => ['sector', name]))}` : ''}`,
        title: ['Tezi: market news', ...sector].join(', '),
        publicUrl,
      });
      return answerFeed(request, reply, {
        body,
        type: 'application/atom+xml; charset=utf-8',
        changedAt: lastChange(articles),
      });
    },
  );
}

function sectorsOf(request: FastifyRequest): string[] {
  const { sector } = request.query as Record<string, unknown>;
  return [...new Set([sector].flat())]
    .filter((name) => typeof name === 'string')
    .filter((name) => name !== '');
}
