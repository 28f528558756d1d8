import { paths } from '#contract/paths.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { SignedOut } from '#web/ui/signed-in.tsx';

/** The banner for visitors with links to registration and pricing. */
export function UnlockPremium() {
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
