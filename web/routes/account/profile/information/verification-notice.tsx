import { useMutation } from '@tanstack/react-query';
import { sendVerification } from '#contract/accounts/verify-email.ts';
import { api } from '#web/api/api.ts';
import { getErrorMessage } from '#web/api/error-message.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { notify } from '#web/ui/feedback/notify.ts';

/** Offers to send the verification email again. */
export function VerificationNotice({ email }: { email: string }) {
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: () => api(sendVerification, {}),
    onSuccess: () => notify.success('Verification email sent', `Open the link we sent to ${email}.`),
    onError: (failure) => notify.error('Failed to send the email', getErrorMessage(failure)),
  });
  return (
    <Notice
      title="Your email address is not verified yet"
      className="mt-6"
      action={
        <Button variant="secondary" busy={isPending} onClick={() => mutate()}>
          {data ? 'Send again' : 'Send verification email'}
        </Button>
      }
    >
      <div role="status">
        {error ? (
          <span className="text-danger">{getErrorMessage(error)}</span>
        ) : (
          (data?.message ?? 'Verify it so that important emails reach you.')
        )}
      </div>
    </Notice>
  );
}
