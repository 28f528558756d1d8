import { pageMeta } from '#web/document/page-meta.ts';
import { AccountPageToCome } from '#web/routes/account/account-page-to-come.tsx';

export const meta = pageMeta({
  title: 'Subscription',
  description: 'One subscription of your account and what can be done with it.',
  noindex: true,
});

export default function Subscription() {
  return (
    <AccountPageToCome
      title="Subscription"
      description="One subscription of your account and what can be done with it."
      items={[
        { name: 'Billing period', detail: 'Start, end and next payment.' },
        { name: 'Manage', detail: 'Pause, resume, cancel, or change the payment method.' },
      ]}
    />
  );
}
