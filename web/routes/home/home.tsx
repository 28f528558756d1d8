import { Link, type LoaderFunctionArgs, useLoaderData, useRouteLoaderData } from 'react-router';
import type { SiteData } from '#contract/page-entry.ts';
import { paths } from '#contract/paths.ts';
import { createPageMeta } from '#web/document/page-meta.ts';
import { UnlessPaused } from '#web/routes/subscriptions/unless-paused.tsx';
import { loadPageResults } from '#web/track-record/load-page-results.ts';
import { Button } from '#web/ui/button.tsx';
import { CallToAction } from './call-to-action.tsx';
import { FeatureLinks } from './feature-links.tsx';
import { Hero } from './hero.tsx';
import { SignalTypes } from './signal-types.tsx';

export { clientLoader, headers } from '#web/document/rendered-page.ts';

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
