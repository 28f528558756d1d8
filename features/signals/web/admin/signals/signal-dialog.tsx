import { type FormEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { FieldErrors } from '#core/contract/api/field-errors.ts';
import { getFirstMessage } from '#core/contract/errors.ts';
import { getAdminErrorMessage } from '#core/web/admin/admin-query.ts';
import { api } from '#core/web/api/api.ts';
import { ApiError } from '#core/web/api/call.ts';
import { Button } from '#core/web/ui/button.tsx';
import { CancelButton, Dialog } from '#core/web/ui/dialogs/dialog.tsx';
import { Notice } from '#core/web/ui/feedback/notice.tsx';
import { notify } from '#core/web/ui/feedback/notify.ts';
import { FormErrors } from '#core/web/ui/forms/field.tsx';
import { editSignal } from '#features/signals/contract/publishing/admin-endpoints.ts';
import type { SignalDraft } from '#features/signals/contract/publishing/draft-endpoints.ts';
import type { DraftContent, ListedAdminSignal } from '#features/signals/contract/publishing/signal-body.ts';
import type { SignalWarning } from '#features/signals/contract/publishing/signal-warnings.ts';
import type { SignalType } from '#features/signals/contract/signal-types.ts';
import { useAnalysts } from '#features/signals/web/admin/analysts/use-analysts.ts';
import { NoteFields, OverrideFields, ReplacedSignal, Warnings } from './disclosure-fields.tsx';
import { SignalFields } from './form-fields.tsx';
import { LevelsPreview } from './level-fields.tsx';
import { PublicationConfirmation, useNewSignal } from './publication.tsx';
import {
  clearErrors,
  createEmptyDraft,
  type FormValues,
  findBlankFields,
  getRejectedWarnings,
  NO_REASON,
  toCorrection,
  toDraft,
  toFormDraft,
  toFormErrors,
  toPatch,
  useSignalChange,
  useSignalWarnings,
  validateDraft,
  validateReason,
  withAnalyst,
} from './signal-form.ts';

interface SignalDialogProps {
  /** The signal to edit; `null` adds one. */
  signal: ListedAdminSignal | null;
  /** The published signal that a new one corrects. */
  corrected?: ListedAdminSignal | null;
  /** The initial type of a new signal. */
  type?: SignalType;
  /** The stored draft of a new signal. */
  saved?: SignalDraft | null;
  /** A new signal is submitted for approval. */
  isApprovalRequired: boolean;
  onClose: () => void;
  /** Called instead of `onClose` once the form is saved. */
  onSaved?: () => void;
  /** Called before `onSaved` if a signal was published. */
  onPublished?: ((type: SignalType) => void) | undefined;
}

export function SignalDialog({
  signal,
  corrected = null,
  type = 'intraday',
  saved = null,
  isApprovalRequired,
  onClose,
  onSaved = onClose,
  onPublished,
}: SignalDialogProps) {
  const isPublication = !signal && !isApprovalRequired;
  const [draft, setDraft] = useState<FormValues>(() =>
    signal
      ? toDraft(signal)
      : corrected
        ? toCorrection(corrected)
        : saved
          ? toFormDraft(saved.content)
          : createEmptyDraft(type),
  );
  const [errors, setErrors] = useState<FieldErrors>({});
  /** An error of a field that the form does not have. */
  const [otherError, setOtherError] = useState<string | null>(null);
  const form = useRef<HTMLFormElement>(null);
  /** The administrator is asked to confirm the publication of the draft, which is valid. */
  const [isConfirming, setConfirming] = useState(false);
  const confirmation = useRef<HTMLFormElement>(null);
  /** The warnings with which the server rejected the draft as it is. */
  const [rejected, setRejected] = useState<SignalWarning[] | null>(null);
  const { checks, warnings: typed } = useSignalWarnings(draft, signal);
  const warnings = rejected ?? typed;
  const { storeDraft, publishNew } = useNewSignal(saved, isApprovalRequired);
  const saving = useSignalChange(
    (draft: DraftContent) =>
      signal
        ? api(editSignal, { params: { id: signal.id }, body: toPatch(draft, signal) })
        : publishNew(draft),
    ({ symbol }, { replaces_id }) => {
      if (signal) notify.success('Signal Updated', `${symbol} is saved.`);
      else if (isApprovalRequired)
        notify.success('Signal Submitted', 'Another administrator must approve it in the drafts.');
      else if (replaces_id) notify.success('Signal Added', `${symbol} is saved, and the old signal is void.`);
      else notify.success('Signal Added', `${symbol} is saved.`);
    },
  );
  const storing = useSignalChange(storeDraft, () =>
    notify.success('Draft Saved', 'Only administrators see it, in the drafts.'),
  );

  const { data: list } = useAnalysts();
  /** With the analyst that the form shows, who must be the one that is saved. */
  const shown = signal || !list ? draft : withAnalyst(draft, list.results);

  const isPending = saving.isPending || storing.isPending;
  const error = saving.error ?? storing.error;

  const change = (changes: Partial<FormValues>) => {
    setDraft({ ...draft, ...changes });
    setErrors(clearErrors(changes, errors));
    if (!('override_reason' in changes)) setRejected(null);
  };

  const showErrors = (found: FieldErrors, text: string) => {
    flushSync(() => {
      setErrors(found);
      // Only the reason is in the confirmation.
      if (!found.override_reason) setConfirming(false);
    });
    notify.error('Validation Error', text);
    const shownForm = confirmation.current ?? form.current;
    const first = shownForm?.querySelector<HTMLElement>('[aria-invalid]');
    if (first) requestAnimationFrame(() => first.focus());
    else setOtherError(text);
  };

  const forgetErrors = () => {
    setErrors({});
    setOtherError(null);
    saving.reset();
    storing.reset();
  };

  const showFailure = (error: Error, text: string) => {
    const found = error instanceof ApiError && error.status === 400 ? toFormErrors(error.body) : {};
    if (Object.keys(found).length > 0) showErrors(found, getFirstError(found));
    else notify.error('Error', text);
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isPending) return;
    const blank = findBlankFields(draft);
    if (Object.keys(blank).length > 0) return showErrors(blank, 'Please fill in all fields');
    // The reason is checked when the signal is saved, if it needs one then.
    const invalid = validateDraft({ ...draft, override_reason: '' }, signal);
    if (Object.keys(invalid).length > 0) return showErrors(invalid, getFirstError(invalid));
    if (!isPublication) return save();
    forgetErrors();
    setConfirming(true);
  };

  const save = () => {
    const noReason = warnings.length > 0 && validateReason(draft.override_reason);
    if (noReason) return showErrors(noReason, NO_REASON_TEXT);
    forgetErrors();
    // A stored reason must not override warnings that are not shown yet.
    saving.mutate(warnings.length > 0 ? shown : { ...shown, override_reason: '' }, {
      onSuccess: () => {
        // First the confirmation: the browser returns the focus only from the dialog on top.
        flushSync(() => setConfirming(false));
        if (isPublication) onPublished?.(draft.signal_type);
        onSaved();
      },
      onError: (error) => {
        const newWarnings = getRejectedWarnings(error);
        if (newWarnings) {
          saving.reset();
          flushSync(() => setRejected(newWarnings));
          return showErrors(NO_REASON, NO_REASON_TEXT);
        }
        showFailure(error, 'Failed to save signal');
      },
    });
  };

  /** Stores the draft as it is, which may be incomplete. */
  const store = () => {
    if (isPending) return;
    forgetErrors();
    storing.mutate(shown, {
      onSuccess: onSaved,
      onError: (error) => showFailure(error, 'Failed to save draft'),
    });
  };

  const isFieldError = Object.keys(errors).length > 0;
  const failure = error && !isFieldError ? getFailure(error, draft) : otherError;
  const reason = {
    reason: draft.override_reason,
    error: errors.override_reason?.[0],
    onChange: (override_reason: string) => change({ override_reason }),
  };
  return (
    <>
      <Dialog title={getTitle(signal, saved, corrected)} onClose={onClose} isLocked={isPending} size="large">
        <form ref={form} onSubmit={submit} noValidate className="grid gap-5">
          <Notice tone="danger" role="alert">
            {!isConfirming && failure}
          </Notice>
          <FormErrors value={errors}>
            {draft.replaces_id && (
              <ReplacedSignal
                id={draft.replaces_id}
                reason={draft.void_reason}
                isApprovalRequired={isApprovalRequired}
                onReason={(void_reason) => change({ void_reason })}
                onKeep={() => change({ replaces_id: null, void_reason: '' })}
              />
            )}
            <SignalFields
              draft={draft}
              checks={checks}
              warnings={warnings}
              isPublished={signal !== null}
              onChange={change}
            />
            {signal && (
              <NoteFields
                notes={signal.notes}
                note={draft.note ?? ''}
                onChange={(note) => change({ note })}
              />
            )}
          </FormErrors>
          <LevelsPreview draft={draft} signal={signal} lastClose={checks?.price_limits?.close} />
          {isPublication ? (
            <Warnings warnings={warnings} />
          ) : (
            <OverrideFields warnings={warnings} {...reason} />
          )}
          <div className="flex flex-wrap justify-end gap-2 max-sm:*:px-2">
            <CancelButton disabled={isPending} />
            {!signal && (
              <Button variant="secondary" busy={storing.isPending} onClick={store}>
                Save Draft
              </Button>
            )}
            <Button type="submit" busy={saving.isPending}>
              {saving.isPending ? 'Saving…' : getSubmitLabel(signal, draft, isApprovalRequired)}
            </Button>
          </div>
        </form>
      </Dialog>
      {isConfirming && (
        <PublicationConfirmation
          draft={shown}
          checks={checks}
          failure={failure}
          isPending={saving.isPending}
          formRef={confirmation}
          onConfirm={save}
          onClose={() => setConfirming(false)}
        >
          <OverrideFields warnings={warnings} {...reason} isAskedFirst />
        </PublicationConfirmation>
      )}
    </>
  );
}

