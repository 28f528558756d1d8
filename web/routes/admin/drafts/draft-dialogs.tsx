import {
  deleteSignalDraft,
  RETURN_COMMENT_MAX_LENGTH,
  returnSignalDraft,
  type SignalDraft,
  withdrawSignalDraft,
} from '#contract/signals/draft-endpoints.ts';
import { ConfirmedActionDialog } from '#web/admin/admin-forms.tsx';
import { api } from '#web/api/api.ts';
import { SignalDialog } from '#web/routes/admin/signals/signal-dialog.tsx';
import { useSignalChange } from '#web/routes/admin/signals/use-admin-signals.ts';
import { getDraftErrorMessage, PublishDialog } from './publish-dialog.tsx';

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
    default:
      return (
        <ConfirmedDraftAction kind={open.kind} draft={open.draft} onClose={onClose} onDone={onRemoved} />
      );
  }
}

interface ConfirmedDraftActionProps {
  kind: 'delete' | 'return' | 'withdraw';
  draft: SignalDraft;
  onClose: () => void;
  onDone: () => void;
}

function ConfirmedDraftAction({ kind, draft, ...rest }: ConfirmedDraftActionProps) {
  const params = { id: draft.id };
  const expected_version = draft.version;
  const name = draft.content.symbol.trim() || 'the draft without a stock';
  const change = useSignalChange((send: () => Promise<unknown>) => send());
  const common = { getMessage: getDraftErrorMessage, ...rest };
  switch (kind) {
    case 'delete':
      return (
        <ConfirmedActionDialog
          title="Delete draft"
          description={`Are you sure you want to delete the draft for ${name}? It cannot be restored.`}
          confirmLabel="Delete"
          run={() => change.mutateAsync(() => api(deleteSignalDraft, { params }))}
          failureTitle="Failed to delete draft"
          success={['Draft Deleted', 'Traders never saw it.']}
          {...common}
        />
      );
    case 'return':
      return (
        <ConfirmedActionDialog
          title="Send back"
          description={`The draft for ${name} goes back to ${draft.submitted_by} with your comment.`}
          confirmLabel="Send Back"
          pendingLabel="Sending…"
          variant="primary"
          field={{ label: 'Comment', name: 'comment', maxLength: RETURN_COMMENT_MAX_LENGTH }}
          run={(comment) =>
            change.mutateAsync(() => api(returnSignalDraft, { params, body: { expected_version, comment } }))
          }
          success={['Draft Sent Back', `${draft.submitted_by} can change it and submit it again.`]}
          {...common}
        />
      );
    case 'withdraw':
      return (
        <ConfirmedActionDialog
          title="Withdraw from approval"
          description={`The draft for ${name} no longer waits for approval. You can change it and submit it again.`}
          confirmLabel="Withdraw"
          variant="primary"
          run={() =>
            change.mutateAsync(() => api(withdrawSignalDraft, { params, body: { expected_version } }))
          }
          success={['Draft Withdrawn', 'You can change it now.']}
          {...common}
        />
      );
  }
}
