import { deleteSignal } from '#contract/signals/admin-endpoints.ts';
import type { AdminSignal } from '#contract/signals/signal-body.ts';
import { api } from '#web/api/api.ts';
import { adminFailureText } from '#web/routes/admin/admin-failure-text.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
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
    <Dialog
      title="Delete Signal"
      description={`Are you sure you want to delete the signal for ${signal.symbol}?`}
      onClose={onClose}
    >
      {removal.error && (
        <Notice tone="danger" role="alert" className="mb-4">
          {adminFailureText(removal.error)}
        </Notice>
      )}
      <div className="flex justify-end gap-2">
        <Button variant="secondary" onClick={onClose} data-first-focus>
          Cancel
        </Button>
        <Button variant="danger" busy={removal.isPending} onClick={remove}>
          Delete
        </Button>
      </div>
    </Dialog>
  );
}
