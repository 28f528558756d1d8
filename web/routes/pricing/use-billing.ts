import { useEffect, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { type Billing, parseBilling } from './plans.ts';

/** Monthly or yearly, as the address says, and the change of it, which shows at once. */
export function useBilling(): [Billing, (billing: Billing) => void] {
  const location = useLocation();
  const [search, setSearch] = useSearchParams();
  const [asked, setAsked] = useState<Billing | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address has arrived, or its reader went elsewhere
  useEffect(() => setAsked(null), [location]);

  const choose = (billing: Billing) => {
    setAsked(billing);
    const changed = new URLSearchParams(search);
    if (billing === 'yearly') changed.set('billing', billing);
    else changed.delete('billing');
    setSearch(changed, { replace: true, preventScrollReset: true });
  };
  return [asked ?? parseBilling(search), choose];
}
