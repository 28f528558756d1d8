import type { Subscription } from '#contract/billing/subscriptions.ts';
import { ExternalIcon } from '#web/ui/icons.tsx';

/** Links to Paddle's pages for the subscription, if Paddle provides them. */
export function PaddleLinks({ subscription: { update_url, cancel_url } }: { subscription: Subscription }) {
  if (!update_url && !cancel_url) return null;
  return (
    <div className="flex flex-wrap items-baseline gap-x-6 gap-y-2 border-t border-line px-4 py-3 text-sm sm:px-5">
      <p className="text-muted">On Paddle's website:</p>
      {update_url && <PaddleLink to={update_url}>Update Payment Method</PaddleLink>}
      {cancel_url && <PaddleLink to={cancel_url}>Cancel subscription</PaddleLink>}
    </div>
  );
}

/** Opens a new window, so that this page can show the result when the user returns. */
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
