import { useMutation } from '@tanstack/react-query';
import { requestPasswordReset } from '#contract/accounts/passwords.ts';
import { api } from '#web/api/api.ts';
import { getErrorMessage } from '#web/api/error-message.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { notify } from '#web/ui/feedback/notify.ts';

/** Sends a link to set a password, for accounts that sign in only with Google. */
export function PasswordResetEmail({ email }: { email: string }) {
  const { mutate, isSuccess, error, isPending } = useMutation({
    mutationFn: () => api(requestPasswordReset, { body: { email } }),
    onError: (failure) => notify.error('Failed to send the email', getErrorMessage(failure)),
  });
  return (
    <div className="grid max-w-md grid-cols-[minmax(0,1fr)] justify-items-start gap-4">
      <p>
        You can set a password to sign in without Google. We email a link to{' '}
        <strong className="wrap-anywhere">{email}</strong>.
      </p>
      {isSuccess && <Notice role="status">We sent the link. Open it in your email to set a password.</Notice>}
      {error && (
        <Notice tone="danger" role="alert">
          {getErrorMessage(error)}
        </Notice>
      )}
      <Button variant="secondary" busy={isPending} onClick={() => mutate()}>
        {isSuccess ? 'Send the link again' : 'Email me a link to set a password'}
      </Button>
    </div>
  );
}
