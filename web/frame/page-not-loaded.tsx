import { useCallback, useEffect, useState } from 'react';
import { isReachable } from '#web/document/page-load-error.ts';
import { Button } from '#web/ui/button.tsx';

/**
 * Replaces a page that client-side navigation could not load. Loads it as a document as soon as the server responds: after a
 * new release the page's previous code no longer exists.
 */
export function PageNotLoaded() {
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
      <p className="mt-3 text-muted">The server did not respond. Check your connection and try again.</p>
      <div className="mt-6">
        <Button busy={isBusy} onClick={retry}>
          Retry
        </Button>
      </div>
    </div>
  );
}
