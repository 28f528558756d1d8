import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Dependencies } from '#server/dependencies.ts';
import { sendFeed } from '#server/http/feed-response.ts';
import { getLastChange, writeAtomFeed } from './atom-feed.ts';
import { listArticles } from './list/list-articles.ts';
import type { GetNewsOverview } from './list/news-overview.ts';

const FEED_LENGTH = 50;

/** Serves the newest articles as a feed, of all or some sectors (`?sector=Cement&sector=Refinery`). */
export function atomFeedRoutes(
  api: FastifyInstance,
  { config: { publicUrl }, database }: Pick<Dependencies, 'config' | 'database'>,
  getOverview: GetNewsOverview,
): void {
  api.get(
    '/news/feed.atom',
    { schema: { hide: true }, config: { access: 'open' } },
    async (request, reply) => {
      const sector = parseSectors(request);
      const slice = { ordering: '-pub_date', offset: 0, limit: FEED_LENGTH } as const;
      const { rows: articles } = await listArticles(database.db, await getOverview(), { sector }, slice, {
        maxCount: FEED_LENGTH,
        content: 'excerpt',
      });
      const body = writeAtomFeed(articles, {
        url: `${publicUrl}/api/news/feed.atom${sector.length > 0 ? `?${new URLSearchParams(sector.map((name) => ['sector', name]))}` : ''}`,
        title: ['Tezi: market news', ...sector].join(', '),
        publicUrl,
      });
      return sendFeed(request, reply, {
        body,
        type: 'application/atom+xml; charset=utf-8',
        changedAt: getLastChange(articles),
      });
    },
  );
}

function parseSectors(request: FastifyRequest): string[] {
  const { sector } = request.query as Record<string, unknown>;
  return [...new Set([sector].flat())]
    .filter((name) => typeof name === 'string')
    .filter((name) => name !== '');
}
