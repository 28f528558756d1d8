import { useMutation } from '@tanstack/react-query';
import { sendVerification } from '#contract/accounts/verify-email.ts';
import { api } from '#web/api/api.ts';
import { failureText } from '#web/api/failure-text.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { notify } from '#web/ui/feedback/notify.ts';

/** An address that nobody has shown to be theirs yet, and the mail with which they can. */
export function VerificationNotice({ email }: { email: string }) {
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: () => api(sendVerification, {}),
    onSuccess: () => notify.success('Verification mail sent', `Open the link that we sent to ${email}.`),
    onError: (failure) => notify.error('Failed to send the mail', failureText(failure)),
  });
  return (
    <Notice
      title="Your email address is not verified yet"
      className="mt-6"
      action={
        <Button variant="secondary" busy={isPending} onClick={() => mutate()}>
          {data ? 'Send again' : 'Send verification mail'}
        </Button>
      }
    >
      <div role="status">
        {error ? (
          <span className="text-danger">{failureText(error)}</span>
        ) : (
          (data?.message ?? 'Verify it, so that we reach you when it matters.')
        )}
      </div>
    </Notice>
  );
}
