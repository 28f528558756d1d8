import { type SignalDraft, withdrawSignalDraft } from '#contract/signals/draft-endpoints.ts';
import { api } from '#web/api/api.ts';
import { useSignalChange } from '#web/routes/admin/signals/use-admin-signals.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { notify } from '#web/ui/feedback/notify.ts';
import { getDraftErrorMessage, getDraftName } from './draft-error-message.ts';

interface WithdrawDialogProps {
  draft: SignalDraft;
  onClose: () => void;
  onWithdrawn: () => void;
}

export function WithdrawDialog({ draft, onClose, onWithdrawn }: WithdrawDialogProps) {
  const withdrawal = useSignalChange(() =>
    api(withdrawSignalDraft, { params: { id: draft.id }, body: { expected_version: draft.version } }),
  );
  return (
    <ConfirmDialog
      title="Withdraw from approval"
      description={`The draft for ${getDraftName(draft)} no longer waits for approval. You can change it and submit it again.`}
      confirmLabel="Withdraw"
      variant="primary"
      isPending={withdrawal.isPending}
      error={withdrawal.error && getDraftErrorMessage(withdrawal.error)}
      onConfirm={() =>
        withdrawal.mutate(undefined, {
          onSuccess: () => {
            notify.success('Draft Withdrawn', 'You can change it now.');
            onWithdrawn();
          },
        })
      }
      onClose={onClose}
    />
  );
}
