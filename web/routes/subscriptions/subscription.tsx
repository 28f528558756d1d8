import { Link, useParams } from 'react-router';
import { paths } from '#contract/paths.ts';
import { createPageMeta } from '#web/document/page-meta.ts';
import { RequireCustomer } from '#web/routes/account/require-customer.tsx';
import { ArrowLeftIcon } from '#web/ui/icons.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { SubscriptionDetail } from './subscription-detail.tsx';

export const meta = createPageMeta({
  title: 'Subscription',
  description: 'One subscription of your account, with the changes you can make.',
  noindex: true,
});

export default function SubscriptionPage() {
  const { subscriptionId = '' } = useParams();
  return (
    <div className="max-w-3xl">
      <p className="mb-3">
        <Link
          to={paths.subscriptions}
          className="inline-flex items-center gap-1.5 py-1 text-sm font-semibold"
        >
          <ArrowLeftIcon className="size-4" />
          My Subscriptions
        </Link>
      </p>
      <PageHeader title="Subscription" description="What you pay and when, and what you can change." />
      <RequireCustomer>
        <SubscriptionDetail key={subscriptionId} id={subscriptionId} />
      </RequireCustomer>
    </div>
  );
}
