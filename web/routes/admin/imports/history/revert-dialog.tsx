import { useMutation } from '@tanstack/react-query';
import { type Import, revertImport } from '#contract/imports/imports.ts';
import { getAdminErrorMessage } from '#web/admin/admin-query.ts';
import { api } from '#web/api/api.ts';
import { formatWrittenRows } from '#web/routes/admin/imports/import-labels.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { notifyEnd } from './use-ended-imports.ts';
import { useImportUpdate } from './use-imports.ts';

interface RevertDialogProps {
  target: Import;
  onClose: () => void;
  /** Called when the revert has started. */
  onReverting: () => void;
}

export function RevertDialog({ target, onClose, onReverting }: RevertDialogProps) {
  const { update, refresh } = useImportUpdate();
  const reverting = useMutation({
    mutationFn: () => api(revertImport, { params: { id: String(target.id) } }),
    // The state of the imports has changed: the list shows why.
    onError: refresh,
  });
  const revert = () =>
    reverting.mutate(undefined, {
      onSuccess: (current) => {
        update(current);
        notifyEnd(current);
        onReverting();
      },
    });
  return (
    <ConfirmDialog
      title="Revert import"
      description={<Consequences target={target} />}
      confirmLabel="Revert import"
      pendingLabel="Reverting…"
      isPending={reverting.isPending}
      error={reverting.error && getAdminErrorMessage(reverting.error)}
      onConfirm={revert}
      onClose={onClose}
    />
  );
}

function Consequences({ target }: { target: Import }) {
  return (
    <>
      <p className="wrap-anywhere">
        This reverts {formatWrittenRows(target)} of {target.file_name}.
      </p>
      <p className="mt-2">
        {target.new > 0 && 'New rows are removed. '}
        {target.changed > 0 && 'Changed rows get their previous values back. '}
        Traders see the change immediately.
      </p>
    </>
  );
}
