import { paths } from '#contract/paths.ts';
import { escapeXml } from '#server/http/escape-xml.ts';
import type { ArticleRow } from './news.queries.ts';

/** Writes an Atom 1.0 feed (RFC 4287) of articles, whose `content` is their excerpt, newest first. `url` is the feed's own URL. */
export function writeAtomFeed(
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
export function getLastChange(articles: ArticleRow[]): Date {
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
    `    <link rel="alternate" type="text/html" href="${url}"/>`,
    ...(article.link
      ? [`    <link rel="related" href="${escapeXml(toAbsoluteUrl(article.link, publicUrl))}"/>`]
      : []),
    ...terms.map((term) => `    <category term="${escapeXml(term)}"/>`),
    `    <summary type="text">${escapeXml(article.content)}</summary>`,
    '  </entry>',
  ].join('\n');
}

/** The demo's articles link to this server, by path. */
const toAbsoluteUrl = (url: string, publicUrl: string) => (url.startsWith('/') ? publicUrl + url : url);
