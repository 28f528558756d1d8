import { useRef } from 'react';
import {
  type ActionFunctionArgs,
  type ClientActionFunctionArgs,
  Form,
  Link,
  type LoaderFunctionArgs,
  useActionData,
  useLoaderData,
  useLocation,
  useNavigation,
} from 'react-router';
import { paths } from '#contract/paths.ts';
import { serverSide } from '#web/api/load-context.ts';
import { sendToApi } from '#web/api/send.ts';
import { serverSend } from '#web/api/server-send.ts';
import { pageMeta } from '#web/document/page-meta.ts';
import { EmailDelivery } from '#web/routes/auth/email-delivery.tsx';
import { EmailField } from '#web/routes/auth/email-field.tsx';
import { LinkRequested } from '#web/routes/auth/link-requested.tsx';
import { useFormError } from '#web/routes/auth/use-form-error.ts';
import { AuthSheet } from '#web/ui/auth-sheet.tsx';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { submitForgotPassword } from './submit-forgot-password.ts';

export const meta = pageMeta({
  title: 'Forgot password',
  description: 'Have a link sent by mail that sets a new password for your Tezi account.',
  noindex: true,
});

export function loader({ context }: LoaderFunctionArgs) {
  return { mails: context.get(serverSide).mails };
}

export const shouldRevalidate = () => false;

/** A form sent before the page was interactive. */
export async function action({ request, context }: ActionFunctionArgs) {
  return submitForgotPassword(await request.formData(), serverSend(context, request));
}

export async function clientAction({ request }: ClientActionFunctionArgs) {
  return submitForgotPassword(await request.formData(), sendToApi);
}

export default function ForgotPassword() {
  const { mails } = useLoaderData<typeof loader>();
  const outcome = useActionData<typeof clientAction>();
  const form = useRef<HTMLFormElement>(null);
  const refused = outcome?.kind === 'refused' ? outcome : null;
  useFormError(refused, form);

  const fromSignIn = (useLocation().state as { email?: string } | null)?.email;
  const isBusy = useNavigation().formMethod === 'POST';
  return (
    <AuthSheet
      title="Forgot Password?"
      description="We mail you a link with which you set a new one."
      otherwise={
        <Link to={paths.signIn} className="link">
          Back to sign in
        </Link>
      }
    >
      <EmailDelivery mails={mails} />
      {outcome?.kind === 'asked' ? (
        <LinkRequested outcome={outcome} isBusy={isBusy} />
      ) : mails === 'none' ? null : (
        <Form ref={form} method="post" noValidate className="grid gap-4">
          {refused?.message && <Notice tone="danger">{refused.message}</Notice>}
          <EmailField
            defaultValue={refused?.typed.email ?? fromSignIn}
            // The server knows nothing of what was typed on the page before.
            suppressHydrationWarning
            error={refused?.fieldErrors.email?.[0]}
          />
          <Button type="submit" wide busy={isBusy}>
            {isBusy ? 'Sending...' : 'Send Link'}
          </Button>
        </Form>
      )}
    </AuthSheet>
  );
}
