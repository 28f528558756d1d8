import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '#core/web/api/api.ts';
import { notify } from '#core/web/ui/feedback/notify.ts';
import { acceptRiskStatement, RISK_STATEMENT_VERSION } from '#features/accounts/contract/risk-statement.ts';

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
