import type { ReactNode } from 'react';
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { paths } from '#core/contract/paths.ts';
import { createPageMeta } from '#core/web/document/page-meta.ts';
import { RegistrationTerms } from '#core/web/session/registration-terms.tsx';
import { Badge } from '#core/web/ui/badge.tsx';
import { Button, ButtonLink } from '#core/web/ui/button.tsx';
import type { Elements } from '#core/web/ui/elements.ts';
import { ArrowRightIcon, LockIcon } from '#core/web/ui/icons.tsx';
import { PageHeader } from '#core/web/ui/page-header.tsx';
import { SignedOut } from '#core/web/ui/signed-in.tsx';
import { UnlessPaused } from '#features/billing/web/public/subscriptions/unless-paused.tsx';
import { LazyOpenSignals } from './public/lazy-open-signals.ts';
import { loadPageResults } from './public/track-record/load-page-results.ts';
import { ResultsLine } from './public/track-record/results-line.tsx';

export { clientLoader, headers } from '#core/web/document/rendered-page.ts';

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
            Intraday signals are free. <RegistrationTerms />
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

interface MarketCardProps {
  name: string;
  /** Absent for a market that is not available yet. */
  to?: string;
  className?: string;
  children: ReactNode;
}

function MarketCard({ name, to, className = '', children }: MarketCardProps) {
  return (
    <li
      className={`relative flex min-h-44 flex-col rounded-box border p-5 ${to ? 'border-line-strong bg-surface hover:border-ink' : 'cursor-not-allowed border-dashed border-line-strong'} ${className}`}
    >
      <h2 className={`text-lg ${to ? '' : 'text-muted'}`}>
        {to ? (
          <Link to={to} className="after:absolute after:inset-0 after:rounded-box">
            {name}
          </Link>
        ) : (
          name
        )}
      </h2>
      <div className="mt-2 text-muted">{children}</div>
      {to ? (
        <p
          aria-hidden="true"
          className="mt-auto flex items-center gap-1.5 pt-4 text-sm font-semibold text-accent"
        >
          Choose a signal type
          <ArrowRightIcon />
        </p>
      ) : (
        <div className="mt-auto pt-4">
          <Button variant="secondary" size="small" disabled>
            <LockIcon className="size-3.5" />
            Coming Soon
          </Button>
        </div>
      )}
    </li>
  );
}
