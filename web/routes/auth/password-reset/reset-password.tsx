import { useEffect, useRef } from 'react';
import { type ClientActionFunctionArgs, useActionData, useNavigate } from 'react-router';
import { paths } from '#contract/paths.ts';
import { sendToApi } from '#web/api/send.ts';
import { createPageMeta } from '#web/document/page-meta.ts';
import { useEmailedToken } from '#web/routes/auth/use-emailed-token.ts';
import { signOut } from '#web/session/sign-out.ts';
import { AuthCard } from '#web/ui/auth-card.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { notify } from '#web/ui/feedback/notify.ts';
import { focusOnMount } from '#web/ui/focus-on-mount.ts';
import { ResetPasswordForm } from './reset-password-form.tsx';
import { submitResetPassword } from './submit-reset-password.ts';

export const meta = createPageMeta({
  title: 'Set a new password',
  description: 'Set a new password for your Tezi account with the link from our email.',
  noindex: true,
});

/** There is no server `action`: the token is in the URL fragment, so without scripts there is no form. */
export async function clientAction({ request }: ClientActionFunctionArgs) {
  const form = await request.formData();
  return { token: form.get('token'), ...(await submitResetPassword(form, sendToApi)) };
}

export default function ResetPassword() {
  const token = useEmailedToken();
  const data = useActionData<typeof clientAction>();
  // Another link may have been opened in the meantime.
  const outcome = data?.token === token ? data : undefined;
  useRedirectWhenChanged(outcome?.kind === 'changed' ? outcome.message : null);
  return (
    <AuthCard title="Set a New Password">
      {token === undefined && <p className="needs-script text-muted">Checking your link...</p>}
      <noscript>
        <p>Setting a password requires JavaScript. Turn it on, then open the link in your email again.</p>
      </noscript>
      {token === null && <LinkNeeded title="The link is missing">Open the link in your email.</LinkNeeded>}
      {token && outcome?.kind === 'expired' && (
        <div ref={focusOnMount} tabIndex={-1}>
          <LinkNeeded title="This link no longer works">{outcome.message}</LinkNeeded>
        </div>
      )}
      {token && outcome?.kind !== 'expired' && (
        <ResetPasswordForm
          key={token}
          token={token}
          rejected={outcome?.kind === 'rejected' ? outcome : null}
          isDone={outcome?.kind === 'changed'}
        />
      )}
    </AuthCard>
  );
}

/** Signs out, whichever user is signed in, and goes to the sign-in page: the server has ended every session of the account. */
function useRedirectWhenChanged(message: string | null): void {
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
      <ButtonLink to={paths.forgotPassword}>Request a new link</ButtonLink>
    </div>
  );
}
