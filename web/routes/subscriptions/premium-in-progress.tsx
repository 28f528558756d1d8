import { useQuery } from '@tanstack/react-query';
import { countPremiumSignals } from '#contract/signals/premium-endpoints.ts';
import { api } from '#web/api/api.ts';
import { LIST_STALE_MS, shouldRetry } from '#web/api/query-options.ts';
import { useSession } from '#web/session/session.ts';

/** How many premium signals are in progress, and what opens them: for customers without access. Nothing until it is loaded. */
export function PremiumInProgress({ opens }: { opens: string }) {
  const user = useSession();
  const { data } = useQuery({
    queryKey: ['premium-signals', user?.id],
    queryFn: () => api(countPremiumSignals, {}),
    staleTime: LIST_STALE_MS,
    retry: shouldRetry,
  });
  if (!data) return null;
  const { swing, investment } = data;
  const total = swing + investment;
  return (
    <p className="mt-1">
      <strong>
        <span translate="no">{total}</span>{' '}
        <span>
          {total === 1 ? 'premium signal is in progress now' : 'premium signals are in progress now'}
        </span>
      </strong>
      <span>{total > 0 ? `: ${swing} swing, ${investment} investment. ${opens}` : '.'}</span>
    </p>
  );
}
