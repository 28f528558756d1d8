import { pageMeta } from '#web/document/page-meta.ts';
import { Badge } from '#web/ui/badge.tsx';
import { ComingSoonItems } from '#web/ui/coming-soon.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { SignInRequired } from './sign-in-required.tsx';

export const meta = pageMeta({
  title: 'My Subscription',
  description: 'Your plan, when it renews and what it includes.',
  noindex: true,
});

export default function MySubscription() {
  return (
    <div className="max-w-2xl">
      <PageHeader
        title="My Subscription"
        description="Your plan, when it renews and what it includes."
        actions={<Badge variant="outline">Coming Soon</Badge>}
      />
      <SignInRequired>
        <ComingSoonItems
          items={[
            { name: 'Plan', detail: 'Type, status and expiry.' },
            { name: 'Payments', detail: 'Last and next payment, with billing management.' },
          ]}
        />
      </SignInRequired>
    </div>
  );
}
