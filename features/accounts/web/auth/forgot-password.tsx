import { useEffect, useRef, useState } from 'react';
import {
  Form,
  Link,
  type LoaderFunctionArgs,
  useActionData,
  useLoaderData,
  useLocation,
  useNavigation,
  useRouteLoaderData,
} from 'react-router';
import { getFirstMessage, getMessagesByField } from '#core/contract/errors.ts';
import type { ServerSide, SiteData } from '#core/contract/page-entry.ts';
import { paths } from '#core/contract/paths.ts';
import { ApiError, callEndpoint, type Send } from '#core/web/api/call.ts';
import { getRateLimitMessage } from '#core/web/api/rate-limit-message.ts';
import { createAction, serverContext } from '#core/web/api/server-send.ts';
import { createPageMeta } from '#core/web/document/page-meta.ts';
import {
  createClientAction,
  findBlankFields,
  pickText,
  type RejectedForm,
  rejectForm,
} from '#core/web/session/sign-in-outcome.ts';
import { Button } from '#core/web/ui/button.tsx';
import { Notice } from '#core/web/ui/feedback/notice.tsx';
import { requestPasswordReset } from '#features/accounts/contract/passwords.ts';
import { AuthCard } from './auth-card.tsx';
import { AuthForm, EmailField } from './auth-form.tsx';

export const meta = createPageMeta({
  title: 'Forgot password',
  description: 'Request an email with a link to set a new password for your Tezi account.',
  noindex: true,
});

export function loader({ context }: LoaderFunctionArgs) {
  return { emailDelivery: context.get(serverContext).emailDelivery };
}

export const shouldRevalidate = () => false;

export const action = createAction(submitForgotPassword);
export const clientAction = createClientAction(submitForgotPassword);

export default function ForgotPassword() {
  const { emailDelivery } = useLoaderData<typeof loader>();
  const outcome = useActionData<typeof clientAction>();
  const rejected = outcome?.kind === 'rejected' ? outcome : null;

  const fromSignIn = (useLocation().state as { email?: string } | null)?.email;
  return (
    <AuthCard
      title="Forgot Password?"
      description={emailDelivery === 'none' ? null : 'We email you a link to set a new password.'}
      footer={
        <Link to={paths.signIn} className="link">
          Back to sign in
        </Link>
      }
    >
      <EmailDelivery delivery={emailDelivery} />
      {outcome?.kind === 'requested' ? (
        <LinkRequested outcome={outcome} />
      ) : emailDelivery === 'none' ? null : (
        <AuthForm rejected={rejected} submitLabel="Send link" busyLabel="Sending...">
          <EmailField
            defaultValue={rejected?.typed.email ?? fromSignIn}
            // The server does not know the email typed on the sign-in page.
            suppressHydrationWarning
          />
        </AuthForm>
      )}
    </AuthCard>
  );
}

/** Explains where to find emails that this server does not send. */
function EmailDelivery({ delivery }: { delivery: ServerSide['emailDelivery'] }) {
  const contact = useRouteLoaderData<SiteData>('root')?.contact;
  if (delivery === 'server') return null;
  return delivery === 'mailbox' ? (
    <Notice key="sent" className="mb-4">
      This is a demo. It does not send emails; they appear in{' '}
      <Link to={paths.mailbox} className="link">
        the demo mailbox
      </Link>
      .
    </Notice>
  ) : (
    <Notice tone="warning" className="mb-4" title="This site cannot send emails">
      Contact{' '}
      <a href={`mailto:${contact?.email}`} className="link wrap-anywhere">
        {contact?.email}
      </a>{' '}
      to recover your account.
    </Notice>
  );
}

/** Emails take a while to arrive: an immediate second request would only send two. */
const RESEND_DELAY_MS = 30_000;

/** Confirms the request with the same text whether or not the account exists. */
function LinkRequested({ outcome }: { outcome: Extract<LinkOutcome, { kind: 'requested' }> }) {
  const isBusy = useNavigation().formMethod === 'POST';
  const heading = useRef<HTMLHeadingElement>(null);
  const [resendable, setResendable] = useState<typeof outcome>();
  useEffect(() => {
    heading.current?.focus();
    const timer = setTimeout(() => setResendable(outcome), RESEND_DELAY_MS);
    return () => clearTimeout(timer);
  }, [outcome]);

  return (
    <div className="grid gap-4">
      <div>
        <h2 ref={heading} tabIndex={-1} className="text-lg">
          Check your email
        </h2>
        <p className="mt-1">{outcome.message}</p>
      </div>
      <dl className="text-sm">
        <dt className="text-muted">Email</dt>
        <dd className="wrap-anywhere" translate="no">
          {outcome.email}
        </dd>
      </dl>
      <ul className="list-disc space-y-1 ps-5 text-sm text-muted">
        <li>It can take a few minutes. Check your spam folder too.</li>
        <li>The link works once, within 30 minutes.</li>
      </ul>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line pt-4 text-sm">
        {resendable === outcome ? (
          <Form method="post">
            <input type="hidden" name="email" value={outcome.email} />
            <Button type="submit" variant="secondary" size="small" busy={isBusy}>
              {isBusy ? 'Sending...' : 'Send again'}
            </Button>
          </Form>
        ) : (
          <span className="flex min-h-8 items-center text-muted">
            You can request another email in 30 seconds.
          </span>
        )}
        <Link to={paths.forgotPassword} className="link">
          Use another email
        </Link>
      </div>
    </div>
  );
}

/** The outcome of a link request. `requested` does not reveal whether the account exists. */
type LinkOutcome = { kind: 'requested'; email: string; message: string } | RejectedForm;

/** Requests a password reset email for the form's `email`. */
async function submitForgotPassword(form: FormData, send: Send): Promise<LinkOutcome> {
  const typed = pickText(form, ['email']);
  const blank = findBlankFields(form, ['email']);
  if (blank) return rejectForm('Error', 'Please fill in all fields', { fieldErrors: blank, typed });
  const email = typed.email?.trim() ?? '';
  try {
    const { message } = await callEndpoint(requestPasswordReset, { body: { email } }, send);
    return { kind: 'requested', email, message };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const fieldErrors = getMessagesByField(error.body);
    const reason = error.status < 400 ? undefined : getFirstMessage(error.body, 'detail');
    const message = getRateLimitMessage(error) ?? reason ?? null;
    const hasFieldError = fieldErrors.email !== undefined;
    return rejectForm('Link not sent', (hasFieldError ? fieldErrors.email?.[0] : message) ?? NO_RESPONSE, {
      message: hasFieldError ? null : (message ?? NO_RESPONSE),
      fieldErrors,
      typed,
    });
  }
}

const NO_RESPONSE = 'The server did not respond. Please try again.';
