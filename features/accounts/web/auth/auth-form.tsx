import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { Form, useNavigation } from 'react-router';
import type { RejectedForm } from '#core/web/session/sign-in-outcome.ts';
import { Button } from '#core/web/ui/button.tsx';
import type { Elements } from '#core/web/ui/elements.ts';
import { Notice } from '#core/web/ui/feedback/notice.tsx';
import { notify } from '#core/web/ui/feedback/notify.ts';
import { FormErrors } from '#core/web/ui/forms/field.tsx';
import { TextField } from '#core/web/ui/forms/text-field.tsx';

interface AuthFormProps {
  /** The outcome of the last submission if it was rejected. */
  rejected: RejectedForm | null;
  /** The form was accepted, and the page is about to redirect. */
  isDone?: boolean;
  submitLabel: string;
  busyLabel: string;
  /** Precedes the message of a rejection. */
  notice?: Elements;
  /** Replaces the page in the history. */
  replace?: boolean;
  formRef?: RefObject<HTMLFormElement | null>;
  /** What the user agrees to by submitting, above the button. */
  consent?: ReactNode;
  /** The fields, which show their errors. */
  children: Elements;
}

/** The form of a page for visitors, which the action of its route handles. A toast reports a rejection. */
export function AuthForm({ rejected, isDone = false, submitLabel, busyLabel, ...props }: AuthFormProps) {
  const ownRef = useRef<HTMLFormElement>(null);
  const form = props.formRef ?? ownRef;
  useRejection(rejected, form);
  const isBusy = useNavigation().formMethod === 'POST' || isDone;
  return (
    <FormErrors value={rejected?.fieldErrors ?? {}}>
      <Form ref={form} method="post" replace={props.replace} noValidate className="grid gap-4">
        {props.notice}
        <Notice tone="danger">{rejected?.message}</Notice>
        {props.children}
        {props.consent && <p className="text-sm text-muted">{props.consent}</p>}
        <Button type="submit" wide busy={isBusy}>
          {isBusy ? busyLabel : submitLabel}
        </Button>
      </Form>
    </FormErrors>
  );
}

/** Shows the toast of a rejected form once, and focuses the first invalid field. */
function useRejection(rejected: RejectedForm | null, form: RefObject<HTMLFormElement | null>): void {
  const handled = useRef<RejectedForm>(null);
  useEffect(() => {
    if (rejected === null || handled.current === rejected) return;
    handled.current = rejected;
    notify.error(rejected.toast.title, rejected.toast.description);
    form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [rejected, form]);
}

interface EmailFieldProps {
  defaultValue: string | undefined;
  suppressHydrationWarning?: boolean;
}

/** The email address that identifies an account. */
export function EmailField(props: EmailFieldProps) {
  return (
    <TextField
      label="Email"
      name="email"
      type="email"
      autoComplete="username"
      inputMode="email"
      required
      maxLength={254}
      {...props}
    />
  );
}
