import type { ReactNode } from 'react';
import { paths } from '#core/contract/paths.ts';
import { Button, ButtonLink } from '#core/web/ui/button.tsx';
import type { Elements } from '#core/web/ui/elements.ts';
import { EmptyState } from '#core/web/ui/feedback/empty-state.tsx';
import { LoadFailure } from '#core/web/ui/feedback/load-failure.tsx';
import { Notice } from '#core/web/ui/feedback/notice.tsx';
import { Skeleton } from '#core/web/ui/feedback/skeleton.tsx';
import { formatCount } from '#core/web/ui/format-count.ts';
import { Pagination } from '#core/web/ui/pagination.tsx';
import { CLEAR_FORM_ID, type FilteredList } from './filtered-list.ts';
import type { ListQuery } from './list-page.tsx';

interface ListTexts {
  /** Singular and plural: `['article', 'articles']`. */
  nouns: [one: string, other: string];
  loading: string;
  /** The shape of the list while it is loading. */
  shape?: 'cards';
  failureTitle?: string;
  /** Returns the message for an error of the query, and for `null` the default one. */
  getFailure: (error: unknown) => string;
  retryLabel?: string;
  noResultsTitle: string;
  noResultsHint: string;
  /** Instead of the hint about filters, if there are none. */
  noDataHint?: string;
}

interface ListResponse {
  count: number;
  is_count_capped?: boolean;
  results: unknown[];
}

interface ListResultsProps<Filters extends { page: number }, Response extends ListResponse> {
  list: FilteredList<Filters>;
  filters: Filters;
  query: ListQuery<Response>;
  pageSize: number;
  texts: ListTexts;
  /** Replaces the list while it has no items at all. */
  comingSoon?: ReactNode;
  /** Links to the same list in other formats. */
  links?: Elements;
  /** Shows the range even if the list has only one page. */
  alwaysShowRange?: boolean;
  footer: Elements;
  /** Renders the results. `isStale` is true while the results of other filters are loading. */
  children: (response: Response, isStale: boolean) => Elements;
}

/** The results of a filtered list with count and pagination, or its loading, failed or empty state. */
export function ListResults<Filters extends { page: number }, Response extends ListResponse>(
  props: ListResultsProps<Filters, Response>,
) {
  const { list, filters, query, pageSize, texts, comingSoon, links, footer, children } = props;
  const { data, error, isFetching, refetch } = query;
  if (!data && query.lastPage !== null) return <NoResults {...props} />;
  const failure = error !== null && query.lastPage === null && (
    <LoadFailure
      title={texts.failureTitle}
      retryLabel={texts.retryLabel}
      isBusy={isFetching}
      onRetry={() => void refetch()}
      className="mt-4"
    >
      {`${texts.getFailure(error)}${data ? ' The results below may be out of date.' : ''}`}
    </LoadFailure>
  );
  if (!data && failure) return failure;
  if (!data) return isFetching || !comingSoon ? <LoadingList {...texts} /> : comingSoon;
  if (comingSoon && data.count === 0 && list.countActive(filters) === 0) return comingSoon;

  const { page } = filters;
  const pages = Math.max(1, Math.ceil(data.count / pageSize));
  const noun = texts.nouns[data.count === 1 ? 0 : 1];
  const total = `${formatCount(data.count)}${data.is_count_capped ? '+' : ''} ${noun}`;
  const first = (page - 1) * pageSize + 1;
  const range = `Showing ${first}-${first + data.results.length - 1} of ${total}`;
  return (
    <>
      {failure}
      <div className="mt-4 mb-5 flex flex-wrap items-center justify-between gap-x-6 gap-y-1 text-sm">
        <p
          role="status"
          className={`flex flex-wrap gap-x-4 text-muted ${links ? '' : 'flex-1 justify-between'}`}
        >
          <span className="font-medium text-ink">{`Found ${total}`}</span>
          {data.count > 0 && <span className="figures">{`Page ${page} of ${pages}`}</span>}
          {query.isPlaceholderData && <span className="delayed">{texts.loading}</span>}
        </p>
        {links}
      </div>
      {data.count === 0 ? <NoResults {...props} /> : children(data, query.isPlaceholderData)}
      <Pagination
        page={page}
        pages={pages}
        getUrl={(number) => list.toUrl({ ...filters, page: number })}
        summary={range}
      />
      {props.alwaysShowRange && data.count > 0 && pages === 1 && (
        <p className="mt-6 text-center text-sm text-muted">{range}</p>
      )}
      {footer}
    </>
  );
}

/** Without scripts the browser cannot load the list, so the failure is shown instead. */
function LoadingList({ loading, shape, failureTitle, getFailure }: ListTexts) {
  return (
    <>
      <Skeleton shape={shape} className="with-scripts mt-4">
        {loading}
      </Skeleton>
      <div className="without-scripts mt-4">
        <Notice tone="danger" title={failureTitle}>
          {getFailure(null)}
        </Notice>
      </div>
    </>
  );
}

interface NoResultsProps<Filters extends { page: number }> {
  list: FilteredList<Filters>;
  filters: Filters;
  query: Pick<ListQuery<unknown>, 'lastPage'>;
  texts: ListTexts;
}

function NoResults<Filters extends { page: number }>(props: NoResultsProps<Filters>) {
  const { list, filters, query, texts } = props;
  const isOfCompanies = String((filters as { symbol?: string[] }).symbol).includes(',');
  return (
    <div className="mt-4">
      <EmptyState
        title={isOfCompanies ? 'None of your companies is in this list' : texts.noResultsTitle}
        action={
          <div className="flex flex-wrap justify-center gap-3">
            {/* The list may have become shorter since the page was stored or linked to. Scripts go to the last page. */}
            {query.lastPage !== null && (
              <ButtonLink to={list.toUrl({ ...filters, page: query.lastPage })} variant="secondary">
                Last page
              </ButtonLink>
            )}
            {isOfCompanies && (
              <ButtonLink to={paths.watchlist} variant="secondary">
                My companies
              </ButtonLink>
            )}
            {list.countActive(filters) > 0 && (
              <Button type="submit" form={CLEAR_FORM_ID} variant="secondary">
                Clear all filters
              </Button>
            )}
          </div>
        }
      >
        {(list.countActive(filters) === 0 && texts.noDataHint) || texts.noResultsHint}
      </EmptyState>
    </div>
  );
}
