import { pageMeta } from '#web/document/page-meta.ts';
import { AccountPageToCome } from '#web/routes/account/account-page-to-come.tsx';

export const meta = pageMeta({
  title: 'My Subscriptions',
  description: 'Every subscription of your account.',
  noindex: true,
});

export default function Subscriptions() {
  return (
    <AccountPageToCome
      title="My Subscriptions"
      description="Every subscription of your account."
      items={[
        { name: 'Each subscription', detail: 'Product, status, price and next payment.' },
        { name: 'Manage', detail: 'Pause, resume, cancel, or change the payment method.' },
      ]}
    />
  );
}
