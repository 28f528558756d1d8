import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { createPageMeta } from '#web/document/page-meta.ts';
import { UnlessPaused } from '#web/routes/subscriptions/unless-paused.tsx';
import { loadPageResults } from '#web/track-record/load-recent-results.ts';
import { CallToAction } from './call-to-action.tsx';
import { DemoSignIn } from './demo-sign-in.tsx';
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
