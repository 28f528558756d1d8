import { Link, type LoaderFunctionArgs, useLoaderData, useRouteLoaderData } from 'react-router';
import type { SiteData } from '#core/contract/page-entry.ts';
import { paths } from '#core/contract/paths.ts';
import { createPageMeta } from '#core/web/document/page-meta.ts';
import { RegistrationTerms } from '#core/web/session/registration-terms.tsx';
import { Button, ButtonLink } from '#core/web/ui/button.tsx';
import { SignedIn, SignedOut } from '#core/web/ui/signed-in.tsx';
import { UnlessPaused } from '#features/billing/web/public/subscriptions/unless-paused.tsx';
import { loadPageResults } from '#features/signals/web/public/track-record/load-page-results.ts';
import type { RenderedResults } from '#features/signals/web/public/track-record/load-recent-results.ts';
import { ResultsLine } from '#features/signals/web/public/track-record/results-line.tsx';
import { ExampleSignal } from './example-signal.tsx';
import { SignalTypes } from './signal-types.tsx';

export { clientLoader, headers } from '#core/web/document/rendered-page.ts';

export const loader = (args: LoaderFunctionArgs) => loadPageResults(args);

export const meta = createPageMeta({
  title: null,
  description:
    'Professional Pakistan Stock Exchange trading signals for all types of traders: entry, stop loss and targets in rupees. Intraday signals are free.',
});

export default function Home() {
  const rendered = useLoaderData<typeof loader>();
  return (
    <div className="grid gap-14 sm:gap-20">
      <DemoSignIn />
      <Hero results={rendered} />
      <SignalTypes />
      <FeatureLinks />
      <UnlessPaused isRendered>
        <CallToAction />
      </UnlessPaused>
    </div>
  );
}

/** The demo's sign-ins. A plain form, so that it needs no code of the demo's page, which handles it. */
function DemoSignIn() {
  const demo = useRouteLoaderData<SiteData>('root')?.demo;
  if (!demo?.hasAccounts) return null;
  return (
    <form
      method="post"
      action={paths.demo}
      aria-label="Demo sign-in"
      className="flex flex-wrap items-center gap-2 rounded-box border border-line bg-surface px-4 py-3 text-sm max-sm:-mb-6 sm:-mb-12"
    >
      <span className="max-sm:w-full">Try the demo as</span>
      {['visitor', 'subscriber', 'administrator'].map((account) => (
        <Button key={account} type="submit" name="account" value={account} variant="secondary" size="small">
          <span className="capitalize">{account}</span>
        </Button>
      ))}
      <Link to={paths.demo} className="link sm:ms-auto">
        All accounts, clock and test cards
      </Link>
    </form>
  );
}

interface HeroProps {
  /** The results of all signals, as the server rendered them. */
  results: RenderedResults | null;
}

function Hero({ results }: HeroProps) {
  return (
    <div className="grid items-start gap-x-14 gap-y-10 lg:grid-cols-[5fr_6fr] lg:pt-6">
      <div>
        <h1 className="text-3xl tracking-tight sm:text-4xl">
          Know the entry, the stop and the targets before you trade
        </h1>
        <p className="mt-4 max-w-prose text-lg text-muted">
          Professional Pakistan Stock Exchange trading signals for all types of traders: intraday, swing and
          investment, priced in rupees, each with its time of publication.
        </p>
        <div className="mt-7 flex flex-wrap gap-3">
          <SignedOut>
            <ButtonLink to={paths.signUp}>Sign Up for Access</ButtonLink>
            <ButtonLink to={paths.intradaySignals} variant="secondary">
              See intraday signals
            </ButtonLink>
          </SignedOut>
          <SignedIn>
            <ButtonLink to={paths.today}>Access Your Dashboard</ButtonLink>
            <ButtonLink to={paths.psxSignals} variant="secondary">
              View Signals
            </ButtonLink>
            <SignedIn only="customer">
              <ButtonLink to={paths.mySubscription} variant="secondary">
                My Subscription
              </ButtonLink>
            </SignedIn>
          </SignedIn>
        </div>
        <ResultsLine name="Our record" scope={{}} rendered={results} className="mt-6" />
        <p className="mt-6 max-w-prose border-s-2 border-line-strong ps-3 text-sm text-muted">
          Results are not guaranteed. Trading involves risk and may not be suitable for all investors.
        </p>
      </div>
      <ExampleSignal />
    </div>
  );
}

function CallToAction() {
  return (
    <section
      aria-labelledby="access"
      className="offer flex flex-wrap items-center justify-between gap-x-10 gap-y-5 rounded-box border border-accent bg-accent-soft px-5 py-6 sm:px-8 sm:py-8"
    >
      <div className="max-w-2xl">
        <h2 id="access" className="text-xl">
          <SignedOut>Register to unlock premium access</SignedOut>
          <SignedIn>Swing and investment signals with a plan</SignedIn>
        </h2>
        <SignedOut>
          <p className="mt-2">
            <RegistrationTerms /> Intraday signals are free for everyone.
          </p>
        </SignedOut>
        <SignedIn>
          <p className="mt-2">
            A plan opens swing and investment signals and advanced insights. Intraday signals stay free.
          </p>
        </SignedIn>
        <p className="mt-2 text-sm">
          A signal is an opinion, not personal advice. Results are not guaranteed.
        </p>
      </div>
      <div className="flex flex-wrap gap-3">
        <SignedOut>
          <ButtonLink to={paths.signUp}>Register</ButtonLink>
        </SignedOut>
        <ButtonLink to={paths.pricing} variant="secondary">
          Compare plans
        </ButtonLink>
      </div>
    </section>
  );
}

/** Links to the pages that are open to everyone. */
function FeatureLinks() {
  return (
    <section aria-labelledby="feature-links" className="grid gap-x-14 gap-y-4 lg:grid-cols-[1fr_2fr]">
      <div>
        <h2 id="feature-links" className="text-xl">
          Market dates and news
        </h2>
        <p className="mt-2 text-muted">Free for everyone, without an account.</p>
      </div>
      <ul className="divide-y divide-line border-y border-line">
        {PAGES.map((page) => (
          <li key={page.to} className="relative grid gap-x-6 py-3 hover:bg-sunken sm:grid-cols-[12rem_1fr]">
            <Link to={page.to} className="font-semibold text-accent after:absolute after:inset-0">
              {page.name}
            </Link>
            <p className="text-muted">{page.text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

const PAGES = [
  {
    to: paths.boardMeetings,
    name: 'Board meetings',
    text: 'Dates and times of meetings about results and payouts.',
  },
  {
    to: paths.bookClosure,
    name: 'Book closures',
    text: 'Payouts, ex-dates and last buying days.',
  },
  {
    to: paths.news,
    name: 'Financial news',
    text: 'News about the market, the economy and companies.',
  },
];
