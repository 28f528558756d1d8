import { useCallback, useEffect, useState } from 'react';
import { isRouteErrorResponse } from 'react-router';
import { paths } from '#core/contract/paths.ts';
import { addProductName } from '#core/contract/text/product-name.ts';
import { isPageLoadError, isReachable } from '#core/web/document/page-load-error.ts';
import { usePageUrl } from '#core/web/document/page-query.ts';
import { markRequestId, useRequestId } from '#core/web/document/request-context.ts';
import { Button, ButtonLink } from '#core/web/ui/button.tsx';
import { getRecentSuccess, SUCCEEDED } from '#core/web/ui/feedback/recent-success.ts';

const isNotFound = (error: unknown) => isRouteErrorResponse(error) && error.status === 404;

/** Returns the document title of an error page. */
export function getErrorTitle(error: unknown): string {
  if (isPageLoadError(error)) return 'Page not loaded';
  return isNotFound(error) ? 'Page not found' : 'Unexpected application error';
}

export function ErrorPage({ error }: { error: unknown }) {
  const success = useSuccess();
  const title = getErrorTitle(error);
  // After an error while rendering in the browser, the title is still that of the failed page.
  useEffect(() => {
    const failedTitle = document.title;
    document.title = addProductName(title);
    return () => {
      document.title = failedTitle;
    };
  }, [title]);
  if (isPageLoadError(error)) return <PageNotLoaded success={success} />;
  return isNotFound(error) ? <NotFound /> : <Unexpected error={error} success={success} />;
}

/** Returns the success of an action whose page failed, before or after the failure. */
function useSuccess() {
  const [success, setSuccess] = useState(getRecentSuccess);
  useEffect(() => {
    const update = () => setSuccess(getRecentSuccess());
    window.addEventListener(SUCCEEDED, update);
    return () => window.removeEventListener(SUCCEEDED, update);
  }, []);
  return success;
}

type RecentSuccess = ReturnType<typeof useSuccess>;

/** Says that the last action succeeded, so that the user does not repeat it because the page failed. */
function Succeeded({ success }: { success: RecentSuccess }) {
  if (!success) return null;
  return (
    <div className="mt-3 border-s-2 border-gain ps-3">
      <p className="font-medium">{success.title ?? 'Your last action was done'}</p>
      {success.description && <p>{success.description}</p>}
      <p className="text-muted">Only this page failed. What you did succeeded and need not be repeated.</p>
    </div>
  );
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

interface UnexpectedProps {
  error: unknown;
  success: RecentSuccess;
}

function Unexpected({ error, success }: UnexpectedProps) {
  const pageUrl = usePageUrl();
  const requestId = useRequestId(error);
  return (
    <div className="max-w-xl py-8 sm:py-16">
      <h1 className="text-2xl sm:text-3xl">
        {success ? 'This page could not be displayed' : 'Unexpected Application Error!'}
      </h1>
      <Succeeded success={success} />
      <p className="mt-3 text-muted">
        <span>{!success && 'This page could not be displayed. '}</span>Try reloading it. If the problem
        persists, contact us; our contact details are below.
      </p>
      {requestId !== null && (
        <p className="mt-3 text-sm text-muted" {...markRequestId(requestId)}>
          Include this request ID when you report the problem:{' '}
          <code className="select-all wrap-anywhere text-ink" translate="no">
            {requestId}
          </code>
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

/**
 * Replaces a page that client-side navigation could not load. Loads it as a document as soon as the server responds: after a
 * new release the page's previous code no longer exists.
 */
function PageNotLoaded({ success }: { success: RecentSuccess }) {
  const [isBusy, setBusy] = useState(true);
  const retry = useCallback(async () => {
    setBusy(true);
    // The URL is already that of the page.
    if (await isReachable(location.href)) location.reload();
    else setBusy(false);
  }, []);
  useEffect(() => {
    void retry();
    window.addEventListener('online', retry);
    return () => window.removeEventListener('online', retry);
  }, [retry]);
  return (
    <div role="alert" className="max-w-xl py-8 sm:py-16">
      <h1 className="text-2xl sm:text-3xl">This page could not be loaded</h1>
      <Succeeded success={success} />
      <p className="mt-3 text-muted">The server did not respond. Check your connection and try again.</p>
      <div className="mt-6">
        <Button busy={isBusy} onClick={retry}>
          Retry
        </Button>
      </div>
    </div>
  );
}
