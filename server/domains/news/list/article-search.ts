import type { Article } from '#contract/news/article.ts';
import { DEFAULT_NEWS_ORDERING } from '#contract/news/endpoints.ts';
import { presentArticle } from '#server/domains/news/present-article.ts';
import type { Queryable } from '#server/platform/database.ts';
import { listArticles } from './list-articles.ts';
import type { NewsOverview } from './news-overview.ts';

/** Returns the newest articles that a search finds, with excerpts. */
export type SearchArticles = (search: string, limit: number) => Promise<Article[]>;

export const createArticleSearch =
  (db: Queryable, getOverview: () => Promise<NewsOverview>): SearchArticles =>
  async (search, limit) => {
    const slice = { ordering: DEFAULT_NEWS_ORDERING, offset: 0, limit };
    // Without a count nothing needs to be counted beyond the slice.
    const options = { maxCount: limit, content: 'excerpt' } as const;
    const { rows } = await listArticles(db, await getOverview(), { search }, slice, options);
    return rows.map(presentArticle);
  };
