import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { KeptList } from './cached-list.ts';

/**
 * Changes the filters in the address, which takes a moment: `chosen` has a change at once, so that a box stays ticked and
 * the next change adds to this one. `timesCleared` is for the keys of fields whose text goes with the filters, applied or not.
 */
export function useFilterChange<Filters extends { page: number }>(
  filters: Filters,
  { none, addressOf }: KeptList<Filters>,
) {
  const location = useLocation();
  const navigate = useNavigate();
  const [asked, setAsked] = useState<Filters | null>(null);
  const [timesCleared, setTimesCleared] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address has arrived, or its reader went elsewhere
  useEffect(() => setAsked(null), [location]);

  const chosen = asked ?? filters;
  // What was typed replaces what was typed before; any filter leads back to the first page.
  const change = (changed: Partial<Filters>) => {
    const wanted = { ...chosen, ...changed, page: 1 };
    setAsked(wanted);
    navigate(addressOf(wanted), { preventScrollReset: true, replace: 'search' in changed });
  };
  const clear = () => {
    setTimesCleared((times) => times + 1);
    setAsked(none);
    navigate(addressOf(none), { preventScrollReset: true });
  };
  return { chosen, change, clear, timesCleared };
}
