import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation, useNavigate, useNavigationType } from 'react-router';
import { readPreferences, storeFilters } from '#web/routes/news/preferences.ts';
import { isEmptyAddress, type NewsFilters, newsAddress } from './filters.ts';

const BANNER_MS = 1000;

interface RestoredList {
  /** For as long as the reader is told so. */
  isRestoring: boolean;
  /** The article that the reader came back from, when the list is to be shown at it. */
  returnedFromId: number | null;
}

const NOTHING_RESTORED: RestoredList & { address: string | null } = {
  isRestoring: false,
  returnedFromId: null,
  address: null,
};

/**
 * Keeps the list as its reader left it: what the address shows is stored, and an address that asks for nothing when the
 * page is opened is filled from what was stored. The browser restores the position itself when it goes back.
 */
export function useRestoredList(filters: NewsFilters): RestoredList {
  const { search } = useLocation();
  const cameByLink = useNavigationType() !== 'POP';
  const navigate = useNavigate();
  const [restored, setRestored] = useState(NOTHING_RESTORED);
  const wantedAddress = useRef<string | null>(null);

  const restore = useEffectEvent(() => {
    if (!isEmptyAddress(new URLSearchParams(search))) return;
    const stored = readPreferences();
    const address = newsAddress(stored.filters);
    const isElsewhere = address !== newsAddress(filters);
    const returnedFromId = cameByLink ? stored.lastViewedArticleId : null;
    if (!isElsewhere && returnedFromId === null) return;
    setRestored({ isRestoring: true, returnedFromId, address });
    if (!isElsewhere) return;
    wantedAddress.current = address;
    navigate(address, { replace: true, preventScrollReset: true });
  });
  useEffect(() => restore(), []);

  useEffect(() => {
    // On the way to the restored address, the one that is left is not worth storing.
    if (wantedAddress.current !== null && wantedAddress.current !== newsAddress(filters)) return;
    wantedAddress.current = null;
    storeFilters(filters);
  }, [filters]);

  const { isRestoring } = restored;
  useEffect(() => {
    if (!isRestoring) return;
    const timer = setTimeout(() => setRestored((state) => ({ ...state, isRestoring: false })), BANNER_MS);
    return () => clearTimeout(timer);
  }, [isRestoring]);
  // Until the restored address is there, another list is shown, which may be without the article.
  const isThere = restored.address === newsAddress(filters);
  return { isRestoring, returnedFromId: isThere ? restored.returnedFromId : null };
}
