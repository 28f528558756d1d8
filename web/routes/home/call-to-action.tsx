import { paths } from '#contract/paths.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { SignedIn, SignedOut } from '#web/ui/signed-in.tsx';

export function CallToAction() {
  return (
    <section
      aria-labelledby="access"
      className="flex flex-wrap items-center justify-between gap-x-10 gap-y-5 rounded-box border border-accent bg-accent-soft px-5 py-6 sm:px-8 sm:py-8"
    >
      <div className="max-w-2xl">
        <h2 id="access" className="text-xl">
          <SignedOut>Register to unlock premium access</SignedOut>
          <SignedIn>Swing and investment signals with a plan</SignedIn>
        </h2>
        <SignedOut>
          <p className="mt-2">
            Registration includes premium access: swing and investment signals and advanced insights, for as
            long as a plan is active. The account and intraday signals are free.
          </p>
        </SignedOut>
        <SignedIn>
          <p className="mt-2">
            Premium access lasts as long as a plan is active: swing and investment signals and advanced
            insights. Intraday signals stay free.
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
