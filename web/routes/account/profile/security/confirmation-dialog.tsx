import type { MutationKey } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import type { Profile } from '#contract/accounts/profile.ts';
import { PASSWORD_MAX_LENGTH } from '#contract/accounts/sign-in.ts';
import { openGoogle } from '#web/session/google/open-google.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { PasswordField } from '#web/ui/forms/password-field.tsx';
import { type Proof, useConfirmedAction } from './use-confirmed-action.ts';

interface ConfirmationDialogProps {
  title: string;
  profile: Profile;
  /** The label of the button, and the one while the action runs. */
  action: { label: string; busy: string };
  send: (proof: Proof) => Promise<unknown>;
  onDone: () => void;
  onClose: () => void;
  mutationKey?: MutationKey;
  /** Describes the action and its consequences. */
  children: ReactNode;
}

/** Asks for the password before a sensitive action, or for a fresh sign-in with Google if the account has no password. */
export function ConfirmationDialog({
  title,
  profile,
  action,
  send,
  onDone,
  onClose,
  mutationKey,
  children,
}: ConfirmationDialogProps) {
  const [password, setPassword] = useState('');
  const [isBlank, setBlank] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const { mutate, reset, isPending, fieldError, failure } = useConfirmedAction({ send, onDone, mutationKey });

  const error = isBlank ? 'Enter your password to confirm.' : fieldError;
  useEffect(() => {
    if (error) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [error]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isPending) return;
    setBlank(password === '');
    if (password !== '') mutate({ password });
  };
  // Called directly by the click: later the browser blocks the window.
  const confirmWithGoogle = () => mutate(openGoogle('confirm'));

  return (
    <Dialog title={title} onClose={() => !isPending && onClose()}>
      <form ref={form} onSubmit={submit} noValidate className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {children}
        {failure && (
          <Notice tone="danger" role="alert">
            {failure}
          </Notice>
        )}
        {profile.has_password ? (
          <>
            <input
              type="text"
              name="username"
              autoComplete="username"
              value={profile.email}
              readOnly
              hidden
            />
            <PasswordField
              label="Your Password"
              name="password"
              autoComplete="current-password"
              required
              maxLength={PASSWORD_MAX_LENGTH}
              value={password}
              onChange={(event) => {
                setPassword(event.target.value);
                setBlank(false);
                reset();
              }}
              error={error}
              data-first-focus
            />
          </>
        ) : (
          <p className="text-sm text-muted">
            Your account has no password. Sign in with Google once more to confirm that it is you.
          </p>
        )}
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="secondary" disabled={isPending} onClick={onClose}>
            Cancel
          </Button>
          {profile.has_password ? (
            <Button type="submit" variant="danger" busy={isPending}>
              {isPending ? action.busy : action.label}
            </Button>
          ) : (
            <Button variant="danger" busy={isPending} onClick={confirmWithGoogle}>
              {isPending ? 'Waiting for Google…' : 'Confirm with Google'}
            </Button>
          )}
        </div>
      </form>
    </Dialog>
  );
}
