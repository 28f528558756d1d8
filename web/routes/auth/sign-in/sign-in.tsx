import { type MouseEvent, type RefObject, useRef } from 'react';
import {
  type ActionFunctionArgs,
  type ClientActionFunctionArgs,
  Form,
  Link,
  useActionData,
  useNavigate,
  useNavigation,
  useSearchParams,
} from 'react-router';
import { addNext, getNextPath, paths } from '#contract/paths.ts';
import { sendToApi } from '#web/api/send.ts';
import { createServerSend } from '#web/api/server-send.ts';
import { createPageMeta } from '#web/document/page-meta.ts';
import { AuthPage } from '#web/routes/auth/auth-page.tsx';
import { EmailField } from '#web/routes/auth/email-field.tsx';
import { nextHandle } from '#web/routes/auth/next-handle.ts';
import { SessionEndedNotice } from '#web/session/session-ended-notice.tsx';
import { useRedirectWhenSignedIn, useSignInOutcome } from '#web/session/use-sign-in-outcome.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { PasswordField } from '#web/ui/forms/password-field.tsx';
import { submitSignIn } from './submit-sign-in.ts';

export const meta = createPageMeta({
  title: 'Sign in',
  description: 'Sign in to Tezi to read your signals and manage your subscription.',
  noindex: true,
});

export const handle = nextHandle;

/** Handles a form that was submitted before hydration. The page applies the outcome after hydration. */
export async function action({ request, context }: ActionFunctionArgs) {
  return submitSignIn(await request.formData(), createServerSend(context, request));
}

export async function clientAction({ request }: ClientActionFunctionArgs) {
  return submitSignIn(await request.formData(), sendToApi);
}

const WELCOME = { title: 'Welcome back!', description: 'You have been successfully signed in.' };

export default function SignIn() {
  const outcome = useActionData<typeof clientAction>();
  const form = useRef<HTMLFormElement>(null);
  useSignInOutcome(outcome, WELCOME, form);

  const [search] = useSearchParams();
  const next = getNextPath(search, paths.home);
  const isSignedIn = useRedirectWhenSignedIn('customer', next);

  const isBusy = useNavigation().formMethod === 'POST' || isSignedIn;
  const rejected = outcome?.kind === 'rejected' ? outcome : null;
  const isNextHome = next === paths.home;
  return (
    <AuthPage
      title="Welcome Back"
      description="Sign in to your account."
      google={{ label: 'Sign in with Google', busyLabel: 'Signing in...', intent: 'signin' }}
      otherwise={
        <>
          Don't have an account?{' '}
          <Link to={isNextHome ? paths.signUp : addNext(paths.signUp, next)} className="link">
            Sign up
          </Link>
        </>
      }
      form={
        <Form ref={form} method="post" noValidate className="grid gap-4">
          <SessionEndedNotice />
          {rejected?.message && <Notice tone="danger">{rejected.message}</Notice>}
          <EmailField defaultValue={rejected?.typed.email} error={rejected?.fieldErrors.email?.[0]} />
          <div className="grid gap-1.5">
            <PasswordField
              label="Password"
              name="password"
              autoComplete="current-password"
              required
              error={rejected?.fieldErrors.password?.[0]}
            />
            <p className="justify-self-end text-sm">
              <ForgotPasswordLink form={form} />
            </p>
          </div>
          <Button type="submit" wide busy={isBusy}>
            {isBusy ? 'Signing in...' : 'Sign In'}
          </Button>
        </Form>
      }
    />
  );
}

/** Links to the password reset page, and passes on the typed email without putting it in the URL. */
function ForgotPasswordLink({ form }: { form: RefObject<HTMLFormElement | null> }) {
  const navigate = useNavigate();
  function navigateWithEmail(event: MouseEvent): void {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    const email = form.current ? String(new FormData(form.current).get('email') ?? '') : '';
    navigate(paths.forgotPassword, { state: { email } });
  }
  return (
    <Link to={paths.forgotPassword} onClick={navigateWithEmail} className="link">
      Forgot password?
    </Link>
  );
}
