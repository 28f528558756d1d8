import { useMutation } from '@tanstack/react-query';
import { dismissFiling, type Filing } from '#contract/corporate-actions/filings.ts';
import { getAdminErrorMessage } from '#web/admin/admin-query.ts';
import { api } from '#web/api/api.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { type FilingOutcome, toFilingOutcome } from './filing-outcome.ts';

interface DismissDialogProps {
  filing: Filing;
  onClose: () => void;
  onDismissed: (outcome: FilingOutcome) => void;
}

export function DismissDialog({ filing, onClose, onDismissed }: DismissDialogProps) {
  const dismissal = useMutation({
    mutationFn: () => toFilingOutcome(api(dismissFiling, { params: { id: String(filing.id) } })),
  });
  const dismiss = () => dismissal.mutate(undefined, { onSuccess: onDismissed });
  return (
    <ConfirmDialog
      title="Dismiss filing"
      description={`Dismiss "${filing.title}" of ${filing.company_name} if it does not announce a meeting. It will not appear again.`}
      confirmLabel="Dismiss"
      isPending={dismissal.isPending}
      error={dismissal.error && getAdminErrorMessage(dismissal.error)}
      onConfirm={dismiss}
      onClose={onClose}
    />
  );
}
