import { type keepPreviousData, useIsMutating, useQuery } from '@tanstack/react-query';
import { api } from '#core/web/api/api.ts';
import { ApiError } from '#core/web/api/call.ts';
import { useSession } from '#core/web/session/session.ts';
import { readProfile } from '#features/accounts/contract/profile.ts';
import { listSessions } from '#features/accounts/contract/sessions.ts';
import { readMySubscription } from '#features/billing/contract/subscriptions.ts';

/** The query key prefix of all account data. */
export const ACCOUNT_KEY = ['account'];

/**
 * The key of a mutation that may end the session on the server. Account queries pause while it runs: a rejected call would
 * sign the user out before the page can explain why.
 */
export const ENDS_SESSION_KEY = ['ends-session'];

type Part =
  | 'profile'
  | 'sessions'
  | 'subscriptions'
  | 'my-subscription'
  | 'feeds'
  | 'api-keys'
  | 'access'
  | 'orders'
  | 'positions';

/** Contains the user ID, so that the next user in the same tab does not see the previous user's data. */
export function useAccountKey(part: Part): readonly unknown[] {
  return [...ACCOUNT_KEY, part, useSession()?.id];
}

/** Names the failed call in error messages. */
export const PROFILE_FAILURE = 'Failed to fetch profile';

export const useProfile = () => useAccountQuery(useAccountKey('profile'), () => api(readProfile, {}));

export const useSessions = () =>
  useAccountQuery(useAccountKey('sessions'), async () => (await api(listSessions, {})).results);

export const useMySubscription = () =>
  useAccountQuery(useAccountKey('my-subscription'), () => api(readMySubscription, {}));

interface Refetching {
  /** The refetch interval; `false` turns polling off. */
  refetchInterval?: number | false;
  refetchIntervalInBackground?: boolean;
  refetchOnWindowFocus?: 'always';
  staleTime?: number;
  /** Shows the data of the previous key until those of another one are loaded. Only in what is rendered again for another user. */
  placeholderData?: typeof keepPreviousData | undefined;
}

/** Runs a query for the signed-in customer. Does nothing for administrators and visitors. */
export function useAccountQuery<Data>(
  queryKey: readonly unknown[],
  queryFn: () => Promise<Data>,
  refetching: Refetching = {},
) {
  const user = useSession();
  const isEnding = useIsMutating({ mutationKey: ENDS_SESSION_KEY }) > 0;
  return useQuery({
    ...refetching,
    queryKey,
    queryFn,
    enabled: Boolean(user && !user.isAdmin) && !isEnding,
    retry: (failures, error) => failures < 1 && isTransient(error),
  });
}

/** Returns whether a retry may succeed: there was no response, or the server failed. */
const isTransient = (error: unknown) =>
  error instanceof ApiError && (error.status === 0 || error.status >= 500);
