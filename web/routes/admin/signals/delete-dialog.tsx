import { deleteSignal } from '#contract/signals/admin-endpoints.ts';
import type { AdminSignal } from '#contract/signals/signal-body.ts';
import { getAdminErrorMessage } from '#web/admin/admin-query.ts';
import { api } from '#web/api/api.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { notify } from '#web/ui/feedback/notify.ts';
import { useSignalChange } from './use-admin-signals.ts';

interface DeleteDialogProps {
  signal: AdminSignal;
  onClose: () => void;
  onDeleted: () => void;
}

export function DeleteDialog({ signal, onClose, onDeleted }: DeleteDialogProps) {
  const deletion = useSignalChange(() => api(deleteSignal, { params: { id: signal.id } }));
  const confirmDelete = () =>
    deletion.mutate(undefined, {
      onSuccess: () => {
        notify.success('Signal Deleted', `${signal.symbol} is no longer shown. Its history is preserved.`);
        onDeleted();
      },
    });
  return (
    <ConfirmDialog
      title="Delete signal"
      description={`Are you sure you want to delete the signal for ${signal.symbol}?`}
      confirmLabel="Delete"
      isPending={deletion.isPending}
      error={deletion.error && getAdminErrorMessage(deletion.error)}
      onConfirm={confirmDelete}
      onClose={onClose}
    />
  );
}
