import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { getMessagesByField } from '#contract/errors.ts';
import type { FieldErrors } from '#contract/field-errors.ts';
import { type Company, lookUpSymbol } from '#contract/market/companies.ts';
import { editSignal, publishSignal } from '#contract/signals/admin-endpoints.ts';
import type { ListedAdminSignal } from '#contract/signals/signal-body.ts';
import type { SignalType } from '#contract/signals/signal-types.ts';
import { api } from '#web/api/api.ts';
import { ApiError } from '#web/api/call.ts';
import { getAdminErrorMessage } from '#web/routes/admin/admin-error-message.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { notify } from '#web/ui/feedback/notify.ts';
import { LevelsPreview } from './levels-preview.tsx';
import {
  clearErrors,
  createEmptyDraft,
  findBlankFields,
  type SignalDraft,
  toDraft,
  toInput,
  toPatch,
  validateDraft,
} from './signal-draft.ts';
import { SignalFields } from './signal-fields.tsx';
import { SymbolDialog } from './symbol-dialog.tsx';
import { changesAccess, TypeDialog } from './type-dialog.tsx';
import { useSignalChange } from './use-admin-signals.ts';

interface SignalDialogProps {
  /** The signal to edit; `null` adds one. */
  signal: ListedAdminSignal | null;
  /** The initial type of a new signal. */
  type: SignalType;
  /** The draft of a new signal that was closed with Escape. */
  unsaved?: SignalDraft | null;
  /** Receives the draft when the dialog is closed with Escape, otherwise `null`. */
  onClose: (unsaved: SignalDraft | null) => void;
}

export function SignalDialog({ signal, type, unsaved = null, onClose }: SignalDialogProps) {
  const [draft, setDraft] = useState(() =>
    signal ? toDraft(signal) : { ...(unsaved ?? createEmptyDraft(type)), signal_type: type },
  );
  const [errors, setErrors] = useState<FieldErrors>({});
  const form = useRef<HTMLFormElement>(null);
  /** The similar companies of a symbol that waits for confirmation. */
  const [similar, setSimilar] = useState<Company[] | null>(null);
  const [isConfirmingType, setConfirmingType] = useState(false);
  const lookup = useMutation({
    mutationFn: (symbol: string) => api(lookUpSymbol, { query: { symbol } }),
  });
  const saving = useSignalChange((draft: SignalDraft) =>
    signal
      ? api(editSignal, { params: { id: signal.id }, body: toPatch(draft, signal) })
      : api(publishSignal, { body: toInput(draft) }),
  );

  const isPending = lookup.isPending || saving.isPending;
  const error = saving.error ?? lookup.error;

  const discard = () => onClose(null);
  // A draft that is being saved is not kept, because it could be published twice.
  const closeWithDraft = () => onClose(isPending ? null : draft);

  const change = (changes: Partial<SignalDraft>) => {
    setDraft({ ...draft, ...changes });
    setErrors(clearErrors(changes, errors));
    // The lookup would save the draft as it was submitted, without this change.
    if (lookup.isPending) lookup.reset();
  };

  const showErrors = (found: FieldErrors, text: string) => {
    setErrors(found);
    notify.error('Validation Error', text);
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus());
  };

  const save = (event: FormEvent) => {
    event.preventDefault();
    if (isPending) return;
    const blank = findBlankFields(draft);
    if (Object.keys(blank).length > 0) return showErrors(blank, 'Please fill in all fields');
    const invalid = validateDraft(draft, signal);
    if (Object.keys(invalid).length > 0) return showErrors(invalid, getFirstError(invalid));
    setErrors({});
    saving.reset();
    if (signal && changesAccess(signal.signal_type, draft.signal_type)) setConfirmingType(true);
    else lookUp();
  };

  /** Checks a changed symbol, then saves. */
  const lookUp = () => {
    setConfirmingType(false);
    if (draft.symbol.trim() === signal?.symbol) return send();
    lookup.mutate(draft.symbol, {
      onSuccess: ({ company, similar }) => (company ? send() : setSimilar(similar)),
      onError: () => notify.error('Error', 'Failed to save signal'),
    });
  };

  /** Saves the validated draft. */
  const send = () => {
    setSimilar(null);
    saving.mutate(draft, {
      onSuccess: (saved) => {
        notify.success(signal ? 'Signal Updated' : 'Signal Added', `${saved.symbol} is saved.`);
        discard();
      },
      onError: (error) => {
        const found = error instanceof ApiError && error.status === 400 ? getMessagesByField(error.body) : {};
        if (Object.keys(found).length > 0) showErrors(found, getFirstError(found));
        else notify.error('Error', 'Failed to save signal');
      },
    });
  };

  const isFieldError = Object.keys(errors).length > 0;
  return (
    <>
      <Dialog
        title={signal ? `Edit Signal: ${signal.symbol}` : 'Add New Signal'}
        onClose={discard}
        onEscape={closeWithDraft}
        size="large"
      >
        <form ref={form} onSubmit={save} noValidate className="grid gap-5">
          {error && !isFieldError && (
            <Notice tone="danger" role="alert">
              {getAdminErrorMessage(error)}
            </Notice>
          )}
          <SignalFields draft={draft} errors={errors} onChange={change} />
          <LevelsPreview draft={draft} signal={signal} />
          <div className="flex justify-end gap-2">
            <Button variant="secondary" onClick={discard}>
              Cancel
            </Button>
            <Button type="submit" busy={isPending}>
              {isPending ? 'Saving…' : signal ? 'Save Changes' : 'Add Signal'}
            </Button>
          </div>
        </form>
      </Dialog>
      {signal && isConfirmingType && (
        <TypeDialog
          symbol={signal.symbol}
          from={signal.signal_type}
          to={draft.signal_type}
          onConfirm={lookUp}
          onClose={() => setConfirmingType(false)}
        />
      )}
      {similar && (
        <SymbolDialog
          symbol={draft.symbol.trim()}
          similar={similar}
          onConfirm={send}
          onChoose={(symbol) => {
            setSimilar(null);
            change({ symbol });
          }}
          onClose={() => setSimilar(null)}
        />
      )}
    </>
  );
}

const getFirstError = (errors: FieldErrors) => Object.values(errors)[0]?.[0] ?? 'Please check the fields';
