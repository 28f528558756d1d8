import { getSignalPath, paths } from '#contract/paths.ts';
import type { SignalDetails } from '#contract/track-record/signal-details.ts';
import { UnlessPaused } from '#web/routes/subscriptions/unless-paused.tsx';
import { useSignUpPath } from '#web/session/use-sign-up-path.ts';
import { TYPE_LABELS } from '#web/signals/signal-labels.ts';
import { LazyPremiumSample } from '#web/track-record/lazy-premium-sample.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { LockIcon } from '#web/ui/icons.tsx';
import { SignedIn, SignedOut } from '#web/ui/signed-in.tsx';

/** A premium signal for users who may not read it: only its type, and how to get access. */
export function LockedSignal({ details: { id, signal_type, release_days } }: { details: SignalDetails }) {
  const signUp = useSignUpPath(getSignalPath(id));
  const type = TYPE_LABELS[signal_type];
  return (
    <div className="max-w-2xl">
      <h1 className="flex flex-wrap items-center gap-x-3 gap-y-1 text-2xl">
        <LockIcon className="size-5" />
        <span>{`${type} signal`}</span>
        <Badge variant="pro">PRO</Badge>
      </h1>
      <p className="mt-3">
        <span>{type}</span> signals are premium. Subscribers see the symbol, the entry price, the stop loss,
        the targets and the timeline of this signal.
      </p>
      <p className="mt-2 text-muted">
        It becomes public, with its result, <span>{describeRelease(release_days)}</span>. Results that are
        public already are part of the performance statistics.
      </p>
      <SignedOut>
        <Notice className="mt-6" action={<ButtonLink to={signUp}>Sign up</ButtonLink>}>
          Create a free account, then choose a premium plan to read this signal.
        </Notice>
      </SignedOut>
      <SignedIn>
        <UnlessPaused className="mt-6" isRendered>
          <Notice
            tone="warning"
            className="mt-6"
            action={
              <ButtonLink to={paths.pricing} variant="secondary">
                View Plans
              </ButtonLink>
            }
          >
            Upgrade to premium to read Swing and Investment signals.
          </Notice>
        </UnlessPaused>
      </SignedIn>
      <LazyPremiumSample className="mt-6" />
      <p className="mt-6 flex flex-wrap gap-3">
        <ButtonLink to={paths.intradaySignals} variant="secondary">
          Free intraday signals
        </ButtonLink>
        <ButtonLink to={paths.performance} variant="secondary">
          Performance
        </ButtonLink>
      </p>
    </div>
  );
}

function describeRelease(days: number): string {
  if (days === 0) return 'on the day of its end';
  return `${days} ${days === 1 ? 'day' : 'days'} after its end`;
}
