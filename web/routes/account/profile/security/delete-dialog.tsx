import { type FormEvent, useEffect, useRef, useState } from 'react';
import { PASSWORD_MAX_LENGTH } from '#contract/accounts.ts';
import type { Profile } from '#contract/profile.ts';
import { openGoogle } from '#web/session/google/open-google.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { PasswordField } from '#web/ui/password-field.tsx';
import { useDeletion } from './use-deletion.ts';

interface DeleteDialogProps {
  profile: Profile;
  onClose: () => void;
  onDeleted: () => void;
}

/** Says what goes and what stays, and deletes once the customer has shown that it is them. */
export function DeleteDialog({ profile, onClose, onDeleted }: DeleteDialogProps) {
  const [password, setPassword] = useState('');
  const [isBlank, setBlank] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const { mutate, reset, isPending, fieldError, failure } = useDeletion(onDeleted);

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
  // Within the press itself, or the browser keeps Google's window from opening.
  const confirmWithGoogle = () => mutate(openGoogle('confirm'));

  return (
    <Dialog title="Delete Account" onClose={() => !isPending && onClose()}>
      <form ref={form} onSubmit={submit} noValidate className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <p>
          This deletes the account of <strong className="wrap-anywhere">{profile.email}</strong> for good.
        </p>
        <dl className="grid gap-3 text-sm">
          <div>
            <dt className="font-semibold">What is removed</dt>
            <dd className="text-muted">
              Your name, email address and phone number, your password, the link to your Google account, and
              every sign-in.
            </dd>
          </div>
          <div>
            <dt className="font-semibold">What is kept</dt>
            <dd className="text-muted">Records of payments that the law asks us to keep. Nothing else.</dd>
          </div>
        </dl>
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
              {isPending ? 'Deleting…' : 'Delete My Account'}
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
