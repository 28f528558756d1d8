import { LoadFailure } from '#core/web/ui/feedback/load-failure.tsx';
import { lazyWithPreload, useLazyCode } from '#core/web/ui/lazy/lazy-with-preload.tsx';
import type { PremiumNoticeProps } from '#features/billing/web/subscriptions/premium-notice.tsx';

/** Public pages load this code for customers only. */
const PremiumNotice = lazyWithPreload(
  async () => (await import('#features/billing/web/subscriptions/premium-notice.tsx')).PremiumNotice,
);

export function LazyPremiumNotice(props: PremiumNoticeProps) {
  const { isLoaded, isFailed, retry } = useLazyCode(PremiumNotice, true);
  if (isFailed) return <LoadFailure onRetry={retry}>This part failed to load.</LoadFailure>;
  return isLoaded && <PremiumNotice {...props} />;
}
