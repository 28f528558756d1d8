import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '#core/web/api/api.ts';
import { useSession } from '#core/web/session/session.ts';
import { readSecondFactor } from '#features/accounts/contract/admin/second-factor.ts';

const KEY = ['second-factor'];

/** The mutation key of every change to the second factor. */
export const SECOND_FACTOR_CHANGE = ['second-factor-change'];

/** Loads whether the administrator has a second factor, and the number of recovery codes left. */
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
 * Returns a function that checks whether a change is in progress; closing the dialog then would hide the new recovery
 * codes. It reads the current state, because the last render may be outdated.
 */
export function useIsChanging(): () => boolean {
  const queries = useQueryClient();
  return () => queries.isMutating({ mutationKey: SECOND_FACTOR_CHANGE }) > 0;
}

/** Returns a function that discards the loaded status. */
export function useInvalidateSecondFactor(): () => void {
  const queries = useQueryClient();
  return () => queries.removeQueries({ queryKey: KEY });
}
