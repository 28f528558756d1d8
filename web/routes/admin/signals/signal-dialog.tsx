import { type FormEvent, useRef, useState } from 'react';
import { messagesByField } from '#contract/errors.ts';
import type { FieldErrors } from '#contract/field-errors.ts';
import { editSignal, publishSignal } from '#contract/signals/admin-endpoints.ts';
import type { AdminSignal } from '#contract/signals/signal-body.ts';
import type { SignalType } from '#contract/signals/signal-types.ts';
import { api } from '#web/api/api.ts';
import { ApiError } from '#web/api/call.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { notify } from '#web/ui/notify.ts';
import { LevelsPreview } from './levels-preview.tsx';
import {
  blankErrors,
  draftErrors,
  draftOf,
  emptyDraft,
  inputOf,
  patchOf,
  type SignalDraft,
} from './signal-draft.ts';
import { SignalFields } from './signal-fields.tsx';
import { failureText, useSignalChange } from './use-admin-signals.ts';

interface SignalDialogProps {
  /** The signal to edit; `null` adds one. */
  signal: AdminSignal | null;
  /** The type that a new signal begins with. */
  type: SignalType;
  onClose: () => void;
}

/** What was typed into the form for a new signal and not saved yet, while this page is open. */
let unsaved: SignalDraft | null = null;

export function SignalDialog({ signal, type, onClose }: SignalDialogProps) {
  const [draft, setDraft] = useState(() => (signal ? draftOf(signal) : (unsaved ?? emptyDraft(type))));
  const [errors, setErrors] = useState<FieldErrors>({});
  const form = useRef<HTMLFormElement>(null);
  const saving = useSignalChange(() =>
    signal
      ? api(editSignal, { params: { id: signal.id }, body: patchOf(draft, signal) })
      : api(publishSignal, { body: inputOf(draft) }),
  );

  const change = (changes: Partial<SignalDraft>) => {
    const next = { ...draft, ...changes };
    if (!signal) unsaved = next;
    setDraft(next);
    setErrors(withoutErrorsOf(changes, errors));
  };

  const refuse = (found: FieldErrors, text: string) => {
    setErrors(found);
    notify.error('Validation Error', text);
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus());
  };

  const save = (event: FormEvent) => {
    event.preventDefault();
    if (saving.isPending) return;
    const blank = blankErrors(draft);
    if (Object.keys(blank).length > 0) return refuse(blank, 'Please fill in all fields');
    const wrong = draftErrors(draft, signal);
    if (Object.keys(wrong).length > 0) return refuse(wrong, firstText(wrong));
    setErrors({});
    saving.mutate(undefined, {
      onSuccess: (saved) => {
        if (!signal) unsaved = null;
        notify.success(signal ? 'Signal Updated' : 'Signal Added', `${saved.symbol} is saved.`);
        onClose();
      },
      onError: (error) => {
        const found = error instanceof ApiError && error.status === 400 ? messagesByField(error.body) : {};
        if (Object.keys(found).length > 0) refuse(found, firstText(found));
        else notify.error('Error', 'Failed to save signal');
      },
    });
  };

  const isFieldError = Object.keys(errors).length > 0;
  return (
    <Dialog
      title={signal ? `Edit Signal: ${signal.symbol}` : 'Add New Signal'}
      onClose={onClose}
      size="large"
    >
      <form ref={form} onSubmit={save} noValidate className="grid gap-5">
        {saving.error && !isFieldError && (
          <Notice tone="danger" role="alert">
            {failureText(saving.error)}
          </Notice>
        )}
        <SignalFields draft={draft} errors={errors} onChange={change} />
        <LevelsPreview draft={draft} published={signal} />
        <div className="flex justify-end gap-2">
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" busy={saving.isPending}>
            {saving.isPending ? 'Saving…' : signal ? 'Save Changes' : 'Add Signal'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

const firstText = (errors: FieldErrors) => Object.values(errors)[0]?.[0] ?? 'Please check the fields';

/** A fault is no longer shown once its field is being changed. */
function withoutErrorsOf(changes: Partial<SignalDraft>, errors: FieldErrors): FieldErrors {
  const changed = Object.keys(changes).map((name) => (name === 'targets' ? 'target_points' : name));
  return Object.fromEntries(
    Object.entries(errors).filter(([field]) => !changed.includes(field.split('.')[0] ?? field)),
  );
}
