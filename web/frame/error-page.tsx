import { useEffect } from 'react';
import { isRouteErrorResponse } from 'react-router';
import { paths } from '#contract/paths.ts';
import { isPageLoadError } from '#web/document/page-load-error.ts';
import { addProductName } from '#web/document/page-meta.ts';
import { usePageUrl } from '#web/document/page-query.ts';
import { markRequestId, useRequestId } from '#web/document/request-context.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { PageNotLoaded } from './page-not-loaded.tsx';

const isNotFound = (error: unknown) => isRouteErrorResponse(error) && error.status === 404;

/** Returns the document title of an error page. */
export function getErrorTitle(error: unknown): string {
  if (isPageLoadError(error)) return 'Page not loaded';
  return isNotFound(error) ? 'Page not found' : 'Unexpected application error';
}

export function ErrorPage({ error }: { error: unknown }) {
  const title = getErrorTitle(error);
  // After an error while rendering in the browser, the title is still that of the failed page.
  useEffect(() => {
    const failedTitle = document.title;
    document.title = addProductName(title);
    return () => {
      document.title = failedTitle;
    };
  }, [title]);
  if (isPageLoadError(error)) return <PageNotLoaded />;
  return isNotFound(error) ? <NotFound /> : <Unexpected error={error} />;
}

/** The content of the page for URLs without a page. */
export function NotFound() {
  return (
    <div className="max-w-xl py-8 sm:py-16">
      <p className="figures text-muted">404</p>
      <h1 className="mt-1 text-2xl sm:text-3xl">Oops! Page not found</h1>
      <p className="mt-3 text-muted">
        There is no page at this URL. Check the spelling. The page may also have been removed.
      </p>
      <div className="mt-6">
        <ButtonLink to={paths.home}>Return to home</ButtonLink>
      </div>
    </div>
  );
}

function Unexpected({ error }: { error: unknown }) {
  const pageUrl = usePageUrl();
  const requestId = useRequestId(error);
  return (
    <div className="max-w-xl py-8 sm:py-16">
      <h1 className="text-2xl sm:text-3xl">Unexpected Application Error!</h1>
      <p className="mt-3 text-muted">
        This page could not be displayed. Try reloading it. If the problem persists, contact us; our contact
        details are below.
      </p>
      {requestId !== null && (
        <p className="mt-3 text-sm text-muted" {...markRequestId(requestId)}>
          Include this request ID when you report the problem:{' '}
          <code className="select-all wrap-anywhere text-ink">{requestId}</code>
        </p>
      )}
      <div className="mt-6 flex flex-wrap gap-3">
        <ButtonLink to={pageUrl} reloadDocument>
          Reload
        </ButtonLink>
        <ButtonLink to={paths.home} reloadDocument variant="secondary">
          Return to home
        </ButtonLink>
      </div>
    </div>
  );
}
