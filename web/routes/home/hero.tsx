import { paths } from '#contract/paths.ts';
import type { RenderedResults } from '#web/track-record/load-recent-results.ts';
import { ResultsLine } from '#web/track-record/results-line.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { SignedIn, SignedOut } from '#web/ui/signed-in.tsx';
import { ExampleSignal } from './example-signal.tsx';

interface HeroProps {
  /** The results of all signals, as the server rendered them. */
  results: RenderedResults | null;
}

export function Hero({ results }: HeroProps) {
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
