import type { Article } from '#contract/news/article.ts';
import { findCompany } from '#server/domains/market/market.ts';
import type { ArticleRow } from './news.queries.ts';

export function presentArticle(row: ArticleRow): Article {
  return {
    id: row.id,
    title: row.title,
    content: row.content,
    link: row.link,
    image_url: row.imageUrl,
    pub_date: row.pubDate?.toISOString() ?? null,
    creator: row.creator,
    sector: row.sector === '' ? null : row.sector,
    source: { name: row.source },
    category: { name: row.category },
    companies: row.symbols
      .map(findCompany)
      .filter((company) => company !== null)
      .map(({ symbol, name }) => ({ symbol, name })),
  };
}
