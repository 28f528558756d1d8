import { type RefObject, useEffect, useRef, useState } from 'react';
import {
  type ActionFunctionArgs,
  type ClientActionFunctionArgs,
  Form,
  useActionData,
  useNavigation,
} from 'react-router';
import { paths } from '#contract/paths.ts';
import { sendToApi } from '#web/api/send.ts';
import { serverSend } from '#web/api/server-send.ts';
import { pageMeta } from '#web/document/page-meta.ts';
import { useRedirectWhenSignedIn } from '#web/session/use-redirect-when-signed-in.ts';
import { useSignInOutcome } from '#web/session/use-sign-in-outcome.ts';
import { AuthSheet } from '#web/ui/auth-sheet.tsx';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { PasswordField } from '#web/ui/forms/password-field.tsx';
import { TextField } from '#web/ui/forms/text-field.tsx';
import { CodeField } from './code-field.tsx';
import { type AdminSignInOutcome, submitAdminSignIn } from './submit-admin-sign-in.ts';

export const meta = pageMeta({
  title: 'Administration',
  description: 'Sign in to manage signals.',
  noindex: true,
});

/** A form sent before the page was interactive; its outcome is taken up as soon as the page is. */
export async function action({ request, context }: ActionFunctionArgs): Promise<AdminSignInOutcome> {
  const outcome = await submitAdminSignIn(await request.formData(), serverSend(context, request));
  return outcome.kind === 'code-asked' ? { ...outcome, isPasswordKept: false } : outcome;
}

export async function clientAction({ request }: ClientActionFunctionArgs) {
  return submitAdminSignIn(await request.formData(), sendToApi);
}

const WELCOME = { title: 'Admin access granted', description: 'Welcome to the admin dashboard' };

export default function AdminSignIn() {
  const outcome = useActionData<typeof clientAction>();
  const form = useRef<HTMLFormElement>(null);
  useSignInOutcome(outcome?.kind === 'code-asked' ? undefined : outcome, WELCOME, form);
  useCodeFocus(outcome, form);

  const isSignedIn = useRedirectWhenSignedIn('admin', paths.adminDashboard);

  const isBusy = useNavigation().formMethod === 'POST' || isSignedIn;
  const refused = outcome?.kind === 'refused' ? outcome : null;
  const asked = outcome?.kind === 'code-asked' ? outcome : null;
  // The field stays, whatever else is wrong with the next try.
  const [isCodeAsked, setCodeAsked] = useState(false);
  if (!isCodeAsked && (asked || refused?.fieldErrors.code)) setCodeAsked(true);
  return (
    <AuthSheet title="Admin Login" description="For those who publish the signals.">
      <Form ref={form} method="post" noValidate className="grid gap-4">
        {refused?.message && <Notice tone="danger">{refused.message}</Notice>}
        {asked && !asked.isPasswordKept && (
          <Notice>
            Your password is right. Type it once more, as it is not sent back, and add the code.
          </Notice>
        )}
        <TextField
          label="Username"
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
          maxLength={150}
          defaultValue={(refused ?? asked)?.typed.username}
          error={refused?.fieldErrors.username?.[0]}
        />
        <PasswordField
          label="Password"
          name="password"
          autoComplete="current-password"
          required
          error={refused?.fieldErrors.password?.[0]}
        />
        {isCodeAsked && <CodeField acceptsRecoveryCodes error={refused?.fieldErrors.code?.[0]} />}
        <Button type="submit" wide busy={isBusy}>
          {isBusy ? 'Authenticating...' : 'Access Admin Panel'}
        </Button>
      </Form>
    </AuthSheet>
  );
}

/** Goes on where something is to be typed: to the first blank field once the code is asked for, or to a wrong code. */
function useCodeFocus(outcome: AdminSignInOutcome | undefined, form: RefObject<HTMLFormElement | null>) {
  useEffect(() => {
    const fields = [...(form.current?.querySelectorAll('input') ?? [])];
    if (outcome?.kind === 'code-asked') fields.find((field) => field.value === '')?.focus();
    if (outcome?.kind === 'refused' && outcome.fieldErrors.code)
      fields.find((field) => field.name === 'code')?.select();
  }, [outcome, form]);
}
