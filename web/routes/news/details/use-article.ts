import { useQuery } from '@tanstack/react-query';
import { type ArticleDetail, getArticle } from '#contract/news/endpoints.ts';
import { api } from '#web/api/api.ts';
import { LIST_STALE_MS, shouldRetry, toInitialData } from '#web/api/query-options.ts';

/** The article as the server rendered it. */
export interface RenderedArticle {
  /** `null` if the API call failed. */
  detail: ArticleDetail | null;
  isNotFound: boolean;
  asOf: string;
}

export function useArticle(id: string, rendered: RenderedArticle | null) {
  return useQuery({
    queryKey: ['news', 'article', id],
    queryFn: () => api(getArticle, { params: { id } }),
    staleTime: LIST_STALE_MS,
    retry: shouldRetry,
    enabled: !rendered?.isNotFound,
    ...toInitialData(rendered?.detail, rendered?.asOf),
  });
}
