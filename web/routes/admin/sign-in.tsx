import { useRef } from 'react';
import {
  type ActionFunctionArgs,
  type ClientActionFunctionArgs,
  Form,
  useActionData,
  useNavigation,
} from 'react-router';
import { addresses } from '#web/addresses.ts';
import { sendToApi } from '#web/api/send.ts';
import { serverSend } from '#web/api/server-send.ts';
import { pageMeta } from '#web/document/page-meta.ts';
import { useLeaveWhenSignedIn } from '#web/session/use-leave-when-signed-in.ts';
import { useSignInOutcome } from '#web/session/use-sign-in-outcome.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { PasswordField } from '#web/ui/password-field.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { submitAdminSignIn } from './submit-admin-sign-in.ts';

export const meta = pageMeta({
  title: 'Administration',
  description: 'Sign in to manage signals.',
  noindex: true,
});

/** A form sent before the page was interactive; its outcome is taken up as soon as the page is. */
export async function action({ request, context }: ActionFunctionArgs) {
  return submitAdminSignIn(await request.formData(), serverSend(context, request));
}

export async function clientAction({ request }: ClientActionFunctionArgs) {
  return submitAdminSignIn(await request.formData(), sendToApi);
}

const WELCOME = { title: 'Admin access granted', description: 'Welcome to the admin dashboard' };

export default function AdminSignIn() {
  const outcome = useActionData<typeof clientAction>();
  const form = useRef<HTMLFormElement>(null);
  useSignInOutcome(outcome, WELCOME, form);

  const isSignedIn = useLeaveWhenSignedIn('admin', addresses.adminDashboard);

  const isBusy = useNavigation().formMethod === 'POST' || isSignedIn;
  const refused = outcome?.kind === 'refused' ? outcome : null;
  return (
    <div className="mx-auto max-w-md">
      <h1 className="text-2xl">Admin Login</h1>
      <p className="mt-1 text-muted">For those who publish the signals.</p>
      <Form
        ref={form}
        method="post"
        noValidate
        className="mt-6 grid gap-4 rounded-box border border-line bg-surface p-5 sm:p-6"
      >
        {refused?.message && <Notice tone="danger">{refused.message}</Notice>}
        <TextField
          label="Username"
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
          maxLength={150}
          defaultValue={refused?.typed.username}
          error={refused?.fieldErrors.username?.[0]}
        />
        <PasswordField
          label="Password"
          name="password"
          autoComplete="current-password"
          required
          error={refused?.fieldErrors.password?.[0]}
        />
        <Button type="submit" wide busy={isBusy}>
          {isBusy ? 'Authenticating...' : 'Access Admin Panel'}
        </Button>
      </Form>
    </div>
  );
}
