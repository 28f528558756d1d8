import { useMutation } from '@tanstack/react-query';
import { type Import, undoImport } from '#contract/corporate-actions/imports.ts';
import { api } from '#web/api/api.ts';
import { adminFailureText } from '#web/routes/admin/admin-failure-text.ts';
import { writtenRows } from '#web/routes/admin/imports/import-labels.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { tellEnd } from './use-ended-imports.ts';
import { useImportUpdate } from './use-imports.ts';

interface UndoDialogProps {
  undone: Import;
  onClose: () => void;
  /** It is being undone. */
  onUndoing: () => void;
}

export function UndoDialog({ undone, onClose, onUndoing }: UndoDialogProps) {
  const { update, refresh } = useImportUpdate();
  const undoing = useMutation({
    mutationFn: () => api(undoImport, { params: { id: String(undone.id) } }),
    // Something came in between: the list says what.
    onError: refresh,
  });
  const undo = () =>
    undoing.mutate(undefined, {
      onSuccess: (answered) => {
        update(answered);
        tellEnd(answered);
        onUndoing();
      },
    });
  return (
    <Dialog title="Undo Import" description={<Consequences undone={undone} />} onClose={onClose}>
      {undoing.error && (
        <Notice tone="danger" role="alert" className="mb-4">
          {adminFailureText(undoing.error)}
        </Notice>
      )}
      <div className="flex justify-end gap-2">
        <Button variant="secondary" onClick={onClose} data-first-focus>
          Cancel
        </Button>
        <Button variant="danger" busy={undoing.isPending} onClick={undo}>
          {undoing.isPending ? 'Undoing…' : 'Undo Import'}
        </Button>
      </div>
    </Dialog>
  );
}

function Consequences({ undone }: { undone: Import }) {
  return (
    <>
      <p className="wrap-anywhere">
        This takes back {writtenRows(undone)} of {undone.file_name}.
      </p>
      <p className="mt-2">
        {undone.new > 0 && 'What was new disappears. '}
        {undone.changed > 0 && 'What was changed says again what it said before. '}
        Traders see it at once.
      </p>
    </>
  );
}
