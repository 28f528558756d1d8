import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation, useNavigate, useNavigationType } from 'react-router';
import type { FilteredList } from './filtered-list.ts';
import { isReturnToList } from './return-to-list.ts';

const BANNER_MS = 1000;

interface RestoredList {
  /** Is true while the banner is shown. */
  isRestoring: boolean;
  /** The item to scroll to after the user returns from its page by a link of that page. */
  returnedFromId: number | null;
}

const NOTHING_RESTORED: RestoredList & { url: string | null } = {
  isRestoring: false,
  returnedFromId: null,
  url: null,
};

/**
 * Stores the filters and the page of the URL, and restores them when the page is opened without any in the URL, if the list does so. The
 * browser restores the scroll position itself on Back and Forward.
 */
export function useRestoredList<Filters extends { page: number }>(
  filters: Filters,
  list: FilteredList<Filters>,
): RestoredList {
  const { search, state } = useLocation();
  // Back, Forward and Reload keep the state of the link.
  const isReturning = useNavigationType() !== 'POP' && isReturnToList(state);
  const navigate = useNavigate();
  const [restored, setRestored] = useState(NOTHING_RESTORED);
  const targetUrl = useRef<string | null>(null);

  const restore = useEffectEvent(() => {
    if (!list.isStored || list.hasParams(new URLSearchParams(search))) return;
    const stored = list.readPreferences();
    const url = list.toUrl(stored.filters);
    const mustNavigate = url !== list.toUrl(filters);
    const returnedFromId = isReturning ? stored.lastViewedId : null;
    if (!mustNavigate && returnedFromId === null) return;
    // What no filter counts, such as the order of closures on phones, is not worth a banner.
    const isRestoring = !mustNavigate || stored.filters.page > 1 || list.countActive(stored.filters) > 0;
    setRestored({ isRestoring, returnedFromId, url });
    if (!mustNavigate) return;
    targetUrl.current = url;
    navigate(url, { replace: true, preventScrollReset: true });
  });
  useEffect(() => restore(), []);

  useEffect(() => {
    if (!list.isStored) return;
    // Do not store the URL that is about to be replaced by the restored one.
    if (targetUrl.current !== null && targetUrl.current !== list.toUrl(filters)) return;
    targetUrl.current = null;
    list.saveFilters(filters);
  }, [filters, list]);

  const { isRestoring } = restored;
  useEffect(() => {
    if (!isRestoring) return;
    const timer = setTimeout(() => setRestored((current) => ({ ...current, isRestoring: false })), BANNER_MS);
    return () => clearTimeout(timer);
  }, [isRestoring]);
  // Until the restored URL is reached, the page shows another list, which may not contain the item.
  const isRestored = restored.url === list.toUrl(filters);
  return { isRestoring, returnedFromId: isRestored ? restored.returnedFromId : null };
}
