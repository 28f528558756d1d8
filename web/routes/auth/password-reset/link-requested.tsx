import { useEffect, useRef, useState } from 'react';
import { Form, Link } from 'react-router';
import { paths } from '#contract/paths.ts';
import { Button } from '#web/ui/button.tsx';
import type { LinkOutcome } from './submit-forgot-password.ts';

/** Emails take a while to arrive: an immediate second request would only send two. */
const RESEND_DELAY_MS = 30_000;

/** Confirms the request with the same text whether or not the account exists. */
export function LinkRequested({
  outcome,
  isBusy,
}: {
  outcome: Extract<LinkOutcome, { kind: 'requested' }>;
  isBusy: boolean;
}) {
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
        <dd className="wrap-anywhere">{outcome.email}</dd>
      </dl>
      <ul className="list-disc space-y-1 pl-5 text-sm text-muted">
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
