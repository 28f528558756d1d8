import { useEffect, useRef } from 'react';
import { type ClientActionFunctionArgs, useActionData, useNavigate } from 'react-router';
import { paths } from '#contract/paths.ts';
import { sendToApi } from '#web/api/send.ts';
import { pageMeta } from '#web/document/page-meta.ts';
import { useEmailedToken } from '#web/routes/auth/use-emailed-token.ts';
import { signOut } from '#web/session/sign-out.ts';
import { AuthSheet } from '#web/ui/auth-sheet.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { notify } from '#web/ui/feedback/notify.ts';
import { focusOnArrival } from '#web/ui/focus-on-arrival.ts';
import { ResetPasswordForm } from './reset-password-form.tsx';
import { submitResetPassword } from './submit-reset-password.ts';

export const meta = pageMeta({
  title: 'Set a new password',
  description: 'Set a new password for your Tezi account with the link that we mailed to you.',
  noindex: true,
});

/** No `action` beside it: the token is behind the `#`, so without scripts there is no form either. */
export async function clientAction({ request }: ClientActionFunctionArgs) {
  const form = await request.formData();
  return { token: form.get('token'), ...(await submitResetPassword(form, sendToApi)) };
}

export default function ResetPassword() {
  const token = useEmailedToken();
  const data = useActionData<typeof clientAction>();
  // Another link may have been opened since.
  const outcome = data?.token === token ? data : undefined;
  useLeaveWhenChanged(outcome?.kind === 'changed' ? outcome.message : null);
  return (
    <AuthSheet title="Set a New Password">
      {token === undefined && <p className="needs-script text-muted">Checking your link...</p>}
      <noscript>
        <p>Setting a password needs JavaScript. Turn it on and open the link in your mail again.</p>
      </noscript>
      {token === null && <LinkNeeded title="The link is missing">Open the link in your mail.</LinkNeeded>}
      {token && outcome?.kind === 'ended' && (
        <div ref={focusOnArrival} tabIndex={-1}>
          <LinkNeeded title="This link has ended">{outcome.message}</LinkNeeded>
        </div>
      )}
      {token && outcome?.kind !== 'ended' && (
        <ResetPasswordForm
          key={token}
          token={token}
          refused={outcome?.kind === 'refused' ? outcome : null}
          isDone={outcome?.kind === 'changed'}
        />
      )}
    </AuthSheet>
  );
}

/** All sessions of the account have ended, and whoever else was signed in here leaves too: the next sign-in is the new one. */
function useLeaveWhenChanged(message: string | null): void {
  const navigate = useNavigate();
  const isHandled = useRef(false);
  useEffect(() => {
    if (message === null || isHandled.current) return;
    isHandled.current = true;
    notify.success('Password changed', message);
    void signOut();
    navigate(paths.signIn, { replace: true });
  }, [message, navigate]);
}

function LinkNeeded({ title, children }: { title: string; children: string }) {
  return (
    <div className="grid justify-items-start gap-4">
      <Notice tone="warning" role="alert" title={title} className="w-full">
        {children}
      </Notice>
      <ButtonLink to={paths.forgotPassword}>Ask for a New Link</ButtonLink>
    </div>
  );
}
