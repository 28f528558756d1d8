import { type RefObject, useEffect, useRef, useState } from 'react';
import { type ActionFunctionArgs, useActionData, useSearchParams } from 'react-router';
import { getFirstMessage, getMessagesByField } from '#core/contract/errors.ts';
import { getAdminNextPath, paths } from '#core/contract/paths.ts';
import { type ApiError, callEndpoint, type Send } from '#core/web/api/call.ts';
import { createServerSend } from '#core/web/api/server-send.ts';
import { createPageMeta } from '#core/web/document/page-meta.ts';
import type { PageHandle } from '#core/web/document/page-query.ts';
import { SessionEndedNotice } from '#core/web/session/session-ended-notice.tsx';
import {
  createClientAction,
  findBlankFields,
  pickText,
  rejectForm,
  type SignInOutcome,
  toSignInOutcome,
} from '#core/web/session/sign-in-outcome.ts';
import { Notice } from '#core/web/ui/feedback/notice.tsx';
import { PasswordField } from '#core/web/ui/forms/password-field.tsx';
import { TextField } from '#core/web/ui/forms/text-field.tsx';
import { adminSignIn } from '#features/accounts/contract/admin/sign-in.ts';
import { AuthCard } from '#features/accounts/web/auth/auth-card.tsx';
import { AuthForm } from '#features/accounts/web/auth/auth-form.tsx';
import { useRedirectWhenSignedIn, useSignInOutcome } from '#features/accounts/web/use-sign-in-outcome.ts';
import { CodeField } from './code-field.tsx';

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

export const clientAction = createClientAction(submitAdminSignIn);

const WELCOME = { title: 'Admin access granted', description: 'Welcome to the admin dashboard' };

export default function AdminSignIn() {
  const outcome = useActionData<typeof clientAction>();
  const form = useRef<HTMLFormElement>(null);
  useSignInOutcome(outcome?.kind === 'code-required' ? undefined : outcome, WELCOME);
  useCodeFocus(outcome, form);

  const [search] = useSearchParams();
  const next = getAdminNextPath(search);
  const isIncomplete = outcome?.kind === 'signed-in' && Boolean(outcome.missing_setup);
  const isSignedIn = useRedirectWhenSignedIn(
    'admin',
    isIncomplete && next === paths.adminDashboard ? paths.adminSetup : next,
  );

  const rejected = outcome?.kind === 'rejected' ? outcome : null;
  const codeRequired = outcome?.kind === 'code-required' ? outcome : null;
  // The field stays visible, whatever the next attempt returns.
  const [showsCode, setShowsCode] = useState(false);
  if (!showsCode && (codeRequired || rejected?.fieldErrors.code)) setShowsCode(true);
  return (
    <AuthCard title="Admin Login" description="For administrators who publish signals.">
      <AuthForm
        rejected={rejected}
        isDone={isSignedIn}
        submitLabel="Access Admin Panel"
        busyLabel="Authenticating..."
        notice={<SessionEndedNotice />}
        formRef={form}
      >
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
        />
        <PasswordField label="Password" name="password" autoComplete="current-password" required />
        {showsCode && <CodeField acceptsRecoveryCodes />}
      </AuthForm>
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

type AdminSignInOutcome = SignInOutcome | CodeRequired;

/** The password is correct, and the administrator has a second factor. */
interface CodeRequired {
  kind: 'code-required';
  /** False after a server-rendered submission: the server does not send passwords back. */
  hasPassword: boolean;
  typed: Record<string, string>;
}

/** Signs an administrator in with the form's `username`, `password` and, if shown, `code`. */
async function submitAdminSignIn(form: FormData, send: Send): Promise<AdminSignInOutcome> {
  const typed = pickText(form, ['username']);
  const blank = findBlankFields(form, ['username', 'password']);
  if (blank) return rejectForm('Error', 'Please fill in all fields', { fieldErrors: blank, typed });
  const code = String(form.get('code') ?? '').trim();
  const body = {
    username: typed.username ?? '',
    password: String(form.get('password')),
    ...(code ? { code } : {}),
  };
  const title = 'Access denied';
  const message = 'Invalid admin credentials';
  return toSignInOutcome<AdminSignInOutcome>(callEndpoint(adminSignIn, { body }, send), {
    failure: 'An error occurred during login',
    // Too many attempts say nothing about the credentials.
    title: 'Sign in failed',
    typed,
    reject: (error) =>
      toCodeOutcome(error, form.has('code'), typed) ??
      rejectForm(title, message, { message, fieldErrors: getMessagesByField(error.body), typed }),
  });
}

/** Returns the outcome of a response about the code, or `null` for any other response. */
function toCodeOutcome(
  { body }: ApiError,
  isFieldShown: boolean,
  typed: Record<string, string>,
): AdminSignInOutcome | null {
  const detail = getFirstMessage(body, 'detail') ?? '';
  switch (getFirstMessage(body, 'code')) {
    case 'second_factor_required':
      if (!isFieldShown) return { kind: 'code-required', hasPassword: true, typed };
      return rejectForm('Error', 'Please fill in all fields', { fieldErrors: { code: [detail] }, typed });
    case 'second_factor_wrong':
      return rejectForm('Access denied', detail, { fieldErrors: { code: [detail] }, typed });
    default:
      return null;
  }
}
