import { useEffect } from 'react';
import { isRouteErrorResponse } from 'react-router';
import { paths } from '#contract/paths.ts';
import { addProductName } from '#web/document/page-meta.ts';
import { usePageUrl } from '#web/document/page-query.ts';
import { ButtonLink } from '#web/ui/button.tsx';

const isNotFound = (error: unknown) => isRouteErrorResponse(error) && error.status === 404;

/** What the error page says in the window's title; `meta` of the root knows it on the server. */
export const getErrorTitle = (error: unknown) =>
  isNotFound(error) ? 'Page not found' : 'Unexpected application error';

export function ErrorPage({ error }: { error: unknown }) {
  return isNotFound(error) ? <NotFound /> : <Unexpected />;
}

function NotFound() {
  return (
    <div className="max-w-xl py-8 sm:py-16">
      <p className="figures text-muted">404</p>
      <h1 className="mt-1 text-2xl sm:text-3xl">Oops! Page not found</h1>
      <p className="mt-3 text-muted">
        Nothing is published at this address. It may have been mistyped, or what stood here has been taken
        down.
      </p>
      <div className="mt-6">
        <ButtonLink to={paths.home}>Return to Home</ButtonLink>
      </div>
    </div>
  );
}

function Unexpected() {
  const pageUrl = usePageUrl();
  // An error while rendering in the browser leaves the title of the page that failed.
  useEffect(() => {
    const failed = document.title;
    document.title = addProductName(getErrorTitle(undefined));
    return () => {
      document.title = failed;
    };
  }, []);
  return (
    <div className="max-w-xl py-8 sm:py-16">
      <h1 className="text-2xl sm:text-3xl">Unexpected Application Error!</h1>
      <p className="mt-3 text-muted">
        The page could not be shown. Reload it; if it fails again, go to the home page, and tell us by the
        contact at the bottom what you were doing.
      </p>
      <div className="mt-6 flex flex-wrap gap-3">
        <ButtonLink to={pageUrl} reloadDocument>
          Reload
        </ButtonLink>
        <ButtonLink to={paths.home} reloadDocument variant="secondary">
          Return to Home
        </ButtonLink>
      </div>
    </div>
  );
}