function getTitle(
  signal: ListedAdminSignal | null,
  saved: SignalDraft | null,
  corrected: ListedAdminSignal | null,
): string {
  if (signal) return `Edit Signal: ${signal.symbol}`;
  if (corrected) return `Void and Republish: ${corrected.symbol}`;
  return saved ? 'Edit Draft' : 'Add New Signal';
}

function getSubmitLabel(signal: unknown, { replaces_id }: DraftContent, isApprovalRequired: boolean): string {
  if (signal) return 'Save Changes';
  if (isApprovalRequired) return 'Submit for Approval';
  return replaces_id ? 'Void and Publish' : 'Publish';
}

/** Returns the message of a failed call, and what became of the signal that would have been replaced. */
function getFailure(error: Error, { replaces_id }: DraftContent): string {
  const message = getAdminErrorMessage(error);
  if (!replaces_id) return message;
  if (!(error instanceof ApiError) || error.status >= 500)
    return `${message} If the old signal is not void in the list, nothing has changed. You can try again: it happens once.`;
  const isReplacedGone = getFirstMessage(error.body, 'code')?.startsWith('replaced_') ?? false;
  return isReplacedGone ? message : `${message} The old signal is unchanged.`;
}

const getFirstError = (errors: FieldErrors) => Object.values(errors)[0]?.[0] ?? 'Please check the fields';

const NO_REASON_TEXT = 'Give a reason to save the signal with these warnings';
