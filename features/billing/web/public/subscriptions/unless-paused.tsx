import { useSession } from '#core/web/session/session.ts';
import type { Elements } from '#core/web/ui/elements.ts';
import { lazyWithPreload, useLazyCode } from '#core/web/ui/lazy/lazy-with-preload.tsx';

/** Public pages load this code for customers only. */
const PausedOrOffer = lazyWithPreload(
  async () => (await import('#features/billing/web/subscriptions/paused-or-offer.tsx')).PausedOrOffer,
);

interface UnlessPausedProps {
  className?: string;
  /** Shows the offer until it is known whether the subscription is paused, so that a rendered page does not flicker. */
  isRendered?: boolean;
  /** An offer of premium. */
  children?: Elements;
}

/**
 * Shows an offer of premium. A customer whose subscription is paused sees that instead, with Resume and Cancel: a second
 * subscription would be paid for without any benefit.
 */
export function UnlessPaused({ className = '', isRendered = false, children = null }: UnlessPausedProps) {
  const user = useSession();
  const isCustomer = Boolean(user && !user.isAdmin);
  const { isLoaded, isFailed } = useLazyCode(PausedOrOffer, isCustomer);
  if (!isCustomer || isFailed) return children;
  if (!isLoaded) return isRendered ? children : null;
  return <PausedOrOffer className={className} isRendered={isRendered} offer={children} />;
}
