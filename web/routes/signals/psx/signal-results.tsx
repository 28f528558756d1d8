import { useLocation } from 'react-router';
import { paths } from '#contract/paths.ts';
import type { SignalType } from '#contract/signals/signal-types.ts';
import { toServerTime } from '#web/api/server-clock.ts';
import { UnlessPaused } from '#web/routes/subscriptions/unless-paused.tsx';
import { useSession } from '#web/session/session.ts';
import { TYPE_LABELS } from '#web/signals/signal-labels.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { LoadFailure } from '#web/ui/feedback/load-failure.tsx';
import { Loading } from '#web/ui/feedback/loading.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
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
  const { data, isError, isFetching, isPlaceholderData, dataUpdatedAt, refetch } = useSignals(
    type,
    filters,
    rendered,
  );
  if (isError && !data) return <Failure isBusy={isFetching} onRetry={() => void refetch()} />;
  if (!data) return <Loading>Loading signals...</Loading>;

  const needsSubscription = Boolean(user) && !(isPlaceholderData && rendered) && !data.has_subscription;
  const isWithheld = needsSubscription && type !== 'intraday';
  return (
    <>
      {needsSubscription && (
        <UnlessPaused className="mb-6">
          <FreeOnlyNotice />
        </UnlessPaused>
      )}
      {isWithheld && (
        <EmptyState title={`${TYPE_LABELS[type]} signals are premium`} level={3}>
          With a subscription this tab lists every {TYPE_LABELS[type]} active signal and those that ended in
          the last 30 days, each with its entry price, stop loss and targets.
        </EmptyState>
      )}
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

export function Failure({ isBusy, onRetry }: { isBusy: boolean; onRetry: () => void }) {
  return (
    <LoadFailure isBusy={isBusy} onRetry={onRetry} className="mb-6">
      Failed to load signals. Please try again.
    </LoadFailure>
  );
}

function FreeOnlyNotice() {
  return (
    <Notice
      tone="warning"
      className="mb-6"
      action={
        <ButtonLink to={paths.pricing} variant="secondary">
          View Plans
        </ButtonLink>
      }
    >
      You're viewing free signals only. Upgrade to premium to access Swing and Investment signals.
    </Notice>
  );
}
