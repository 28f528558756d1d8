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
import { sendToApi } from '#web/api/send.ts';
import { createServerSend, serverContext } from '#web/api/server-send.ts';
import { createPageMeta } from '#web/document/page-meta.ts';
import { EmailField } from '#web/routes/auth/email-field.tsx';
import { AuthCard } from '#web/ui/auth-card.tsx';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { EmailDelivery } from './email-delivery.tsx';
import { LinkRequested } from './link-requested.tsx';
import { submitForgotPassword } from './submit-forgot-password.ts';
import { useFormError } from './use-form-error.ts';

export const meta = createPageMeta({
  title: 'Forgot password',
  description: 'Request an email with a link to set a new password for your Tezi account.',
  noindex: true,
});

export function loader({ context }: LoaderFunctionArgs) {
  return { emailDelivery: context.get(serverContext).emailDelivery };
}

export const shouldRevalidate = () => false;

/** Handles a form that was submitted before hydration. */
export async function action({ request, context }: ActionFunctionArgs) {
  return submitForgotPassword(await request.formData(), createServerSend(context, request));
}

export async function clientAction({ request }: ClientActionFunctionArgs) {
  return submitForgotPassword(await request.formData(), sendToApi);
}

export default function ForgotPassword() {
  const { emailDelivery } = useLoaderData<typeof loader>();
  const outcome = useActionData<typeof clientAction>();
  const form = useRef<HTMLFormElement>(null);
  const rejected = outcome?.kind === 'rejected' ? outcome : null;
  useFormError(rejected, form);

  const fromSignIn = (useLocation().state as { email?: string } | null)?.email;
  const isBusy = useNavigation().formMethod === 'POST';
  return (
    <AuthCard
      title="Forgot Password?"
      description="We email you a link to set a new password."
      footer={
        <Link to={paths.signIn} className="link">
          Back to sign in
        </Link>
      }
    >
      <EmailDelivery delivery={emailDelivery} />
      {outcome?.kind === 'requested' ? (
        <LinkRequested outcome={outcome} isBusy={isBusy} />
      ) : emailDelivery === 'none' ? null : (
        <Form ref={form} method="post" noValidate className="grid gap-4">
          {rejected?.message && <Notice tone="danger">{rejected.message}</Notice>}
          <EmailField
            defaultValue={rejected?.typed.email ?? fromSignIn}
            // The server does not know the email typed on the sign-in page.
            suppressHydrationWarning
            error={rejected?.fieldErrors.email?.[0]}
          />
          <Button type="submit" wide busy={isBusy}>
            {isBusy ? 'Sending...' : 'Send link'}
          </Button>
        </Form>
      )}
    </AuthCard>
  );
}
