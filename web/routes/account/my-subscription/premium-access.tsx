import { Link } from 'react-router';
import type { MySubscription } from '#contract/billing/subscriptions.ts';
import { paths } from '#contract/paths.ts';
import {
  DetailsDate,
  DetailsEnd,
  DetailsItem,
  DetailsList,
} from '#web/routes/subscriptions/details-list.tsx';
import { StatusBadge } from '#web/routes/subscriptions/status-badge.tsx';
import { UnlessPaused } from '#web/routes/subscriptions/unless-paused.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { EndDate } from '#web/ui/pakistan-time.tsx';
import { ActiveSubscription } from './active-subscription.tsx';
import { Benefits } from './benefits.tsx';

/** Shows the plan and its source: subscriptions, granted premium, or both. */
export function PremiumAccess({ mine }: { mine: MySubscription }) {
  const { active_subscriptions: active, granted_until, subscription_expiry: expiry } = mine;
  const main = active[0];
  return (
    <div className="grid gap-8">
      <UnlessPaused />
      <section
        aria-labelledby="plan"
        className="rounded-box border border-line-strong bg-surface px-4 py-3 sm:px-5"
      >
        <div className="mb-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
          <h2 id="plan" className="text-lg">
            Premium Access
          </h2>
          {main ? (
            <StatusBadge status={main.status} text={main.get_status_display} />
          ) : (
            <Badge variant="active">Granted</Badge>
          )}
        </div>
        <DetailsList>
          <DetailsItem name="Plan type">{mine.current_plan ?? 'Premium'}</DetailsItem>
          <DetailsEnd name="Expiry date" at={expiry} />
          <DetailsDate name="Next payment date" at={mine.next_payment_date} none="None" />
          <DetailsDate name="Last payment date" at={mine.last_payment_date} none="None" />
        </DetailsList>
        {granted_until && (
          <Notice title="Premium access was granted to you" className="mt-3 mb-2">
            The last day is <EndDate at={granted_until} />. It does not renew automatically.
          </Notice>
        )}
      </section>

      {active.length > 0 && (
        <section aria-labelledby="active">
          <h2 id="active" className="mb-3 text-lg">
            {active.length === 1 ? 'Active Subscription' : 'Active Subscriptions'}
          </h2>
          <ul className="grid grid-cols-1 gap-4 md:grid-cols-2">
            {active.map((subscription) => (
              <ActiveSubscription key={subscription.id} subscription={subscription} />
            ))}
          </ul>
        </section>
      )}

      <Benefits />
      <p className="text-sm text-muted">All dates are in Pakistan time (PKT).</p>
      <p className="text-sm">
        <Link to={paths.pricing} className="font-semibold text-accent underline">
          Compare plans and prices
        </Link>
      </p>
    </div>
  );
}
