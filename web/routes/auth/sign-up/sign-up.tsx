import { useRef } from 'react';
import {
  type ActionFunctionArgs,
  type ClientActionFunctionArgs,
  Form,
  Link,
  useActionData,
  useNavigation,
  useSearchParams,
} from 'react-router';
import { PASSWORD_MAX_LENGTH, SIGN_UP_PASSWORD_MIN_LENGTH } from '#contract/accounts/sign-in.ts';
import { addNext, getNextPath, paths } from '#contract/paths.ts';
import { sendToApi } from '#web/api/send.ts';
import { serverSend } from '#web/api/server-send.ts';
import { pageMeta } from '#web/document/page-meta.ts';
import { AuthPage } from '#web/routes/auth/auth-page.tsx';
import { EmailField } from '#web/routes/auth/email-field.tsx';
import { nextHandle } from '#web/routes/auth/next-handle.ts';
import { useRedirectWhenSignedIn } from '#web/session/use-redirect-when-signed-in.ts';
import { useSignInOutcome } from '#web/session/use-sign-in-outcome.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { PasswordField } from '#web/ui/forms/password-field.tsx';
import { TextField } from '#web/ui/forms/text-field.tsx';
import { submitSignUp } from './submit-sign-up.ts';

export const meta = pageMeta({
  title: 'Sign up',
  description: 'Create a Tezi account to follow trading signals for the Pakistan Stock Exchange.',
});

export const handle = nextHandle;

/** A form sent before the page was interactive; its outcome is taken up as soon as the page is. */
export async function action({ request, context }: ActionFunctionArgs) {
  return submitSignUp(await request.formData(), serverSend(context, request));
}

export async function clientAction({ request }: ClientActionFunctionArgs) {
  return submitSignUp(await request.formData(), sendToApi);
}

const WELCOME = {
  title: 'Account created!',
  description: 'Welcome to Tezi. You have been successfully registered.',
};

export default function SignUp() {
  const outcome = useActionData<typeof clientAction>();
  const form = useRef<HTMLFormElement>(null);
  useSignInOutcome(outcome, WELCOME, form);

  const [search] = useSearchParams();
  const next = getNextPath(search, paths.home);
  const isSignedIn = useRedirectWhenSignedIn('customer', next);

  const isBusy = useNavigation().formMethod === 'POST' || isSignedIn;
  const refused = outcome?.kind === 'refused' ? outcome : null;
  const goesHome = next === paths.home;
  return (
    <AuthPage
      title="Create Account"
      description="Register to unlock premium access to swing and investment signals, with a plan."
      google={{ label: 'Sign up with Google', intent: 'signup' }}
      otherwise={
        <>
          Already have an account?{' '}
          <Link to={goesHome ? paths.signIn : addNext(paths.signIn, next)} className="link">
            Sign in
          </Link>
        </>
      }
      form={
        <Form ref={form} method="post" noValidate className="grid gap-4">
          {refused?.message && <Notice tone="danger">{refused.message}</Notice>}
          <TextField
            label="Full Name"
            name="name"
            autoComplete="name"
            required
            maxLength={300}
            defaultValue={refused?.typed.name}
            error={refused?.fieldErrors.name?.[0]}
          />
          <EmailField defaultValue={refused?.typed.email} error={refused?.fieldErrors.email?.[0]} />
          <PasswordField
            label="Password"
            name="password"
            autoComplete="new-password"
            required
            maxLength={PASSWORD_MAX_LENGTH}
            hint={`At least ${SIGN_UP_PASSWORD_MIN_LENGTH} characters; a longer one is safer.`}
            error={refused?.fieldErrors.password?.[0]}
          />
          <PasswordField
            label="Confirm Password"
            name="confirm_password"
            autoComplete="new-password"
            required
            maxLength={PASSWORD_MAX_LENGTH}
            error={refused?.fieldErrors.confirm_password?.[0]}
          />
          <Button type="submit" wide busy={isBusy}>
            {isBusy ? 'Creating account...' : 'Create Account'}
          </Button>
        </Form>
      }
    />
  );
}
