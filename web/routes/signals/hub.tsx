import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { paths } from '#contract/paths.ts';
import { createPageMeta } from '#web/document/page-meta.ts';
import { UnlessPaused } from '#web/routes/subscriptions/unless-paused.tsx';
import { loadPageResults } from '#web/track-record/load-page-results.ts';
import { ResultsLine } from '#web/track-record/results-line.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import type { Elements } from '#web/ui/elements.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import { SignedOut } from '#web/ui/signed-in.tsx';
import { LazyOpenSignals } from './lazy-open-signals.ts';
import { MarketCard } from './market-card.tsx';

export { clientLoader, headers } from '#web/document/rendered-page.ts';

export const loader = (args: LoaderFunctionArgs) => loadPageResults(args);

export const meta = createPageMeta({
  title: 'Signals',
  description:
    'Trading signals by market: Pakistan Stock Exchange signals now, forex and crypto coming soon.',
});

export default function SignalsHub() {
  const rendered = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader title="Signals" description="Choose a market." />
      <ResultsLine name="Our record" scope={{}} rendered={rendered} className="-mt-3 mb-6" />
      <UnlockPremium />
      <UnlessPaused className="mb-6" />
      <ul className="grid gap-4 md:grid-cols-2 lg:grid-cols-[2fr_1fr_1fr]">
        <MarketCard name="PSX Signals" to={paths.psxSignals} className="md:max-lg:col-span-2">
          <p>Pakistan Stock Exchange, priced in rupees.</p>
          <ul className="mt-3 flex flex-wrap gap-x-5 gap-y-1 text-ink">
            <SignalTypeItem
              name="Intraday"
              to={paths.intradaySignals}
              badge={<Badge variant="free">FREE</Badge>}
            />
            <SignalTypeItem name="Swing" to={paths.swingSignals} badge={<Badge variant="pro">PRO</Badge>} />
            <SignalTypeItem
              name="Investment"
              to={paths.investmentSignals}
              badge={<Badge variant="pro">PRO</Badge>}
            />
          </ul>
          <p className="with-scripts mt-3">
            Active intraday signals: <LazyOpenSignals />
          </p>
        </MarketCard>
        <MarketCard name="Forex">Major currency pairs, traded around the clock.</MarketCard>
        <MarketCard name="Crypto">Major coins against the US dollar.</MarketCard>
      </ul>
    </>
  );
}

interface SignalTypeItemProps {
  name: string;
  to: string;
  badge: Elements;
}

/** Above the link that covers the card. */
function SignalTypeItem({ name, to, badge }: SignalTypeItemProps) {
  return (
    <li className="relative flex min-h-8 items-center gap-2">
      <Link to={to} className="link" aria-label={`${name} signals`}>
        {name}
      </Link>
      {badge}
    </li>
  );
}

/** The banner for visitors with links to registration and pricing. */
function UnlockPremium() {
  return (
    <SignedOut>
      <section
        aria-labelledby="unlock-premium"
        className="mb-6 flex flex-wrap items-center justify-between gap-x-8 gap-y-4 rounded-box border border-accent bg-accent-soft px-5 py-4"
      >
        <div className="max-w-2xl">
          <h2 id="unlock-premium" className="text-base">
            Unlock premium signals
          </h2>
          <p className="mt-0.5">
            Intraday signals are free. Swing and investment signals need an account, which is free, and a
            premium plan.
          </p>
        </div>
        <div className="flex flex-wrap gap-3">
          <ButtonLink to={paths.signUp}>Register</ButtonLink>
          <ButtonLink to={paths.pricing} variant="secondary">
            View Pricing
          </ButtonLink>
        </div>
      </section>
    </SignedOut>
  );
}
