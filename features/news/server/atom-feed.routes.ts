import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { paths } from '#core/contract/paths.ts';
import { escapeXml } from '#core/server/http/escape-xml.ts';
import type { Caching } from '#core/server/http/response-cache/send-cached.ts';
import { FEED_CACHE_CONTROL, serveSharedFile } from '#core/server/http/response-cache/shared-file.ts';
import type { Dependencies } from '#dependencies.ts';
import { listArticles } from './list/list-articles.ts';
import type { GetNewsOverview } from './list/news-overview.ts';
import type { ArticleRow } from './news.queries.ts';

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

/** Writes an Atom 1.0 feed (RFC 4287) of articles, whose `content` is their excerpt, newest first. `url` is the feed's own URL. */
function writeAtomFeed(
  articles: ArticleRow[],
  { url, title, publicUrl }: { url: string; title: string; publicUrl: string },
): string {
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">',
    `  <id>${escapeXml(url)}</id>`,
    `  <title>${escapeXml(title)}</title>`,
    `  <updated>${getLastChange(articles).toISOString()}</updated>`,
    `  <link rel="self" type="application/atom+xml" href="${escapeXml(url)}"/>`,
    `  <link rel="alternate" type="text/html" href="${escapeXml(publicUrl + paths.news)}"/>`,
    ...articles.map((article) => writeEntry(article, publicUrl)),
    '</feed>',
    '',
  ].join('\n');
}

/** Returns the time when the newest article was fetched. */
function getLastChange(articles: ArticleRow[]): Date {
  return new Date(Math.max(0, ...articles.map(({ fetchedAt }) => fetchedAt.getTime())));
}

function writeEntry(article: ArticleRow, publicUrl: string): string {
  const url = escapeXml(`${publicUrl}${paths.newsDetails}?news_article=${article.id}`);
  const terms = [article.sector, article.category].filter((term) => term !== '');
  return [
    '  <entry>',
    `    <id>${url}</id>`,
    `    <title>${escapeXml(article.title)}</title>`,
    `    <updated>${article.fetchedAt.toISOString()}</updated>`,
    ...(article.pubDate ? [`    <published>${article.pubDate.toISOString()}</published>`] : []),
    `    <author><name>${escapeXml(article.creator ?? article.source)}</name></author>`,
    ...article.otherSources.map(
      ({ name }) => `    <contributor><name>${escapeXml(name)}</name></contributor>`,
    ),
    `    <link rel="alternate" type="text/html" href="${url}"/>`,
    ...[article, ...article.otherSources].flatMap(({ link }) =>
      link ? [`    <link rel="related" href="${escapeXml(toAbsoluteUrl(link, publicUrl))}"/>`] : [],
    ),
    ...terms.map((term) => `    <category term="${escapeXml(term)}"/>`),
    `    <summary type="text">${escapeXml(article.content)}</summary>`,
    '  </entry>',
  ].join('\n');
}

/** The demo's articles link to this server, by path. */
const toAbsoluteUrl = (url: string, publicUrl: string) => (url.startsWith('/') ? publicUrl + url : url);
