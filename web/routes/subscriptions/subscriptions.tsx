import { pageMeta } from '#web/document/page-meta.ts';
import { SignInRequired } from '#web/routes/account/sign-in-required.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { ComingSoonItems } from '#web/ui/coming-soon.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';

export const meta = pageMeta({
  title: 'My Subscriptions',
  description: 'Every subscription of your account.',
  noindex: true,
});

export default function Subscriptions() {
  return (
    <div className="max-w-2xl">
      <PageHeader
        title="My Subscriptions"
        description="Every subscription of your account."
        actions={<Badge variant="outline">Coming Soon</Badge>}
      />
      <SignInRequired>
        <ComingSoonItems
          items={[
            { name: 'Each subscription', detail: 'Product, status, price and next payment.' },
            { name: 'Manage', detail: 'Pause, resume, cancel, or change the payment method.' },
          ]}
        />
      </SignInRequired>
    </div>
  );
}
