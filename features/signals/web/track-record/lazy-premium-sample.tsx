import { lazyWithPreload } from '#core/web/ui/lazy/lazy-with-preload.tsx';
import { WhenNear } from '#core/web/ui/lazy/when-near.tsx';
import type { PremiumSampleProps } from '#features/signals/web/public/track-record/premium-sample.tsx';

const PremiumSample = lazyWithPreload(
  async () => (await import('#features/signals/web/public/track-record/premium-sample.tsx')).PremiumSample,
);

/** `PremiumSample`, loaded when it is about to be seen. */
export const LazyPremiumSample = (props: PremiumSampleProps) => (
  <WhenNear code={PremiumSample} isRendered={Boolean(props.rendered)} name="a signal">
    <PremiumSample {...props} />
  </WhenNear>
);
