import type { ReactNode } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import type { useSubmitForm } from './use-submit-form.ts';

interface FormDialogProps extends Pick<ReturnType<typeof useSubmitForm>, 'form' | 'failure' | 'isBusy'> {
  title: string;
  description?: string;
  submitLabel: string;
  /** The label while the form is submitted. */
  busyLabel: string;
  onClose: () => void;
  /** The fields. */
  children: ReactNode;
}

/** A dialog with a form of `useSubmitForm`. */
export function FormDialog({
  title,
  description,
  form,
  failure,
  isBusy,
  submitLabel,
  busyLabel,
  onClose,
  children,
}: FormDialogProps) {
  return (
    <Dialog title={title} description={description} onClose={onClose}>
      <form {...form} className="grid gap-4">
        {failure && (
          <Notice tone="danger" role="alert">
            {failure}
          </Notice>
        )}
        {children}
        <div className="flex justify-end gap-2">
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" busy={isBusy}>
            {isBusy ? busyLabel : submitLabel}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
