import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { addresses } from '#web/addresses.ts';
import { type NewsFilters, NO_FILTERS, newsAddress } from './filters.ts';

/**
 * Changes the filters in the address, which takes a moment: `chosen` has a change at once, so that a box stays ticked and
 * the next change adds to this one.
 */
export function useFilterChange(filters: NewsFilters) {
  const location = useLocation();
  const navigate = useNavigate();
  const [asked, setAsked] = useState<NewsFilters | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address has arrived, or its reader went elsewhere
  useEffect(() => setAsked(null), [location]);

  const chosen = asked ?? filters;
  // What was typed replaces what was typed before; any filter leads back to the first page.
  const change = (changed: Partial<NewsFilters>) => {
    const wanted = { ...chosen, ...changed, page: 1 };
    setAsked(wanted);
    navigate(newsAddress(wanted), { preventScrollReset: true, replace: 'search' in changed });
  };
  const clear = () => {
    setAsked(NO_FILTERS);
    navigate(addresses.news, { preventScrollReset: true });
  };
  return { chosen, change, clear };
}
