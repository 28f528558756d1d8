import { pageMeta } from '#web/document/page-meta.ts';
import { SignInRequired } from '#web/routes/account/sign-in-required.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { ComingSoonItems } from '#web/ui/coming-soon.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';

export const meta = pageMeta({
  title: 'Subscription',
  description: 'One subscription of your account and what can be done with it.',
  noindex: true,
});

export default function Subscription() {
  return (
    <div className="max-w-2xl">
      <PageHeader
        title="Subscription"
        description="One subscription of your account and what can be done with it."
        actions={<Badge variant="outline">Coming Soon</Badge>}
      />
      <SignInRequired>
        <ComingSoonItems
          items={[
            { name: 'Billing period', detail: 'Start, end and next payment.' },
            { name: 'Manage', detail: 'Pause, resume, cancel, or change the payment method.' },
          ]}
        />
      </SignInRequired>
    </div>
  );
}
