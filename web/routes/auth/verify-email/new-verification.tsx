import { useMutation } from '@tanstack/react-query';
import { sendVerification } from '#contract/accounts/verify-email.ts';
import { addNext, paths } from '#contract/paths.ts';
import { api } from '#web/api/api.ts';
import { getErrorMessage } from '#web/api/error-message.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { focusOnMount } from '#web/ui/focus-on-mount.ts';
import { SignedIn, SignedOut } from '#web/ui/signed-in.tsx';

/** Offers a new link after a failed verification. Visitors must sign in first. */
export function NewVerification({ title, children }: { title: string; children: string }) {
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: () => api(sendVerification, {}),
  });
  if (data) {
    return (
      <div ref={focusOnMount} tabIndex={-1} className="grid justify-items-start gap-4">
        <Notice role="status" className="w-full wrap-anywhere">
          {data.message}
        </Notice>
        <ButtonLink to={paths.signals} variant="secondary">
          Go to signals
        </ButtonLink>
      </div>
    );
  }
  return (
    <div className="grid justify-items-start gap-4">
      <Notice tone="warning" role="alert" title={title} className="w-full">
        {children}
      </Notice>
      <SignedIn only="customer">
        {error && (
          <Notice tone="danger" role="alert" className="w-full">
            {getErrorMessage(error)}
          </Notice>
        )}
        <Button busy={isPending} onClick={() => mutate()}>
          {isPending ? 'Sending...' : 'Send a new link'}
        </Button>
      </SignedIn>
      <SignedOut>
        <p className="text-sm text-muted">Sign in to request a new link.</p>
        <ButtonLink to={addNext(paths.signIn, paths.verifyEmail)}>Sign In</ButtonLink>
      </SignedOut>
    </div>
  );
}
