import { useState } from 'react';
import { getMessagesByField } from '#contract/errors.ts';
import {
  RETURN_COMMENT_MAX_LENGTH,
  returnSignalDraft,
  type SignalDraft,
} from '#contract/signals/draft-endpoints.ts';
import { api } from '#web/api/api.ts';
import { ApiError } from '#web/api/call.ts';
import { useSignalChange } from '#web/routes/admin/signals/use-admin-signals.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { notify } from '#web/ui/feedback/notify.ts';
import { TextField } from '#web/ui/forms/text-field.tsx';
import { getDraftErrorMessage, getDraftName } from './draft-error-message.ts';

interface ReturnDialogProps {
  draft: SignalDraft;
  onClose: () => void;
  onReturned: () => void;
}

export function ReturnDialog({ draft, onClose, onReturned }: ReturnDialogProps) {
  const [comment, setComment] = useState('');
  const [fieldError, setFieldError] = useState<string>();
  const sending = useSignalChange((text: string) =>
    api(returnSignalDraft, {
      params: { id: draft.id },
      body: { expected_version: draft.version, comment: text },
    }),
  );
  const send = () => {
    if (comment.trim() === '') return setFieldError('This field may not be blank.');
    setFieldError(undefined);
    sending.mutate(comment, {
      onSuccess: () => {
        notify.success('Draft Sent Back', `${draft.submitted_by} can change it and submit it again.`);
        onReturned();
      },
      onError: (error) => {
        if (error instanceof ApiError && error.status === 400)
          setFieldError(getMessagesByField(error.body).comment?.[0]);
      },
    });
  };
  return (
    <ConfirmDialog
      title="Send back"
      description={`The draft for ${getDraftName(draft)} goes back to ${draft.submitted_by} with your comment.`}
      confirmLabel="Send Back"
      pendingLabel="Sending…"
      variant="primary"
      isPending={sending.isPending}
      error={sending.error && !fieldError ? getDraftErrorMessage(sending.error) : null}
      onConfirm={send}
      onClose={onClose}
    >
      <TextField
        label="Comment"
        required
        maxLength={RETURN_COMMENT_MAX_LENGTH}
        autoComplete="off"
        data-first-focus
        value={comment}
        error={fieldError}
        onChange={(event) => setComment(event.target.value)}
      />
    </ConfirmDialog>
  );
}
