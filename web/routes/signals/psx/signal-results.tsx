import { paths } from '#contract/paths.ts';
import type { SignalType } from '#contract/signals/signal-types.ts';
import { useSession } from '#web/session/session.ts';
import { TYPE_LABELS } from '#web/signals/signal-labels.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { LoadFailure } from '#web/ui/feedback/load-failure.tsx';
import { Loading } from '#web/ui/feedback/loading.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { PakistanTime } from '#web/ui/pakistan-time.tsx';
import { SignalCard } from './signal-card.tsx';
import { type RenderedSignals, useSignals } from './use-signals.ts';

export function SignalResults({ type, rendered }: { type: SignalType; rendered: RenderedSignals | null }) {
  const user = useSession();
  const { data, isError, isFetching, isPlaceholderData, dataUpdatedAt, refetch } = useSignals(type, rendered);
  if (isError && !data) return <Failure isBusy={isFetching} onRetry={() => void refetch()} />;
  if (!data) return <Loading>Loading signals...</Loading>;

  const needsSubscription = Boolean(user) && !isPlaceholderData && !data.has_subscription;
  const isWithheld = needsSubscription && type !== 'intraday';
  const asOf = dataUpdatedAt > 0 ? new Date(dataUpdatedAt).toISOString() : rendered?.asOf;
  return (
    <>
      {needsSubscription && <FreeOnlyNotice />}
      {isWithheld && (
        <EmptyState title={`${TYPE_LABELS[type]} signals are premium`} level={3}>
          With a subscription this tab lists every {TYPE_LABELS[type]} signal in progress and those closed in
          the last 30 days, each with its entry price, stop loss and targets.
        </EmptyState>
      )}
      {isError && <Failure isBusy={isFetching} onRetry={() => void refetch()} />}
      {!isWithheld && (
        <>
          <p className="mb-4 flex flex-wrap justify-between gap-x-4 text-sm text-muted">
            <span role="status" className="font-medium text-ink">
              {`${data.count} ${data.count === 1 ? 'signal' : 'signals'} found`}
            </span>
            {asOf && (
              <span>
                Published by Tezi. As of <PakistanTime at={asOf} />
              </span>
            )}
          </p>
          {data.count === 0 ? (
            <EmptyState title="No Signals Available">
              No {TYPE_LABELS[type]} Signals are currently available. Check back later!
            </EmptyState>
          ) : (
            <ul className="grid grid-cols-1 items-stretch gap-4 md:grid-cols-2 xl:grid-cols-3">
              {data.results.map((signal) => (
                <SignalCard key={signal.id} signal={signal} />
              ))}
            </ul>
          )}
        </>
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
