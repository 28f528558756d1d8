import { type RefObject, useEffect, useRef, useState } from 'react';
import {
  type ActionFunctionArgs,
  type ClientActionFunctionArgs,
  Form,
  useActionData,
  useNavigation,
  useSearchParams,
} from 'react-router';
import { getAdminNextPath, paths } from '#contract/paths.ts';
import { sendToApi } from '#web/api/send.ts';
import { createServerSend } from '#web/api/server-send.ts';
import { createPageMeta } from '#web/document/page-meta.ts';
import type { PageHandle } from '#web/document/page-query.ts';
import { SessionEndedNotice } from '#web/session/session-ended-notice.tsx';
import { useRedirectWhenSignedIn, useSignInOutcome } from '#web/session/use-sign-in-outcome.ts';
import { AuthCard } from '#web/ui/auth-card.tsx';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { PasswordField } from '#web/ui/forms/password-field.tsx';
import { TextField } from '#web/ui/forms/text-field.tsx';
import { CodeField } from './code-field.tsx';
import { type AdminSignInOutcome, submitAdminSignIn } from './submit-admin-sign-in.ts';

export const meta = createPageMeta({
  title: 'Administration',
  description: 'Sign in to manage signals.',
  noindex: true,
});

export const handle: PageHandle = {
  query: ['next'],
  canonicalQuery: (search) => {
    const next = getAdminNextPath(search);
    return new URLSearchParams(next === paths.adminDashboard ? {} : { next });
  },
};

/** Handles a form that was submitted before hydration. The page applies the outcome after hydration. */
export async function action({ request, context }: ActionFunctionArgs): Promise<AdminSignInOutcome> {
  const outcome = await submitAdminSignIn(await request.formData(), createServerSend(context, request));
  return outcome.kind === 'code-required' ? { ...outcome, hasPassword: false } : outcome;
}

export async function clientAction({ request }: ClientActionFunctionArgs) {
  return submitAdminSignIn(await request.formData(), sendToApi);
}

const WELCOME = { title: 'Admin access granted', description: 'Welcome to the admin dashboard' };

export default function AdminSignIn() {
  const outcome = useActionData<typeof clientAction>();
  const form = useRef<HTMLFormElement>(null);
  useSignInOutcome(outcome?.kind === 'code-required' ? undefined : outcome, WELCOME, form);
  useCodeFocus(outcome, form);

  const [search] = useSearchParams();
  const isSignedIn = useRedirectWhenSignedIn('admin', getAdminNextPath(search));

  const isBusy = useNavigation().formMethod === 'POST' || isSignedIn;
  const rejected = outcome?.kind === 'rejected' ? outcome : null;
  const codeRequired = outcome?.kind === 'code-required' ? outcome : null;
  // The field stays visible, whatever the next attempt returns.
  const [showsCode, setShowsCode] = useState(false);
  if (!showsCode && (codeRequired || rejected?.fieldErrors.code)) setShowsCode(true);
  return (
    <AuthCard title="Admin Login" description="For administrators who publish signals.">
      <Form ref={form} method="post" noValidate className="grid gap-4">
        <SessionEndedNotice />
        {rejected?.message && <Notice tone="danger">{rejected.message}</Notice>}
        {codeRequired && !codeRequired.hasPassword && (
          <Notice>Your password is correct. Enter it again, and add the code.</Notice>
        )}
        <TextField
          label="Username"
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
          maxLength={150}
          defaultValue={(rejected ?? codeRequired)?.typed.username}
          error={rejected?.fieldErrors.username?.[0]}
        />
        <PasswordField
          label="Password"
          name="password"
          autoComplete="current-password"
          required
          error={rejected?.fieldErrors.password?.[0]}
        />
        {showsCode && <CodeField acceptsRecoveryCodes error={rejected?.fieldErrors.code?.[0]} />}
        <Button type="submit" wide busy={isBusy}>
          {isBusy ? 'Authenticating...' : 'Access Admin Panel'}
        </Button>
      </Form>
    </AuthCard>
  );
}

/** Focuses the first blank field when a code is required, and selects a wrong code. */
function useCodeFocus(outcome: AdminSignInOutcome | undefined, form: RefObject<HTMLFormElement | null>) {
  useEffect(() => {
    const fields = [...(form.current?.querySelectorAll('input') ?? [])];
    if (outcome?.kind === 'code-required') fields.find((field) => field.value === '')?.focus();
    if (outcome?.kind === 'rejected' && outcome.fieldErrors.code)
      fields.find((field) => field.name === 'code')?.select();
  }, [outcome, form]);
}
