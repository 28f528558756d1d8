import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import type { Dependencies } from '#server/dependencies.ts';
import type { Caching } from '#server/http/response-cache/send-cached.ts';
import { FEED_CACHE_CONTROL, serveSharedFile } from '#server/http/shared-file.ts';
import { getLastChange, writeAtomFeed } from './atom-feed.ts';
import { listArticles } from './list/list-articles.ts';
import type { GetNewsOverview } from './list/news-overview.ts';

const FEED_LENGTH = 50;

/** The order of sectors is part of the feed's id, which must not change. Anything but names is ignored. */
const FeedQuery = z.object({
  sector: z.optional(
    z.pipe(
      z.unknown(),
      z.transform((value) => [
        ...new Set([value].flat().filter((name): name is string => typeof name === 'string' && name !== '')),
      ]),
    ),
  ),
});

/** Serves the newest articles as a feed, of all or some sectors (`?sector=Cement&sector=Refinery`). */
export function atomFeedRoutes(
  api: FastifyInstance,
  { config: { publicUrl }, database }: Pick<Dependencies, 'config' | 'database'>,
  { getOverview, caching }: { getOverview: GetNewsOverview; caching: Caching },
): void {
  serveSharedFile(api, caching, {
    path: '/news/feed.atom',
    query: FeedQuery,
    topics: ['news'],
    cacheControl: FEED_CACHE_CONTROL,
    read: async ({ query, url }) => {
      const sector = query.sector ?? [];
      const slice = { ordering: '-pub_date', offset: 0, limit: FEED_LENGTH } as const;
      const { rows: articles } = await listArticles(database.db, await getOverview(), { sector }, slice, {
        maxCount: FEED_LENGTH,
        content: 'excerpt',
      });
      const body = writeAtomFeed(articles, {
        url: publicUrl + url,
        title: ['Tezi: market news', ...sector].join(', '),
        publicUrl,
      });
      return { body, type: 'application/atom+xml; charset=utf-8', lastModified: getLastChange(articles) };
    },
  });
}
