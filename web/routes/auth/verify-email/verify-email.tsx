import { paths } from '#contract/paths.ts';
import { createPageMeta } from '#web/document/page-meta.ts';
import { useEmailedToken } from '#web/routes/auth/use-emailed-token.ts';
import { AuthCard } from '#web/ui/auth-card.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { SignedIn, SignedOut } from '#web/ui/signed-in.tsx';
import { NewVerification } from './new-verification.tsx';
import { useVerification } from './use-verification.ts';

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
      {token && <Verification key={token} token={token} />}
    </AuthCard>
  );
}

function Verification({ token }: { token: string }) {
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
