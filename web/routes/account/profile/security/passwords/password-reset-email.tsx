import { useMutation } from '@tanstack/react-query';
import { requestPasswordReset } from '#contract/accounts/passwords.ts';
import { api } from '#web/api/api.ts';
import { failureText } from '#web/api/failure-text.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { notify } from '#web/ui/feedback/notify.ts';

/** For an account that has only ever signed in with Google. */
export function PasswordResetEmail({ email }: { email: string }) {
  const { mutate, isSuccess, error, isPending } = useMutation({
    mutationFn: () => api(requestPasswordReset, { body: { email } }),
    onError: (failure) => notify.error('Failed to send the mail', failureText(failure)),
  });
  return (
    <div className="grid max-w-md grid-cols-[minmax(0,1fr)] justify-items-start gap-4">
      <p>
        You can set a password, to sign in without Google as well. We mail a link for that to{' '}
        <strong className="wrap-anywhere">{email}</strong>.
      </p>
      {isSuccess && (
        <Notice role="status">The link is on its way. Open it from your mail to set a password.</Notice>
      )}
      {error && (
        <Notice tone="danger" role="alert">
          {failureText(error)}
        </Notice>
      )}
      <Button variant="secondary" busy={isPending} onClick={() => mutate()}>
        {isSuccess ? 'Send the link again' : 'Mail me a link to set a password'}
      </Button>
    </div>
  );
}
