import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '#core/web/api/api.ts';
import { useSession } from '#core/web/session/session.ts';
import { notify } from '#core/web/ui/feedback/notify.ts';
import {
  acceptRiskStatement,
  RISK_STATEMENT_VERSION,
  readRiskAcceptance,
} from '#features/accounts/contract/risk-statement.ts';

/** Accepts the statement for the current customer and loads the page's data again, premium signals included. */
export function useAcceptRiskStatement(place: 'prompt' | 'premium') {
  const queryClient = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const accept = async () => {
    setBusy(true);
    try {
      await api(acceptRiskStatement, { body: { version: RISK_STATEMENT_VERSION, place } });
      await queryClient.invalidateQueries();
      notify.success(
        'Risk statement accepted',
        'You can read it again at any time: it is part of the terms.',
      );
      // The pressed button has disappeared.
      document.getElementById('main')?.focus({ preventScroll: true });
    } catch {
      notify.error(
        'Not accepted',
        'The risk statement could not be accepted. Reload the page and try again.',
      );
    }
    setBusy(false);
  };
  return { isBusy, accept };
}

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
