import { useQuery } from '@tanstack/react-query';
import { api } from '#core/web/api/api.ts';
import { useSession } from '#core/web/session/session.ts';
import { readRiskAcceptance } from '#features/accounts/contract/risk-statement.ts';

/** Returns whether the user, who may be an administrator, must be asked, and whether the call for it has ended, perhaps in a failure. */
export function useRiskAcceptance() {
  const user = useSession();
  const { data, isError } = useQuery({
    queryKey: ['risk-acceptance', user?.id],
    queryFn: () => api(readRiskAcceptance, {}),
    enabled: Boolean(user && !user.isAdmin),
    staleTime: Number.POSITIVE_INFINITY,
    // Without it, the customer is asked in front of premium signals.
    retry: false,
  });
  return { isSettled: data !== undefined || isError, isNeeded: data?.acceptance === null };
}
