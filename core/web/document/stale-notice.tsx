import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';

/**
 * The placeholder for the notice on a page that the server sent from its cache because rendering failed. The server inserts
 * the notice with `insertStaleNotice`, so it needs no scripts. It disappears once all queries of the page have live data.
 */
export function StaleNotice() {
  const placeholder = useRef<HTMLDivElement>(null);
  const { pathname } = useLocation();
  const [renderedPath] = useState(pathname);
  const [isShown, setShown] = useState(true);
  const queries = useQueryClient();
  useEffect(() => {
    if (!placeholder.current?.hasChildNodes()) return;
    void queries.invalidateQueries();
    const cache = queries.getQueryCache();
    return cache.subscribe(() => {
      // Queries may wait until the session is loaded; until then none is active.
      const active = cache.findAll({ type: 'active' });
      const isLive = active.every(({ state }) => state.status === 'success' && !state.isInvalidated);
      if (active.length > 0 && isLive) setShown(false);
    });
  }, [queries]);
  if (!isShown) return null;
  return (
    <div
      ref={placeholder}
      data-stale-notice
      // Other pages load their own data.
      hidden={pathname !== renderedPath}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the empty string keeps what the server inserted
      dangerouslySetInnerHTML={{ __html: '' }}
    />
  );
}
