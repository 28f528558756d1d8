import type { Subscription } from '#contract/billing/subscriptions.ts';
import { ExternalIcon } from '#web/ui/icons.tsx';

/** The ways to Paddle's own pages, as far as Paddle has given them. */
export function PaddleLinks({ subscription: { update_url, cancel_url } }: { subscription: Subscription }) {
  if (!update_url && !cancel_url) return null;
  return (
    <div className="flex flex-wrap items-baseline gap-x-6 gap-y-2 border-t border-line px-4 py-3 text-sm sm:px-5">
      <p className="text-muted">On Paddle's own pages:</p>
      {update_url && <PaddleLink to={update_url}>Update Payment Method</PaddleLink>}
      {cancel_url && <PaddleLink to={cancel_url}>Cancel Subscription</PaddleLink>}
    </div>
  );
}

/** In a window of its own: what was done there is shown here as soon as the reader is back. */
function PaddleLink({ to, children }: { to: string; children: string }) {
  return (
    <a
      href={to}
      target="_blank"
      rel="noreferrer"
      className="inline-flex items-center gap-1.5 py-1 font-semibold text-accent underline"
    >
      {children}
      <span className="sr-only">(opens Paddle in a new window)</span>
      <ExternalIcon className="size-3.5" />
    </a>
  );
}
