import { createPageMeta } from '#web/document/page-meta.ts';
import { CallToAction } from './call-to-action.tsx';
import { FeatureLinks } from './feature-links.tsx';
import { Hero } from './hero.tsx';
import { SignalTypes } from './signal-types.tsx';

export const meta = createPageMeta({
  title: null,
  description:
    'Professional Pakistan Stock Exchange trading signals for all types of traders: entry, stop loss and targets in rupees. Intraday signals are free.',
});

export default function Home() {
  return (
    <div className="grid gap-14 sm:gap-20">
      <Hero />
      <SignalTypes />
      <FeatureLinks />
      <CallToAction />
    </div>
  );
}
