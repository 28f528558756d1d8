import { useQuery } from '@tanstack/react-query';
import { type ArticleDetail, readArticle } from '#contract/news/endpoints.ts';
import { api } from '#web/api/api.ts';
import { rendered, retry } from '#web/list/list-queries.ts';
import { ARTICLES_FRESH_MS } from '#web/routes/news/news-queries.ts';

/** What the server rendered, and when. */
export interface RenderedArticle {
  detail: ArticleDetail | null;
  isNotFound: boolean;
  asOf: string;
}

export function useArticle(id: string, from: RenderedArticle | null) {
  return useQuery({
    queryKey: ['news', 'article', id],
    queryFn: () => api(readArticle, { params: { id } }),
    staleTime: ARTICLES_FRESH_MS,
    retry,
    enabled: !from?.isNotFound,
    ...rendered(from?.detail, from?.asOf),
  });
}
