import { useIsMutating, useQuery } from '@tanstack/react-query';
import { listSessions } from '#contract/accounts/sessions.ts';
import { readProfile } from '#contract/accounts/profile.ts';
import { readMySubscription } from '#contract/billing/subscriptions.ts';
import { api } from '#web/api/api.ts';
import { ApiError } from '#web/api/call.ts';
import { useSession } from '#web/session/session.ts';

/** What begins the key of everything that is known about an account. */
export const ACCOUNT_KEY = ['account'];

/**
 * The key of a mutation that may end the session on the server. Nothing else is asked while it runs: the refusal would
 * sign the reader out before they are told why.
 */
export const ENDS_SESSION_KEY = ['ends-session'];

type Part = 'profile' | 'sessions' | 'subscriptions' | 'my-subscription';

/** With the reader in it: who signs in next in the same tab does not see what belongs to the one before. */
export function useAccountKey(part: Part): readonly unknown[] {
  return [...ACCOUNT_KEY, part, useSession()?.id];
}

export const useProfile = () => useAccountQuery(useAccountKey('profile'), () => api(readProfile, {}));

export const useSessions = () =>
  useAccountQuery(useAccountKey('sessions'), async () => (await api(listSessions, {})).results);

export const useMySubscription = () =>
  useAccountQuery(useAccountKey('my-subscription'), () => api(readMySubscription, {}));

interface Polling {
  /** How often it is asked for anew; `false` for not by the clock. */
  refetchInterval?: number | false;
  refetchIntervalInBackground?: boolean;
}

/** What the API says of the signed-in customer. Administrators have none of it, and visitors are not asked for it. */
export function useAccountQuery<Data>(
  queryKey: readonly unknown[],
  queryFn: () => Promise<Data>,
  repetition: Polling = {},
) {
  const user = useSession();
  const isEnding = useIsMutating({ mutationKey: ENDS_SESSION_KEY }) > 0;
  return useQuery({
    ...repetition,
    queryKey,
    queryFn,
    enabled: Boolean(user && !user.isAdmin) && !isEnding,
    networkMode: 'always',
    retry: (failures, error) => failures < 1 && isTransient(error),
  });
}

/** No answer, or a server that failed: the next try may be better. */
const isTransient = (error: unknown) =>
  error instanceof ApiError && (error.status === 0 || error.status >= 500);
