import { useEffect, useRef } from 'react';
import { type ClientActionFunctionArgs, useActionData, useNavigate } from 'react-router';
import type { FieldErrors } from '#core/contract/api/field-errors.ts';
import { getFirstMessage, getMessagesByField } from '#core/contract/errors.ts';
import { NEW_PASSWORD_MIN_LENGTH, PASSWORD_MAX_LENGTH } from '#core/contract/fields.ts';
import { paths } from '#core/contract/paths.ts';
import { ApiError, callEndpoint, type Send } from '#core/web/api/call.ts';
import { getRateLimitMessage } from '#core/web/api/rate-limit-message.ts';
import { sendToApi } from '#core/web/api/send.ts';
import { createPageMeta } from '#core/web/document/page-meta.ts';
import { findBlankFields, type RejectedForm, rejectForm } from '#core/web/session/sign-in-outcome.ts';
import { ButtonLink } from '#core/web/ui/button.tsx';
import { Notice } from '#core/web/ui/feedback/notice.tsx';
import { notify } from '#core/web/ui/feedback/notify.ts';
import { focusOnMount } from '#core/web/ui/focus-on-mount.ts';
import { PasswordField } from '#core/web/ui/forms/password-field.tsx';
import { confirmPasswordReset } from '#features/accounts/contract/passwords.ts';
import { signOut } from '#features/accounts/web/public/sign-out.ts';
import { AuthCard } from './auth-card.tsx';
import { AuthForm } from './auth-form.tsx';
import { useEmailedToken } from './use-emailed-token.ts';

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

interface ResetPasswordFormProps {
  token: string;
  rejected: RejectedForm | null;
  /** The password has been changed, and the page is about to redirect. */
  isDone: boolean;
}

function ResetPasswordForm({ token, rejected, isDone }: ResetPasswordFormProps) {
  return (
    <AuthForm
      rejected={rejected}
      isDone={isDone}
      submitLabel="Change password"
      busyLabel="Changing password..."
      replace
    >
      <input type="hidden" name="token" value={token} />
      <PasswordField
        label="New Password"
        name="new_password"
        autoComplete="new-password"
        required
        maxLength={PASSWORD_MAX_LENGTH}
        hint={`At least ${NEW_PASSWORD_MIN_LENGTH} characters. Longer is safer.`}
      />
      <PasswordField
        label="Confirm New Password"
        name="confirm_password"
        autoComplete="new-password"
        required
        maxLength={PASSWORD_MAX_LENGTH}
      />
      <p className="text-sm text-muted">Changing your password signs you out on every device.</p>
    </AuthForm>
  );
}

/** The outcome of a password reset. `expired`: the link no longer works. */
type ResetOutcome =
  | { kind: 'changed'; message: string }
  | { kind: 'expired'; message: string }
  | RejectedForm;

/** Sets the password from the form's `token`, `new_password` and `confirm_password`. */
async function submitResetPassword(form: FormData, send: Send): Promise<ResetOutcome> {
  const invalid = validateForm(form);
  if (invalid) return rejectForm('Error', invalid.text, { fieldErrors: invalid.fieldErrors });
  const body = { token: String(form.get('token')), new_password: String(form.get('new_password')) };
  try {
    const { message } = await callEndpoint(confirmPasswordReset, { body }, send);
    return { kind: 'changed', message };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { token, ...fieldErrors } = getMessagesByField(error.body);
    if (error.status === 400 && token?.[0]) return { kind: 'expired', message: token[0] };
    const fieldMessage = fieldErrors.new_password?.[0];
    const reason = error.status < 400 ? undefined : getFirstMessage(error.body, 'detail');
    const message = getRateLimitMessage(error) ?? reason ?? NO_RESPONSE;
    return rejectForm('Password not changed', fieldMessage ?? message, {
      message: fieldMessage ? null : message,
      fieldErrors,
    });
  }
}

function validateForm(form: FormData): { text: string; fieldErrors: FieldErrors } | null {
  const blank = findBlankFields(form, ['new_password', 'confirm_password']);
  if (blank) return { text: 'Please fill in all fields', fieldErrors: blank };
  const password = String(form.get('new_password'));
  if (password !== form.get('confirm_password')) {
    const text = 'New passwords do not match';
    return { text, fieldErrors: { confirm_password: [text] } };
  }
  if (password.length < NEW_PASSWORD_MIN_LENGTH) {
    const text = `Password must be at least ${NEW_PASSWORD_MIN_LENGTH} characters long`;
    return { text, fieldErrors: { new_password: [text] } };
  }
  return null;
}

const NO_RESPONSE = 'The server did not respond. Please try again.';
