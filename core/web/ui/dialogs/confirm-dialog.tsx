import type { FormEvent, ReactNode, Ref } from 'react';
import { Button } from '#core/web/ui/button.tsx';
import type { Elements } from '#core/web/ui/elements.ts';
import { Notice } from '#core/web/ui/feedback/notice.tsx';
import { CancelButton, Dialog } from './dialog.tsx';

interface ConfirmDialogProps {
  title: string;
  description?: ReactNode;
  confirmLabel: string;
  /** The confirm button's label while the action runs. */
  pendingLabel?: string;
  cancelLabel?: string;
  variant?: 'primary' | 'danger';
  isPending: boolean;
  /** Keeps the dialog open while the action runs. */
  isLockedWhilePending?: boolean;
  /** An error message for the user. */
  error?: string | null;
  /** Receives the form that contains `children`. Not called while the action runs. */
  onConfirm: (event: FormEvent<HTMLFormElement>) => void;
  onClose: () => void;
  formRef?: Ref<HTMLFormElement>;
  /** Details, or a field. Cancel has the initial focus unless a field has `data-first-focus`. */
  children?: Elements;
}

/** Asks for confirmation of one action. The caller closes it once the action has succeeded. */
export function ConfirmDialog({
  title,
  description,
  confirmLabel,
  pendingLabel = confirmLabel,
  cancelLabel,
  variant = 'danger',
  isPending,
  isLockedWhilePending = false,
  error,
  onConfirm,
  onClose,
  formRef,
  children,
}: ConfirmDialogProps) {
  const isLocked = isLockedWhilePending && isPending;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!isPending) onConfirm(event);
  };
  return (
    <Dialog title={title} description={description} onClose={onClose} isLocked={isLocked}>
      <form ref={formRef} onSubmit={submit} noValidate className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {children}
        <Notice tone="danger" role="alert">
          {error && !isPending && error}
        </Notice>
        <div className="flex flex-wrap justify-end gap-2">
          <CancelButton disabled={isLocked} data-first-focus>
            {cancelLabel}
          </CancelButton>
          <Button type="submit" variant={variant} busy={isPending}>
            {isPending ? pendingLabel : confirmLabel}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
