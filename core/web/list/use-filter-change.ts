import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { FilteredList } from './filtered-list.ts';

/**
 * Updates the filters in the URL. `chosen` reflects a change immediately, before navigation completes, so that controls do
 * not flicker and the next change adds to this one. `clearCount` is for the keys of fields whose typed text must be reset
 * together with the filters.
 */
export function useFilterChange<Filters extends { page: number }>(
  filters: Filters,
  { noFilters, toUrl }: FilteredList<Filters>,
) {
  const location = useLocation();
  const navigate = useNavigate();
  const [pending, setPending] = useState<Filters | null>(null);
  const [clearCount, setClearCount] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when a navigation completes, to this URL or another one
  useEffect(() => setPending(null), [location]);

  const chosen = pending ?? filters;
  // Typing replaces the history entry. Every change returns to the first page.
  const change = (changed: Partial<Filters>) => {
    const next = { ...chosen, ...changed, page: 1 };
    setPending(next);
    navigate(toUrl(next), { preventScrollReset: true, replace: 'search' in changed });
  };
  const clear = () => {
    setClearCount((count) => count + 1);
    setPending(noFilters);
    navigate(toUrl(noFilters), { preventScrollReset: true });
  };
  return { chosen, change, clear, clearCount };
}
