import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { data, type LoaderFunctionArgs, type MetaArgs, useLoaderData, useLocation } from 'react-router';
import { paths } from '#core/contract/paths.ts';
import { api } from '#core/web/api/api.ts';
import { callEndpoint, isNotFound } from '#core/web/api/call.ts';
import { toErrorResponseInit } from '#core/web/api/error-response.ts';
import { LIST_STALE_MS, shouldRetry, toInitialData } from '#core/web/api/query-options.ts';
import { createServerSend, serverContext } from '#core/web/api/server-send.ts';
import type { PageHandle } from '#core/web/document/page-query.ts';
import { RETURN_TO_LIST } from '#core/web/list/return-to-list.ts';
import { ButtonLink } from '#core/web/ui/button.tsx';
import { LoadFailure } from '#core/web/ui/feedback/load-failure.tsx';
import { Notice } from '#core/web/ui/feedback/notice.tsx';
import { Skeleton } from '#core/web/ui/feedback/skeleton.tsx';
import { ArrowLeftIcon } from '#core/web/ui/icons.tsx';
import { type ArticleDetail, getArticle } from '#features/news/contract/endpoints.ts';
import { newsList } from '#features/news/web/list/filters.ts';
import { createArticleMeta, createFallbackMeta } from './article-meta.ts';
import { ArticleView } from './article-view.tsx';

export { clientLoader, headers } from '#core/web/document/rendered-page.ts';

/** Reads the article ID from the URL. Returns an empty string if it is missing, and 0, which never exists, if it is invalid. */
function readArticleId(search: URLSearchParams): string {
  const id = search.get('news_article')?.trim() ?? '';
  return id === '' || /^[1-9]\d{0,9}$/.test(id) ? id : '0';
}

export async function loader({ request, url, context }: LoaderFunctionArgs) {
  const id = readArticleId(url.searchParams);
  if (id === '') return null;
  const asOf = context.get(serverContext).now().toISOString();
  try {
    const detail = await callEndpoint(getArticle, { params: { id } }, createServerSend(context, request));
    return data<RenderedArticle>({ detail, isNotFound: false, asOf });
  } catch (error) {
    return data<RenderedArticle>(
      { detail: null, isNotFound: isNotFound(error), asOf },
      toErrorResponseInit(error),
    );
  }
}

export const handle: PageHandle = {
  query: ['news_article'],
  canonicalQuery: (search) => {
    const id = readArticleId(search);
    return new URLSearchParams(id === '' ? {} : { news_article: id });
  },
};

export function meta(args: MetaArgs<typeof loader>) {
  const { loaderData, location } = args;
  if (loaderData?.detail) return createArticleMeta(loaderData.detail.article)(args);
  if (readArticleId(new URLSearchParams(location.search)) === '')
    return createFallbackMeta('News article')(args);
  if (loaderData?.isNotFound) return createFallbackMeta(NOT_FOUND)(args);
  return createFallbackMeta(getLinkTitle(location.state) ?? 'News article')(args);
}

/** Reads the title that internal links pass on, so that the document has it before the article is loaded. */
function getLinkTitle(state: unknown): string | null {
  const title = (state as { title?: unknown } | null)?.title;
  return typeof title === 'string' ? title : null;
}

const NOT_FOUND = 'Article Not Found';

export default function NewsDetails() {
  const rendered = useLoaderData<typeof loader>();
  const id = readArticleId(new URLSearchParams(useLocation().search));
  return (
    <div className="mx-auto max-w-3xl">
      <p className="no-print mb-5">
        <ButtonLink to={paths.news} state={RETURN_TO_LIST} variant="secondary" size="small">
          <ArrowLeftIcon />
          Back to News
        </ButtonLink>
      </p>
      {id === '' ? (
        <NoArticle title="No article ID provided">
          The URL does not contain an article ID. Choose an article from the news list.
        </NoArticle>
      ) : (
        <LoadedArticle key={id} id={id} rendered={rendered} />
      )}
    </div>
  );
}

function LoadedArticle({ id, rendered }: { id: string; rendered: RenderedArticle | null }) {
  const { data: detail, error, isPending, isFetching, refetch } = useArticle(id, rendered);
  const viewedId = detail?.article.id;
  useEffect(() => {
    if (viewedId !== undefined) newsList.saveLastViewed(viewedId);
  }, [viewedId]);

  if (detail) return <ArticleView detail={detail} />;
  if (isNotFound(error) || (isPending && rendered?.isNotFound)) {
    return (
      <NoArticle title={NOT_FOUND}>
        Article not found: it may have been removed, or the URL may be wrong.
      </NoArticle>
    );
  }
  if (error) return <Failure isBusy={isFetching} onRetry={() => void refetch()} />;
  return <LoadingArticle />;
}

function NoArticle({ title, children }: { title: string; children: string }) {
  return (
    <>
      <h1 className="text-2xl">{title}</h1>
      <p className="mt-2 text-muted">{children}</p>
    </>
  );
}

function Failure({ isBusy, onRetry }: { isBusy: boolean; onRetry: () => void }) {
  return (
    <>
      <h1 className="sr-only">News article</h1>
      <LoadFailure isBusy={isBusy} onRetry={onRetry}>
        {FAILURE}
      </LoadFailure>
    </>
  );
}

const FAILURE = 'Failed to load article. Please try again.';

function LoadingArticle() {
  return (
    <>
      <h1 className="sr-only">News article</h1>
      <Skeleton className="with-scripts">Loading article...</Skeleton>
      <div className="without-scripts">
        <Notice tone="danger">{FAILURE}</Notice>
      </div>
    </>
  );
}

/** The article as the server rendered it. */
interface RenderedArticle {
  /** `null` if the API call failed. */
  detail: ArticleDetail | null;
  isNotFound: boolean;
  asOf: string;
}

function useArticle(id: string, rendered: RenderedArticle | null) {
  return useQuery({
    queryKey: ['news', 'article', id],
    queryFn: () => api(getArticle, { params: { id } }),
    staleTime: LIST_STALE_MS,
    retry: shouldRetry,
    enabled: !rendered?.isNotFound,
    ...toInitialData(rendered?.detail, rendered?.asOf),
  });
}
