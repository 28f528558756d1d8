import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { Link } from 'react-router';
import { formatKarachiDate } from '#core/contract/dates.ts';
import { getSubscriptionPath } from '#core/contract/paths.ts';
import { api } from '#core/web/api/api.ts';
import { LIST_STALE_MS, shouldRetry } from '#core/web/api/query-options.ts';
import { useSession } from '#core/web/session/session.ts';
import type { Elements } from '#core/web/ui/elements.ts';
import type { Subscription } from '#features/billing/contract/subscriptions.ts';
import { useSubscriptions } from '#features/billing/web/public/subscriptions/subscription-queries.ts';
import { countPremiumSignals } from '#features/signals/contract/premium-endpoints.ts';
import { ChangeButtons } from './change-buttons.tsx';

interface PausedOrOfferProps {
  className: string;
  isRendered: boolean;
  offer: Elements;
}

/** See `UnlessPaused`. */
export function PausedOrOffer({ className, isRendered, offer }: PausedOrOfferProps) {
  const { data, isError } = useSubscriptions({ pollMs: false });
  const container = useRef<HTMLDivElement>(null);
  const paused = data && findPaused(data);
  const isOffered = data || isError || isRendered;
  return (
    <div ref={container} tabIndex={-1}>
      {paused ? (
        <Paused
          className={className}
          subscription={paused}
          // The pressed button disappears.
          onChanged={() => container.current?.focus({ preventScroll: true })}
        />
      ) : (
        isOffered && offer
      )}
    </div>
  );
}

/** Returns the paused subscription of a customer who has no running one. */
function findPaused(subscriptions: readonly Subscription[]): Subscription | undefined {
  const isRunning = subscriptions.some(({ status }) => status !== 'paused' && status !== 'canceled');
  return isRunning ? undefined : subscriptions.find(({ status }) => status === 'paused');
}

interface PausedProps {
  className: string;
  subscription: Subscription;
  onChanged: () => void;
}

function Paused({ className, subscription, onChanged }: PausedProps) {
  const { id, product } = subscription;
  return (
    <section
      aria-label="Paused subscription"
      className={`rounded-box border border-s-4 border-line border-s-accent bg-surface ${className}`}
    >
      <div className="px-4 py-3 text-sm sm:px-5">
        <p className="font-semibold">Your subscription is paused</p>
        <p className="mt-0.5">
          <Link to={getSubscriptionPath(id)} className="link">
            {product.name}
          </Link>{' '}
          <span>{describePause(subscription)}</span> You are not charged and cannot see swing and investment
          signals.
        </p>
        <PremiumInProgress opens="Resume your subscription to see them." />
      </div>
      <ChangeButtons subscription={subscription} onChanged={onChanged} />
    </section>
  );
}

function describePause({ paused_at, scheduled_change }: Subscription): string {
  const since = paused_at ? `has been paused since ${formatKarachiDate(paused_at)}` : 'is paused';
  const until =
    scheduled_change?.action === 'resume'
      ? `, and resumes on ${formatKarachiDate(scheduled_change.effective_at)}`
      : '';
  return `${since}${until}.`;
}

/** How many premium signals are in progress, and what opens them: for customers without access. Nothing until it is loaded. */
export function PremiumInProgress({ opens }: { opens: string }) {
  const user = useSession();
  const { data } = useQuery({
    queryKey: ['premium-signals', user?.id],
    queryFn: () => api(countPremiumSignals, {}),
    staleTime: LIST_STALE_MS,
    retry: shouldRetry,
  });
  if (!data) return null;
  const { swing, investment } = data;
  const total = swing + investment;
  return (
    <p className="mt-1">
      <strong>
        <span translate="no">{total}</span>{' '}
        <span>
          {total === 1 ? 'premium signal is in progress now' : 'premium signals are in progress now'}
        </span>
      </strong>
      <span>{total > 0 ? `: ${swing} swing, ${investment} investment. ${opens}` : '.'}</span>
    </p>
  );
}
