import { EXCERPT_LENGTH } from '#contract/news/excerpt.ts';
import { truncateAtWord } from '#contract/truncate-at-word.ts';
import { SAMPLE_SOURCES, sampleArticles } from '#db/sample/news.ts';
import { findCompany } from '#server/domains/market/market.ts';
import { addMilliseconds, HOUR } from '#server/platform/clock.ts';
import type { Queryable, Transaction } from '#server/platform/database.ts';
import { hasArticles, hasArticlesFrom } from './news.queries.ts';
import { articles, newsSources } from './news.tables.ts';

/** Returns `true` if visitors see sample articles. */
export const hasSampleNews = (db: Queryable) =>
  hasArticlesFrom(
    db,
    SAMPLE_SOURCES.map(({ url }) => url),
  );

/** Adds sample articles to a database without articles. Their sources are never fetched. */
export async function loadSampleNews(
  tx: Transaction,
  announce: (topic: 'news') => void,
  now: Date,
): Promise<void> {
  if (await hasArticles(tx)) return;
  announce('news');
  const sources = await tx
    .insert(newsSources)
    .values(
      SAMPLE_SOURCES.map((source) => ({ ...source, isEnabled: false, createdAt: now, nextFetchAt: now })),
    )
    .returning({ id: newsSources.id, url: newsSources.url });
  const sourceIds = SAMPLE_SOURCES.map(({ url }) => sources.find((source) => source.url === url)?.id ?? 0);
  await tx.insert(articles).values(
    sampleArticles.map(({ hoursAgo, source, sector, text, ...article }, index) => ({
      ...article,
      sourceId: sourceIds[source] ?? 0,
      key: `sample-${index + 1}`,
      content: text.map((paragraph) => `<p>${paragraph}</p>`).join('\n'),
      excerpt: truncateAtWord(text.join(' '), EXCERPT_LENGTH),
      sector: sector ?? '',
      companyNames: article.symbols.map((symbol) => findCompany(symbol)?.name ?? '').join('\n'),
      pubDate: addMilliseconds(now, -hoursAgo * HOUR),
      fetchedAt: now,
    })),
  );
}
