import { Link, useActionData } from 'react-router';
import type { FieldErrors } from '#core/contract/api/field-errors.ts';
import { getFirstMessage, getMessagesByField } from '#core/contract/errors.ts';
import { PASSWORD_MAX_LENGTH, SIGN_UP_PASSWORD_MIN_LENGTH } from '#core/contract/fields.ts';
import { paths } from '#core/contract/paths.ts';
import { callEndpoint, type Send } from '#core/web/api/call.ts';
import { createAction } from '#core/web/api/server-send.ts';
import { createPageMeta } from '#core/web/document/page-meta.ts';
import { RegistrationTerms } from '#core/web/session/registration-terms.tsx';
import {
  createClientAction,
  findBlankFields,
  pickText,
  rejectForm,
  type SignInOutcome,
  toSignInOutcome,
} from '#core/web/session/sign-in-outcome.ts';
import { PasswordField } from '#core/web/ui/forms/password-field.tsx';
import { TextField } from '#core/web/ui/forms/text-field.tsx';
import { register } from '#features/accounts/contract/sign-in.ts';
import { AuthForm, EmailField } from './auth-form.tsx';
import { AuthPage, nextHandle, useAuthOutcome } from './auth-page.tsx';

export const meta = createPageMeta({
  title: 'Sign up',
  description: 'Create a Tezi account to follow trading signals for the Pakistan Stock Exchange.',
});

export const handle = nextHandle;

export const action = createAction(submitSignUp);
export const clientAction = createClientAction(submitSignUp);

const WELCOME = {
  title: 'Account created!',
  description: 'Welcome to Tezi. You have been successfully registered.',
};

export default function SignUp() {
  const { rejected, isDone, toOther } = useAuthOutcome(useActionData<typeof clientAction>(), WELCOME);
  return (
    <AuthPage
      title="Create Account"
      description={<RegistrationTerms />}
      google={{ label: 'Sign up with Google', busyLabel: 'Signing up...', intent: 'signup' }}
      otherwise={
        <span>
          Already have an account?{' '}
          <Link to={toOther(paths.signIn)} className="link">
            Sign in
          </Link>
        </span>
      }
      form={
        <AuthForm
          rejected={rejected}
          isDone={isDone}
          submitLabel="Create Account"
          busyLabel="Creating account..."
          consent={
            <span>
              By creating an account you accept the{' '}
              <Link to={`${paths.terms}#risk-statement`} className="link" target="_blank">
                risk statement
              </Link>
              .
            </span>
          }
        >
          <TextField
            label="Full Name"
            name="name"
            autoComplete="name"
            required
            maxLength={300}
            defaultValue={rejected?.typed.name}
          />
          <EmailField defaultValue={rejected?.typed.email} />
          <PasswordField
            label="Password"
            name="password"
            autoComplete="new-password"
            required
            maxLength={PASSWORD_MAX_LENGTH}
            hint={`At least ${SIGN_UP_PASSWORD_MIN_LENGTH} characters. Longer is safer.`}
          />
          <PasswordField
            label="Confirm Password"
            name="confirm_password"
            autoComplete="new-password"
            required
            maxLength={PASSWORD_MAX_LENGTH}
          />
        </AuthForm>
      }
    />
  );
}

/** Signs up with the form's `name`, `email`, `password` and `confirm_password`. */
async function submitSignUp(form: FormData, send: Send): Promise<SignInOutcome> {
  const typed = pickText(form, ['name', 'email']);
  const invalid = validateForm(form);
  if (invalid) return rejectForm('Error', invalid.text, { fieldErrors: invalid.fieldErrors, typed });

  const password = String(form.get('password'));
  const body = { ...splitName(typed.name ?? ''), email: typed.email ?? '', password };
  const title = 'Sign up failed';
  return toSignInOutcome(callEndpoint(register, { body }, send), {
    failure: 'An error occurred during sign up',
    title,
    typed,
    reject: ({ body: errors }) =>
      rejectForm(title, 'Please try again', {
        message:
          getFirstMessage(errors, 'detail') ??
          getFirstMessage(errors, 'email') ??
          getFirstMessage(errors, 'password') ??
          'Registration failed',
        fieldErrors: mergeNameErrors(getMessagesByField(errors)),
        typed,
      }),
  });
}

/** Returns the first violated rule, in the order of docs/product.md, or `null`. */
function validateForm(form: FormData): { text: string; fieldErrors: FieldErrors } | null {
  const blank = findBlankFields(form, ['name', 'email', 'password', 'confirm_password']);
  if (blank) return { text: 'Please fill in all fields', fieldErrors: blank };
  const password = String(form.get('password'));
  if (password !== form.get('confirm_password')) {
    const text = 'Passwords do not match';
    return { text, fieldErrors: { confirm_password: [text] } };
  }
  if (password.length < SIGN_UP_PASSWORD_MIN_LENGTH) {
    const text = `Password must be at least ${SIGN_UP_PASSWORD_MIN_LENGTH} characters long`;
    return { text, fieldErrors: { password: [text] } };
  }
  return null;
}

/** Splits a name at the first space. A single word becomes both first and last name. */
function splitName(fullName: string): { first_name: string; last_name: string } {
  const [first = '', ...rest] = fullName.trim().split(/\s+/);
  return { first_name: first, last_name: rest.join(' ') || first };
}

/** Maps the server's errors for first and last name to the form's single name field. */
function mergeNameErrors({ first_name, last_name, ...rest }: FieldErrors): FieldErrors {
  const name = first_name ?? last_name;
  return name ? { ...rest, name } : rest;
}
