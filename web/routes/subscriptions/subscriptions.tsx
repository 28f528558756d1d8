import { paths } from '#contract/paths.ts';
import { createPageMeta } from '#web/document/page-meta.ts';
import type { PageHandle } from '#web/document/page-query.ts';
import { RequireCustomer } from '#web/routes/account/require-customer.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { SignedIn } from '#web/ui/signed-in.tsx';
import { SubscriptionList } from './subscription-list.tsx';

export const meta = createPageMeta({
  title: 'My Subscriptions',
  description: 'Every subscription of your account.',
  noindex: true,
});

export const handle: PageHandle = {
  query: ['checkout'],
  canonicalQuery: (search) =>
    new URLSearchParams(search.get('checkout') === 'done' ? { checkout: 'done' } : {}),
  hasFewValues: true,
};

export default function SubscriptionsPage() {
  return (
    <div className="max-w-4xl">
      <PageHeader
        title="My Subscriptions"
        description="Every subscription of your account, with its price and next payment."
        actions={
          <SignedIn only="customer">
            <ButtonLink to={paths.mySubscription} variant="secondary" size="small">
              My Subscription
            </ButtonLink>
          </SignedIn>
        }
      />
      <RequireCustomer>
        <SubscriptionList />
      </RequireCustomer>
    </div>
  );
}
