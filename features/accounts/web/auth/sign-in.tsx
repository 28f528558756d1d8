import type { MouseEvent } from 'react';
import { Link, useActionData, useNavigate } from 'react-router';
import { getFirstMessage, getMessagesByField } from '#core/contract/errors.ts';
import { paths } from '#core/contract/paths.ts';
import { callEndpoint, type Send } from '#core/web/api/call.ts';
import { createAction } from '#core/web/api/server-send.ts';
import { createPageMeta } from '#core/web/document/page-meta.ts';
import { SessionEndedNotice } from '#core/web/session/session-ended-notice.tsx';
import {
  createClientAction,
  findBlankFields,
  pickText,
  rejectForm,
  type SignInOutcome,
  toSignInOutcome,
} from '#core/web/session/sign-in-outcome.ts';
import { PasswordField } from '#core/web/ui/forms/password-field.tsx';
import { signIn } from '#features/accounts/contract/sign-in.ts';
import { AuthForm, EmailField } from './auth-form.tsx';
import { AuthPage, nextHandle, useAuthOutcome } from './auth-page.tsx';

export const meta = createPageMeta({
  title: 'Sign in',
  description: 'Sign in to Tezi to read your signals and manage your subscription.',
  noindex: true,
});

export const handle = nextHandle;

export const action = createAction(submitSignIn);
export const clientAction = createClientAction(submitSignIn);

const WELCOME = { title: 'Welcome back!', description: 'You have been successfully signed in.' };

export default function SignIn() {
  const { rejected, isDone, toOther } = useAuthOutcome(useActionData<typeof clientAction>(), WELCOME);
  return (
    <AuthPage
      title="Welcome Back"
      description="Sign in to your account."
      google={{ label: 'Sign in with Google', busyLabel: 'Signing in...', intent: 'signin' }}
      otherwise={
        <span>
          Don't have an account?{' '}
          <Link to={toOther(paths.signUp)} className="link">
            Sign up
          </Link>
        </span>
      }
      form={
        <AuthForm
          rejected={rejected}
          isDone={isDone}
          submitLabel="Sign In"
          busyLabel="Signing in..."
          notice={<SessionEndedNotice />}
        >
          <EmailField defaultValue={rejected?.typed.email} />
          <div className="grid gap-1.5">
            <PasswordField label="Password" name="password" autoComplete="current-password" required />
            <p className="justify-self-end text-sm">
              <ForgotPasswordLink />
            </p>
          </div>
        </AuthForm>
      }
    />
  );
}

/** Links to the password reset page, and passes on the typed email without putting it in the URL. */
function ForgotPasswordLink() {
  const navigate = useNavigate();
  function navigateWithEmail(event: MouseEvent<HTMLAnchorElement>): void {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    const form = event.currentTarget.closest('form');
    const email = form ? String(new FormData(form).get('email') ?? '') : '';
    navigate(paths.forgotPassword, { state: { email } });
  }
  return (
    <Link to={paths.forgotPassword} onClick={navigateWithEmail} className="link">
      Forgot password?
    </Link>
  );
}

/** Signs in with the form's `email` and `password`. */
async function submitSignIn(form: FormData, send: Send): Promise<SignInOutcome> {
  const typed = pickText(form, ['email']);
  const blank = findBlankFields(form, ['email', 'password']);
  if (blank) return rejectForm('Error', 'Please fill in all fields', { fieldErrors: blank, typed });
  const body = { email: String(form.get('email')), password: String(form.get('password')) };
  const title = 'Sign in failed';
  return toSignInOutcome(callEndpoint(signIn, { body }, send), {
    failure: 'An error occurred during sign in',
    title,
    typed,
    reject: ({ body: errors }) =>
      rejectForm(title, 'Invalid email or password. Please try again.', {
        message:
          getFirstMessage(errors, 'detail') ?? getFirstMessage(errors, 'non_field_errors') ?? 'Login failed',
        fieldErrors: getMessagesByField(errors),
        typed,
      }),
  });
}
