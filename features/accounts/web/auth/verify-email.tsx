import { useMutation } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { getFirstMessage } from '#core/contract/errors.ts';
import { addNext, paths } from '#core/contract/paths.ts';
import { api } from '#core/web/api/api.ts';
import { ApiError } from '#core/web/api/call.ts';
import { getErrorMessage } from '#core/web/api/error-message.ts';
import { getRateLimitMessage } from '#core/web/api/rate-limit-message.ts';
import { createPageMeta } from '#core/web/document/page-meta.ts';
import { Button, ButtonLink } from '#core/web/ui/button.tsx';
import { Notice } from '#core/web/ui/feedback/notice.tsx';
import { focusOnMount } from '#core/web/ui/focus-on-mount.ts';
import { SignedIn, SignedOut } from '#core/web/ui/signed-in.tsx';
import { sendVerification, verifyEmail } from '#features/accounts/contract/sign-in.ts';
import { AuthCard } from './auth-card.tsx';
import { useEmailedToken } from './use-emailed-token.ts';

export const meta = createPageMeta({
  title: 'Verify your email',
  description: 'Verify the email address of your Tezi account with the link from our email.',
  noindex: true,
});

export default function VerifyEmail() {
  const token = useEmailedToken();
  return (
    <AuthCard title="Verify Your Email">
      <noscript>
        <p>Verification requires JavaScript. Turn it on, then open the link in your email again.</p>
      </noscript>
      {token === undefined && <p className="needs-script text-muted">Checking your link...</p>}
      {token === null && (
        <NewVerification title="The link is missing">Open the link in your email.</NewVerification>
      )}
      {token && <VerificationResult key={token} token={token} />}
    </AuthCard>
  );
}

function VerificationResult({ token }: { token: string }) {
  const { state, tryAgain } = useVerification(token);
  switch (state.kind) {
    case 'pending':
      return <p role="status">Verifying your email address...</p>;
    case 'verified':
    case 'used':
      return (
        <div className="grid justify-items-start gap-4">
          <Notice role="status" title={state.message} className="w-full">
            You can close this page or continue.
          </Notice>
          <SignedIn>
            <ButtonLink to={paths.signals}>Go to signals</ButtonLink>
          </SignedIn>
          <SignedOut>
            <ButtonLink to={paths.signIn}>Sign In</ButtonLink>
          </SignedOut>
        </div>
      );
    case 'expired':
      return (
        <NewVerification title={state.message}>
          If you opened it before, your email address is already verified.
        </NewVerification>
      );
    case 'failed':
      return (
        <div className="grid justify-items-start gap-4">
          <Notice tone="danger" role="alert" title="Your email could not be verified yet" className="w-full">
            {state.message}
          </Notice>
          <Button onClick={tryAgain}>Try Again</Button>
        </div>
      );
  }
}

/** Offers a new link after a failed verification. Visitors must sign in first. */
function NewVerification({ title, children }: { title: string; children: string }) {
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
        <Notice tone="danger" role="alert" className="w-full">
          {error && getErrorMessage(error)}
        </Notice>
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

type Verification =
  | { kind: 'pending' }
  /** `used`: the email is verified already. `expired`: the link no longer works. `failed`: a retry may succeed. */
  | { kind: 'verified' | 'used' | 'expired' | 'failed'; message: string };

/** Verifies an emailed token once, when the page opens. */
function useVerification(token: string): { state: Verification; tryAgain: () => void } {
  const [state, setState] = useState<Verification>({ kind: 'pending' });
  const send = useCallback(async () => {
    setState({ kind: 'pending' });
    setState(await verify(token));
  }, [token]);

  // Effects may run twice, and a token can be used only once.
  const sent = useRef<string>(null);
  useEffect(() => {
    if (sent.current === token) return;
    sent.current = token;
    void send();
  }, [token, send]);
  return { state, tryAgain: send };
}

async function verify(token: string): Promise<Verification> {
  try {
    const { message } = await api(verifyEmail, { body: { token } });
    return { kind: 'verified', message };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const expired = error.status === 400 ? getFirstMessage(error.body, 'token') : undefined;
    if (expired) return { kind: 'expired', message: expired };
    const message = getRateLimitMessage(error) ?? getFirstMessage(error.body, 'detail');
    if (message && getFirstMessage(error.body, 'code') === 'mailed_link_used')
      return { kind: 'used', message };
    return { kind: 'failed', message: message ?? 'The server did not respond. Please try again.' };
  }
}
