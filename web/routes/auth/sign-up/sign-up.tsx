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
import { createServerSend } from '#web/api/server-send.ts';
import { createPageMeta } from '#web/document/page-meta.ts';
import { AuthPage } from '#web/routes/auth/auth-page.tsx';
import { EmailField } from '#web/routes/auth/email-field.tsx';
import { nextHandle } from '#web/routes/auth/next-handle.ts';
import { useRedirectWhenSignedIn, useSignInOutcome } from '#web/session/use-sign-in-outcome.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { PasswordField } from '#web/ui/forms/password-field.tsx';
import { TextField } from '#web/ui/forms/text-field.tsx';
import { submitSignUp } from './submit-sign-up.ts';

export const meta = createPageMeta({
  title: 'Sign up',
  description: 'Create a Tezi account to follow trading signals for the Pakistan Stock Exchange.',
});

export const handle = nextHandle;

/** Handles a form that was submitted before hydration. The page applies the outcome after hydration. */
export async function action({ request, context }: ActionFunctionArgs) {
  return submitSignUp(await request.formData(), createServerSend(context, request));
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
  const rejected = outcome?.kind === 'rejected' ? outcome : null;
  const isNextHome = next === paths.home;
  return (
    <AuthPage
      title="Create Account"
      description="The account is free. Swing and investment signals need a premium plan."
      google={{ label: 'Sign up with Google', busyLabel: 'Signing up...', intent: 'signup' }}
      otherwise={
        <>
          Already have an account?{' '}
          <Link to={isNextHome ? paths.signIn : addNext(paths.signIn, next)} className="link">
            Sign in
          </Link>
        </>
      }
      form={
        <Form ref={form} method="post" noValidate className="grid gap-4">
          {rejected?.message && <Notice tone="danger">{rejected.message}</Notice>}
          <TextField
            label="Full Name"
            name="name"
            autoComplete="name"
            required
            maxLength={300}
            defaultValue={rejected?.typed.name}
            error={rejected?.fieldErrors.name?.[0]}
          />
          <EmailField defaultValue={rejected?.typed.email} error={rejected?.fieldErrors.email?.[0]} />
          <PasswordField
            label="Password"
            name="password"
            autoComplete="new-password"
            required
            maxLength={PASSWORD_MAX_LENGTH}
            hint={`At least ${SIGN_UP_PASSWORD_MIN_LENGTH} characters. Longer is safer.`}
            error={rejected?.fieldErrors.password?.[0]}
          />
          <PasswordField
            label="Confirm Password"
            name="confirm_password"
            autoComplete="new-password"
            required
            maxLength={PASSWORD_MAX_LENGTH}
            error={rejected?.fieldErrors.confirm_password?.[0]}
          />
          <Button type="submit" wide busy={isBusy}>
            {isBusy ? 'Creating account...' : 'Create Account'}
          </Button>
        </Form>
      }
    />
  );
}
