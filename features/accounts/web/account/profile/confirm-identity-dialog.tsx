import { type MutationKey, useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { getFirstMessage } from '#core/contract/errors.ts';
import { PASSWORD_MAX_LENGTH } from '#core/contract/fields.ts';
import { ApiError } from '#core/web/api/call.ts';
import { getErrorMessage, isResponse } from '#core/web/api/error-message.ts';
import { ConfirmDialog } from '#core/web/ui/dialogs/confirm-dialog.tsx';
import type { Elements } from '#core/web/ui/elements.ts';
import { notify } from '#core/web/ui/feedback/notify.ts';
import { PasswordField } from '#core/web/ui/forms/password-field.tsx';
import type { Profile } from '#features/accounts/contract/profile.ts';
import { openGoogleWindow } from '#features/accounts/web/google/open-google-window.ts';

interface ConfirmIdentityDialogProps {
  title: string;
  /** The title of a notification of a failure, which the dialog shows too: screen readers do not announce notifications next to it. */
  failureTitle?: string;
  profile: Profile;
  /** The confirm button's label, and the one while the action runs. */
  action: { label: string; busy: string };
  send: (proof: Proof) => Promise<unknown>;
  /** The mutation stays pending until a returned promise resolves. */
  onDone: () => unknown;
  onClose: () => void;
  mutationKey?: MutationKey;
  /** Describes the action and its consequences. */
  children: Elements;
}

/** Asks for the password before a sensitive action, or for a new Google sign-in if the account has no password. */
export function ConfirmIdentityDialog({
  title,
  failureTitle,
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
    failureTitle,
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

/** Proof of the customer's identity. */
export type Proof = { password: string } | { ticket: string };

/** A password, or a Google sign-in in progress that may fail. */
type PendingProof = { password: string } | Promise<{ ticket: string } | { failed: string }>;

interface IdentityConfirmation {
  send: (proof: Proof) => Promise<unknown>;
  onDone: () => unknown;
  mutationKey?: MutationKey | undefined;
  failureTitle?: string | undefined;
}

/** Runs an action after confirmation. `fieldError` is about the password, `failure` about anything else. */
function useIdentityConfirmation({ send, onDone, mutationKey, failureTitle }: IdentityConfirmation) {
  const { mutate, reset, variables, error, isPending } = useMutation({
    mutationKey,
    mutationFn: async (pending: PendingProof) => {
      const proof = await pending;
      if ('failed' in proof) throw new NotConfirmed(proof.failed);
      return send(proof);
    },
    onSuccess: onDone,
    onError: (failed) => {
      if (failureTitle !== undefined && isResponse(failed) && getPasswordError(failed) === undefined)
        notify.error(failureTitle, toMessage(failed));
    },
  });
  const fieldError = variables && 'password' in variables ? getPasswordError(error) : undefined;
  return {
    mutate,
    reset,
    isPending,
    fieldError: isPending ? undefined : fieldError,
    failure: isPending || !error || fieldError ? null : toMessage(error),
  };
}

class NotConfirmed extends Error {}

const toMessage = (error: Error) => (error instanceof NotConfirmed ? error.message : getErrorMessage(error));

/** Returns the error message for a wrong password. The endpoints report it in different fields. */
function getPasswordError(error: Error | null): string | undefined {
  if (!(error instanceof ApiError) || error.status !== 400) return undefined;
  const messages = ['current_password', 'password', 'error'].map((field) =>
    getFirstMessage(error.body, field),
  );
  return messages.find((message) => message !== undefined);
}
