import type { SignalDraft } from '#contract/signals/draft-endpoints.ts';
import { SignalDialog } from '#web/routes/admin/signals/signal-dialog.tsx';
import { DeleteDraftDialog } from './delete-draft-dialog.tsx';
import { PublishDialog } from './publish-dialog.tsx';
import { ReturnDialog } from './return-dialog.tsx';
import { WithdrawDialog } from './withdraw-dialog.tsx';

export type DraftAction = 'edit' | 'delete' | 'publish' | 'return' | 'withdraw';

export type OpenDraftDialog = { kind: 'add' } | { kind: DraftAction; draft: SignalDraft };

interface DraftDialogsProps {
  open: OpenDraftDialog;
  isApprovalRequired: boolean;
  onOpen: (dialog: OpenDraftDialog) => void;
  onClose: () => void;
  /** The draft or the pressed button is no longer in the list. */
  onRemoved: () => void;
}

/** Renders the open dialog of the drafts. */
export function DraftDialogs({ open, isApprovalRequired, onOpen, onClose, onRemoved }: DraftDialogsProps) {
  switch (open.kind) {
    case 'add':
      return <SignalDialog signal={null} isApprovalRequired={isApprovalRequired} onClose={onClose} />;
    case 'edit':
      return (
        <SignalDialog
          signal={null}
          saved={open.draft}
          isApprovalRequired={isApprovalRequired}
          onClose={onRemoved}
        />
      );
    case 'delete':
      return <DeleteDraftDialog draft={open.draft} onClose={onClose} onDeleted={onRemoved} />;
    case 'publish':
      return (
        <PublishDialog
          draft={open.draft}
          isApproval={isApprovalRequired}
          onReturn={() => onOpen({ kind: 'return', draft: open.draft })}
          onClose={onClose}
          onPublished={onRemoved}
        />
      );
    case 'return':
      return <ReturnDialog draft={open.draft} onClose={onClose} onReturned={onRemoved} />;
    case 'withdraw':
      return <WithdrawDialog draft={open.draft} onClose={onClose} onWithdrawn={onRemoved} />;
  }
}
