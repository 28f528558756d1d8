import type { ReactNode } from 'react';
import { paths } from '#contract/paths.ts';
import { createPageMeta } from '#web/document/page-meta.ts';
import { Badge } from '#web/ui/badge.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { MarketCard } from './market-card.tsx';
import { UnlockPremium } from './unlock-premium.tsx';

export const meta = createPageMeta({
  title: 'Signals',
  description:
    'Trading signals by market: Pakistan Stock Exchange signals now, forex and crypto coming soon.',
});

export default function SignalsHub() {
  return (
    <>
      <PageHeader title="Signals" description="Choose a market." />
      <UnlockPremium />
      <ul className="grid gap-4 md:grid-cols-2 lg:grid-cols-[2fr_1fr_1fr]">
        <MarketCard name="PSX Signals" to={paths.psxSignals} className="md:max-lg:col-span-2">
          <p>Pakistan Stock Exchange, priced in rupees.</p>
          <ul className="mt-3 flex flex-wrap gap-x-5 gap-y-1 text-ink">
            <SignalTypeItem name="Intraday" badge={<Badge variant="free">FREE</Badge>} />
            <SignalTypeItem name="Swing" badge={<Badge variant="pro">PRO</Badge>} />
            <SignalTypeItem name="Investment" badge={<Badge variant="pro">PRO</Badge>} />
          </ul>
        </MarketCard>
        <MarketCard name="Forex">Major currency pairs, traded around the clock.</MarketCard>
        <MarketCard name="Crypto">Major coins against the US dollar.</MarketCard>
      </ul>
    </>
  );
}

function SignalTypeItem({ name, badge }: { name: string; badge: ReactNode }) {
  return (
    <li className="flex items-center gap-2">
      {name} {badge}
    </li>
  );
}
