import { useQuery, useQueryClient } from '@tanstack/react-query';
import { readSecondFactor } from '#contract/admin/second-factor.ts';
import { api } from '#web/api/api.ts';
import { useSession } from '#web/session/session.ts';

const KEY = ['second-factor'];

/** The key of every mutation of the second factor. */
export const SECOND_FACTOR_CHANGE = ['second-factor-change'];

/** Whether the administrator's sign-ins ask for a code, and how many recovery codes are left. */
export function useSecondFactor() {
  const user = useSession();
  return useQuery({
    queryKey: [...KEY, user?.id],
    queryFn: () => api(readSecondFactor, {}),
    networkMode: 'always',
    retry: false,
  });
}

/**
 * Asks whether a change is under way; whoever left now would not see the recovery codes that come of it. Asked at the
 * moment of leaving: what was rendered last may not know yet.
 */
export function useIsChanging(): () => boolean {
  const queries = useQueryClient();
  return () => queries.isMutating({ mutationKey: SECOND_FACTOR_CHANGE }) > 0;
}

/** What was known is no longer true. */
export function useInvalidateSecondFactor(): () => void {
  const queries = useQueryClient();
  return () => queries.removeQueries({ queryKey: KEY });
}
