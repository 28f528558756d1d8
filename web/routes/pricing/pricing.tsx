import { pageMeta } from '#web/document/page-meta.ts';
import { ComingSoon } from '#web/ui/coming-soon.tsx';

export const meta = pageMeta({
  title: 'Pricing',
  description: 'Plans for swing and investment signals on the Pakistan Stock Exchange, monthly or yearly.',
});

export default function Pricing() {
  return (
    <ComingSoon
      title="Pricing"
      description="Plans that unlock swing and investment signals. Intraday signals are free."
      items={[
        {
          name: 'Every plan',
          detail: 'Professional Trading Signals, Real-time Market Analysis, Advanced Chart Tools.',
        },
        { name: 'Intermediate', detail: 'Everything above, with Priority Support.' },
        { name: 'Pro', detail: 'Everything above, with 24/7 Premium Support and Custom Indicators.' },
        { name: 'Billing', detail: 'Monthly, or yearly and save 20%.' },
      ]}
    />
  );
}
