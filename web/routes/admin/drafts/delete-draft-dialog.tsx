import { deleteSignalDraft, type SignalDraft } from '#contract/signals/draft-endpoints.ts';
import { api } from '#web/api/api.ts';
import { useSignalChange } from '#web/routes/admin/signals/use-admin-signals.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { notify } from '#web/ui/feedback/notify.ts';
import { getDraftErrorMessage, getDraftName } from './draft-error-message.ts';

interface DeleteDraftDialogProps {
  draft: SignalDraft;
  onClose: () => void;
  onDeleted: () => void;
}

export function DeleteDraftDialog({ draft, onClose, onDeleted }: DeleteDraftDialogProps) {
  const deletion = useSignalChange(() => api(deleteSignalDraft, { params: { id: draft.id } }));
  return (
    <ConfirmDialog
      title="Delete draft"
      description={`Are you sure you want to delete the draft for ${getDraftName(draft)}? It cannot be restored.`}
      confirmLabel="Delete"
      isPending={deletion.isPending}
      error={deletion.error && getDraftErrorMessage(deletion.error)}
      onConfirm={() =>
        deletion.mutate(undefined, {
          onSuccess: () => {
            notify.success('Draft Deleted', 'Traders never saw it.');
            onDeleted();
          },
        })
      }
      onClose={onClose}
    />
  );
}
