import { useMutation } from '@tanstack/react-query';
import { type Import, revertImport } from '#contract/corporate-actions/imports.ts';
import { api } from '#web/api/api.ts';
import { getAdminErrorMessage } from '#web/routes/admin/admin-error-message.ts';
import { formatWrittenRows } from '#web/routes/admin/imports/import-labels.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { notifyEnd } from './use-ended-imports.ts';
import { useImportUpdate } from './use-imports.ts';

interface RevertDialogProps {
  undone: Import;
  onClose: () => void;
  /** It is being undone. */
  onReverting: () => void;
}

export function RevertDialog({ undone, onClose, onReverting }: RevertDialogProps) {
  const { update, refresh } = useImportUpdate();
  const undoing = useMutation({
    mutationFn: () => api(revertImport, { params: { id: String(undone.id) } }),
    // Something came in between: the list says what.
    onError: refresh,
  });
  const undo = () =>
    undoing.mutate(undefined, {
      onSuccess: (answered) => {
        update(answered);
        notifyEnd(answered);
        onReverting();
      },
    });
  return (
    <ConfirmDialog
      title="Undo Import"
      description={<Consequences undone={undone} />}
      confirmLabel="Undo Import"
      pendingLabel="Undoing…"
      isPending={undoing.isPending}
      error={undoing.error && getAdminErrorMessage(undoing.error)}
      onConfirm={undo}
      onClose={onClose}
    />
  );
}

function Consequences({ undone }: { undone: Import }) {
  return (
    <>
      <p className="wrap-anywhere">
        This takes back {formatWrittenRows(undone)} of {undone.file_name}.
      </p>
      <p className="mt-2">
        {undone.new > 0 && 'What was new disappears. '}
        {undone.changed > 0 && 'What was changed says again what it said before. '}
        Traders see it at once.
      </p>
    </>
  );
}
