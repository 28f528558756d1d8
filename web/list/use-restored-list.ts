import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation, useNavigate, useNavigationType } from 'react-router';
import type { KeptList } from './cached-list.ts';

const BANNER_MS = 1000;

interface RestoredList {
  /** For as long as the reader is told so. */
  isRestoring: boolean;
  /** What the reader looked at and came back from, when the list is to be shown at it. */
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
export function useRestoredList<Filters>(filters: Filters, list: KeptList<Filters>): RestoredList {
  const { search } = useLocation();
  const cameByLink = useNavigationType() !== 'POP';
  const navigate = useNavigate();
  const [restored, setRestored] = useState(NOTHING_RESTORED);
  const wantedAddress = useRef<string | null>(null);

  const restore = useEffectEvent(() => {
    if (!list.isEmptyAddress(new URLSearchParams(search))) return;
    const stored = list.readStored();
    const address = list.addressOf(stored.filters);
    const isElsewhere = address !== list.addressOf(filters);
    const returnedFromId = cameByLink ? (stored.lastViewedId ?? null) : null;
    if (!isElsewhere && returnedFromId === null) return;
    setRestored({ isRestoring: true, returnedFromId, address });
    if (!isElsewhere) return;
    wantedAddress.current = address;
    navigate(address, { replace: true, preventScrollReset: true });
  });
  useEffect(() => restore(), []);

  useEffect(() => {
    // On the way to the restored address, the one that is left is not worth storing.
    if (wantedAddress.current !== null && wantedAddress.current !== list.addressOf(filters)) return;
    wantedAddress.current = null;
    list.storeFilters(filters);
  }, [filters, list]);

  const { isRestoring } = restored;
  useEffect(() => {
    if (!isRestoring) return;
    const timer = setTimeout(() => setRestored((state) => ({ ...state, isRestoring: false })), BANNER_MS);
    return () => clearTimeout(timer);
  }, [isRestoring]);
  // Until the restored address is there, another list is shown, which may be without it.
  const isThere = restored.address === list.addressOf(filters);
  return { isRestoring, returnedFromId: isThere ? restored.returnedFromId : null };
}
