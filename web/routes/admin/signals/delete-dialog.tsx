import { deleteSignal } from '#contract/signals/admin-endpoints.ts';
import type { AdminSignal } from '#contract/signals/signal-body.ts';
import { api } from '#web/api/api.ts';
import { getAdminErrorMessage } from '#web/routes/admin/admin-error-message.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { notify } from '#web/ui/feedback/notify.ts';
import { useSignalChange } from './use-admin-signals.ts';

interface DeleteDialogProps {
  signal: AdminSignal;
  onClose: () => void;
  onDeleted: () => void;
}

export function DeleteDialog({ signal, onClose, onDeleted }: DeleteDialogProps) {
  const removal = useSignalChange(() => api(deleteSignal, { params: { id: signal.id } }));
  const remove = () =>
    removal.mutate(undefined, {
      onSuccess: () => {
        notify.success('Signal Deleted', `${signal.symbol} is no longer shown. Its history is kept.`);
        onDeleted();
      },
    });
  return (
    <ConfirmDialog
      title="Delete Signal"
      description={`Are you sure you want to delete the signal for ${signal.symbol}?`}
      confirmLabel="Delete"
      isPending={removal.isPending}
      error={removal.error && getAdminErrorMessage(removal.error)}
      onConfirm={remove}
      onClose={onClose}
    />
  );
}
