import { useEffect, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { type Billing, parseBilling } from './plans.ts';

/** Returns the billing period of the URL and a setter. A change is reflected immediately, before navigation completes. */
export function useBilling(): [Billing, (billing: Billing) => void] {
  const location = useLocation();
  const [search, setSearch] = useSearchParams();
  const [pending, setPending] = useState<Billing | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when a navigation completes, to this URL or another one
  useEffect(() => setPending(null), [location]);

  const setBilling = (billing: Billing) => {
    setPending(billing);
    const changed = new URLSearchParams(search);
    if (billing === 'yearly') changed.set('billing', billing);
    else changed.delete('billing');
    setSearch(changed, { replace: true, preventScrollReset: true });
  };
  return [pending ?? parseBilling(search), setBilling];
}
