import { paths } from '#contract/paths.ts';
import { createPageMeta } from '#web/document/page-meta.ts';
import { RequireCustomer } from '#web/routes/account/require-customer.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { SignedIn } from '#web/ui/signed-in.tsx';
import { Overview } from './overview.tsx';

export const meta = createPageMeta({
  title: 'My Subscription',
  description: 'Your plan, when it renews and what it includes.',
  noindex: true,
});

export default function MySubscriptionPage() {
  return (
    <div className="max-w-4xl">
      <PageHeader
        title="My Subscription"
        description="Your plan, when it renews and what it includes."
        actions={
          <SignedIn only="customer">
            <ButtonLink to={paths.subscriptions} variant="secondary" size="small">
              My Subscriptions
            </ButtonLink>
          </SignedIn>
        }
      />
      <RequireCustomer>
        <Overview />
      </RequireCustomer>
    </div>
  );
}
