import type { MutationKey } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Profile } from '#contract/accounts/profile.ts';
import { PASSWORD_MAX_LENGTH } from '#contract/accounts/sign-in.ts';
import { openGoogleWindow } from '#web/session/google/open-google-window.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { PasswordField } from '#web/ui/forms/password-field.tsx';
import { type Proof, useIdentityConfirmation } from './use-identity-confirmation.ts';

interface ConfirmIdentityDialogProps {
  title: string;
  profile: Profile;
  /** The confirm button's label, and the one while the action runs. */
  action: { label: string; busy: string };
  send: (proof: Proof) => Promise<unknown>;
  onDone: () => void;
  onClose: () => void;
  mutationKey?: MutationKey;
  /** Describes the action and its consequences. */
  children: ReactNode;
}

/** Asks for the password before a sensitive action, or for a new Google sign-in if the account has no password. */
export function ConfirmIdentityDialog({
  title,
  profile,
  action,
  send,
  onDone,
  onClose,
  mutationKey,
  children,
}: ConfirmIdentityDialogProps) {
  const [password, setPassword] = useState('');
  const [isBlank, setBlank] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const { mutate, reset, isPending, fieldError, failure } = useIdentityConfirmation({
    send,
    onDone,
    mutationKey,
  });

  const error = isBlank ? 'Enter your password to confirm.' : fieldError;
  useEffect(() => {
    if (error) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [error]);

  const confirmWithPassword = () => {
    setBlank(password === '');
    if (password !== '') mutate({ password });
  };

  return (
    <ConfirmDialog
      title={title}
      confirmLabel={profile.has_password ? action.label : 'Confirm with Google'}
      pendingLabel={profile.has_password ? action.busy : 'Waiting for Google…'}
      isPending={isPending}
      isLockedWhilePending
      error={failure}
      // Opens the popup in the submit event: later the browser would block it.
      onConfirm={profile.has_password ? confirmWithPassword : () => mutate(openGoogleWindow('confirm'))}
      onClose={onClose}
      formRef={form}
    >
      {children}
      {profile.has_password ? (
        <>
          <input type="text" name="username" autoComplete="username" value={profile.email} readOnly hidden />
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
          Your account has no password. Sign in with Google again to confirm your identity.
        </p>
      )}
    </ConfirmDialog>
  );
}
