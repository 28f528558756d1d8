import { addMilliseconds, DAY, HOUR, MINUTE } from '#core/server/platform/clock.ts';
import type { Queryable, Transaction } from '#core/server/platform/database.ts';
import { findCompany } from '#features/market/server/market.ts';
import {
  FAILING_SOURCE,
  getOriginalPath,
  getPicturePath,
  SAMPLE_SOURCES,
  sampleArticles,
} from '#features/news/sample/sample-news.ts';
import { toExcerpt } from './feed/to-article.ts';
import { hasArticles, hasArticlesFrom } from './news.queries.ts';
import { articles, newsSources } from './news.tables.ts';

/** Returns `true` if visitors see sample articles. */
export const hasSampleNews = (db: Queryable) =>
  hasArticlesFrom(
    db,
    SAMPLE_SOURCES.map(({ url }) => url),
  );

/** Returns the sample articles as the publisher simulator shows them. */
export const listSampleOriginals = () =>
  sampleArticles.map(({ source, title, creator, picture, text }) => ({
    publisher: SAMPLE_SOURCES[source]?.name ?? '',
    title,
    creator,
    picture: picture === null ? null : getPicturePath(picture),
    text,
  }));

/** Adds sample articles and a failing source to a database without articles. The sources of the articles are never fetched. */
export async function loadSampleNews(
  tx: Transaction,
  announce: (topic: 'news') => void,
  now: Date,
): Promise<void> {
  if (await hasArticles(tx)) return;
  announce('news');
  const sources = await tx
    .insert(newsSources)
    .values([
      ...SAMPLE_SOURCES.map((source) => ({ ...source, isEnabled: false, createdAt: now, nextFetchAt: now })),
      makeFailingSource(now),
    ])
    .returning({ id: newsSources.id, url: newsSources.url });
  const sourceIds = SAMPLE_SOURCES.map(({ url }) => sources.find((source) => source.url === url)?.id ?? 0);
  await tx.insert(articles).values(
    sampleArticles.map(({ hoursAgo, source, sector, text, picture, ...article }, index) => ({
      ...article,
      sourceId: sourceIds[source] ?? 0,
      key: `sample-${index + 1}`,
      // Paths, because the demo's port can change.
      link: getOriginalPath(index),
      imageUrl: picture === null ? null : getPicturePath(picture),
      content: text.map((paragraph) => `<p>${paragraph}</p>`).join('\n'),
      excerpt: toExcerpt(text.join(' ')),
      sector: sector ?? '',
      companyNames: article.symbols.map((symbol) => findCompany(symbol)?.name ?? '').join('\n'),
      pubDate: addMilliseconds(now, -hoursAgo * HOUR),
      fetchedAt: now,
    })),
  );
}

const makeFailingSource = (now: Date): typeof newsSources.$inferInsert => ({
  ...FAILING_SOURCE,
  createdAt: addMilliseconds(now, -30 * DAY),
  lastSuccessAt: addMilliseconds(now, -3 * HOUR),
  lastAttemptAt: addMilliseconds(now, -12 * MINUTE),
  nextFetchAt: addMilliseconds(now, 40 * MINUTE),
});
