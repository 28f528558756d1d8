import { deleteSignal } from '#contract/signals/admin-endpoints.ts';
import type { DraftContent } from '#contract/signals/draft-content.ts';
import type { ListedAdminSignal } from '#contract/signals/signal-body.ts';
import type { SignalType } from '#contract/signals/signal-types.ts';
import { ConfirmedActionDialog } from '#web/admin/admin-forms.tsx';
import { api } from '#web/api/api.ts';
import { SecondFactorDialog } from '#web/routes/admin/second-factor/second-factor-dialog.tsx';
import { HistoryDialog } from './history-dialog.tsx';
import { MoveStopDialog } from './move-stop-dialog.tsx';
import { OutcomeDialog } from './outcome/outcome-dialog.tsx';
import { SignalDialog } from './signal-dialog.tsx';
import { useSignalChange } from './use-admin-signals.ts';

export type OpenDialog =
  | { kind: 'add' | 'second-factor' }
  | { kind: SignalAction; signal: ListedAdminSignal };

export type SignalAction = 'edit' | 'delete' | 'history' | 'move-stop' | 'outcome';

interface SignalDialogsProps {
  open: OpenDialog;
  /** The type of a new signal. */
  type: SignalType;
  /** What was typed into the form of a new signal that was closed. */
  unsaved: DraftContent | null;
  isApprovalRequired: boolean;
  onClose: () => void;
  onCloseNew: (draft: DraftContent | null) => void;
  onDeleted: () => void;
}

/** Renders the open dialog of the dashboard. */
export function SignalDialogs({
  open,
  type,
  unsaved,
  isApprovalRequired,
  onClose,
  onCloseNew,
  onDeleted,
}: SignalDialogsProps) {
  switch (open.kind) {
    case 'add':
      return (
        <SignalDialog
          signal={null}
          type={type}
          unsaved={unsaved}
          isApprovalRequired={isApprovalRequired}
          onClose={onCloseNew}
        />
      );
    case 'edit':
      return <SignalDialog signal={open.signal} isApprovalRequired={isApprovalRequired} onClose={onClose} />;
    case 'move-stop':
      return <MoveStopDialog signal={open.signal} onClose={onClose} />;
    case 'outcome':
      return <OutcomeDialog signal={open.signal} onClose={onClose} />;
    case 'delete':
      return <DeleteDialog signal={open.signal} onClose={onClose} onDone={onDeleted} />;
    case 'history':
      return <HistoryDialog signal={open.signal} onClose={onClose} />;
    case 'second-factor':
      return <SecondFactorDialog onClose={onClose} />;
  }
}

interface DeleteDialogProps {
  signal: ListedAdminSignal;
  onClose: () => void;
  onDone: () => void;
}

function DeleteDialog({ signal: { id, symbol }, ...rest }: DeleteDialogProps) {
  const deletion = useSignalChange(() => api(deleteSignal, { params: { id } }));
  return (
    <ConfirmedActionDialog
      title="Delete signal"
      description={`Are you sure you want to delete the signal for ${symbol}?`}
      confirmLabel="Delete"
      run={() => deletion.mutateAsync(undefined)}
      success={['Signal Deleted', `${symbol} is no longer shown. Its history is preserved.`]}
      {...rest}
    />
  );
}
