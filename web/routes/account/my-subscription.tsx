import { pageMeta } from '#web/document/page-meta.ts';
import { AccountPageToCome } from './account-page-to-come.tsx';

export const meta = pageMeta({
  title: 'My Subscription',
  description: 'Your plan, when it renews and what it includes.',
  noindex: true,
});

export default function MySubscription() {
  return (
    <AccountPageToCome
      title="My Subscription"
      description="Your plan, when it renews and what it includes."
      items={[
        { name: 'Plan', detail: 'Type, status and expiry.' },
        { name: 'Payments', detail: 'Last and next payment, with billing management.' },
      ]}
    />
  );
}
