import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';

/**
 * The place of the notice on a page that the server sent from its cache because it could not render it again. The notice
 * is inserted there by `insertStaleNotice`, so it needs no scripts. It disappears once the browser has live data for all
 * that is shown.
 */
export function StaleNotice() {
  const box = useRef<HTMLDivElement>(null);
  const { pathname } = useLocation();
  const [renderedPath] = useState(pathname);
  const [isShown, setShown] = useState(true);
  const queries = useQueryClient();
  useEffect(() => {
    if (!box.current?.hasChildNodes()) return;
    void queries.invalidateQueries();
    const cache = queries.getQueryCache();
    return cache.subscribe(() => {
      // A query may wait for the session to be known; until then none is active.
      const active = cache.findAll({ type: 'active' });
      const isLive = active.every(({ state }) => state.status === 'success' && !state.isInvalidated);
      if (active.length > 0 && isLive) setShown(false);
    });
  }, [queries]);
  if (!isShown) return null;
  return (
    <div
      ref={box}
      data-stale-notice
      // Other pages load their own data.
      hidden={pathname !== renderedPath}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: React leaves what the server inserted, and adds nothing
      dangerouslySetInnerHTML={{ __html: '' }}
    />
  );
}
