import { useDeferredValue, useMemo } from 'react';
import { useLocation } from 'react-router';
import type { SignalType } from '#contract/signals/signal-types.ts';
import { toServerTime } from '#web/api/server-clock.ts';
import { LazyPremiumNotice } from '#web/routes/subscriptions/lazy-premium-notice.tsx';
import { useSession } from '#web/session/session.ts';
import { LoadFailure } from '#web/ui/feedback/load-failure.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import type { SignalFilters } from './filters.ts';
import { SignalListing } from './signal-listing.tsx';
import { type RenderedSignals, useSignals } from './use-signals.ts';

interface SignalResultsProps {
  type: SignalType;
  filters: SignalFilters;
  rendered: RenderedSignals | null;
}

export function SignalResults({ type, filters, rendered }: SignalResultsProps) {
  const user = useSession();
  const pathname = useLocation().pathname.replace(/\/+$/, '');
  const query = useSignals(type, filters, rendered);
  const { isError, isFetching, refetch } = query;
  const { data, isPlaceholderData, dataUpdatedAt } = useDeferredList(query);
  if (isError && !data) return <Failure isBusy={isFetching} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton shape="cards">Loading signals...</Skeleton>;

  const needsSubscription = Boolean(user) && !(isPlaceholderData && rendered) && !data.has_subscription;
  const needsAcceptance = data.risk_statement_required;
  const isWithheld = needsAcceptance || (needsSubscription && type !== 'intraday');
  return (
    <>
      {(needsSubscription || needsAcceptance) && <LazyPremiumNotice list={data} type={type} />}
      {isError && <Failure isBusy={isFetching} onRetry={() => void refetch()} />}
      {!isWithheld && (
        <SignalListing
          type={type}
          pathname={pathname}
          filters={filters}
          rendered={rendered}
          list={data}
          isStale={isPlaceholderData && rendered === null}
          asOf={dataUpdatedAt > 0 ? new Date(toServerTime(dataUpdatedAt)).toISOString() : rendered?.asOf}
          updatedAt={dataUpdatedAt}
        />
      )}
    </>
  );
}

type LoadedList = Pick<ReturnType<typeof useSignals>, 'data' | 'isPlaceholderData' | 'dataUpdatedAt'>;

/** Returns a list when its cards are rendered, which is done in pieces: otherwise a phone would not react until all of them are. */
function useDeferredList({ data, isPlaceholderData, dataUpdatedAt }: LoadedList): LoadedList {
  const list = useMemo(
    () => ({ data, isPlaceholderData, dataUpdatedAt }),
    [data, isPlaceholderData, dataUpdatedAt],
  );
  const deferred = useDeferredValue(list);
  // What the user may no longer read disappears at once.
  return data ? deferred : list;
}

export function Failure({ isBusy, onRetry }: { isBusy: boolean; onRetry: () => void }) {
  return (
    <LoadFailure isBusy={isBusy} onRetry={onRetry} className="mb-6">
      Failed to load signals. Please try again.
    </LoadFailure>
  );
}
