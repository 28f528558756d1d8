import { deleteSignal } from '#contract/signals/admin-endpoints.ts';
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

export type SignalAction = 'edit' | 'delete' | 'history' | 'move-stop' | 'outcome' | 'republish';

interface SignalDialogsProps {
  open: OpenDialog;
  /** The type of a new signal. */
  type: SignalType;
  isApprovalRequired: boolean;
  onClose: () => void;
  /** The pressed button is gone, or will be. */
  onRemoved: () => void;
}

/** Renders the open dialog of the dashboard. */
export function SignalDialogs({ open, type, isApprovalRequired, onClose, onRemoved }: SignalDialogsProps) {
  switch (open.kind) {
    case 'add':
      return (
        <SignalDialog signal={null} type={type} isApprovalRequired={isApprovalRequired} onClose={onClose} />
      );
    case 'edit':
      return <SignalDialog signal={open.signal} isApprovalRequired={isApprovalRequired} onClose={onClose} />;
    case 'republish':
      return (
        <SignalDialog
          signal={null}
          corrected={open.signal}
          isApprovalRequired={isApprovalRequired}
          onClose={onClose}
          onSaved={onRemoved}
        />
      );
    case 'move-stop':
      return <MoveStopDialog signal={open.signal} onClose={onClose} />;
    case 'outcome':
      return <OutcomeDialog signal={open.signal} onClose={onClose} />;
    case 'delete':
      return <DeleteDialog signal={open.signal} onClose={onClose} onDone={onRemoved} />;
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
      description={
        <>
          <p>{`Are you sure you want to delete the signal for ${symbol}?`}</p>
          <p className="mt-2">The public record keeps the signal.</p>
        </>
      }
      confirmLabel="Delete"
      run={() => deletion.mutateAsync(undefined)}
      failureTitle="Failed to delete signal"
      success={['Signal Deleted', `${symbol} is no longer shown. Its history is preserved.`]}
      {...rest}
    />
  );
}
