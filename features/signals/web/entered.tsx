import { useSyncExternalStore } from 'react';
import { useSession } from '#core/web/session/session.ts';
import { Figures } from '#core/web/ui/figure.tsx';
import { CheckboxField } from '#core/web/ui/forms/checkbox-field.tsx';
import { LazyContent } from '#core/web/ui/lazy/lazy-content.tsx';
import { enteredSignals } from '#features/accounts/web/public/watchlist/entered-account.ts';
import type { Signal } from '#features/signals/contract/signal.ts';
import { describeLockedIn } from './describe-locked-in.ts';
import { AddToPositions } from './lazy-add-to-positions.tsx';
import { useEnteredSignals } from './public/entered-signals.ts';
import { isActiveSignal } from './public/signal-labels.ts';

/**
 * For a signal that the user may have entered: customers add a purchase to their positions, also once it has ended, or only mark the signal.
 * Gains that a moved stop has locked in are only those of users who entered, so visitors can mark such a signal too.
 */
export function Entered({ signal }: { signal: Signal }) {
  const user = useSession();
  const canAdd = signal.order_type === 'buy' && Boolean(user && !user.isAdmin);
  const lockedIn = isActiveSignal(signal) ? describeLockedIn(signal, signal.level_changes) : null;
  const hasEntered = useEnteredSignals().includes(signal.id);
  const isFailed = useSyncExternalStore(
    enteredSignals.subscribe,
    () => enteredSignals.getState() === 'failed',
    () => false,
  );
  if (lockedIn === null && !canAdd) return null;
  return (
    <div className="mt-2 border-s-2 border-line-strong ps-3 text-sm">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        {canAdd && <LazyContent code={AddToPositions} props={{ signal }} />}
        <CheckboxField
          label={canAdd ? 'I entered this trade (only a mark)' : 'I entered this trade'}
          hint={isFailed && 'Your marks could not be loaded. Reload the page to try again.'}
          isChecked={hasEntered}
          onChange={(isEntered) => void enteredSignals.set(signal.id, isEntered)}
        />
      </div>
      <p role="status" className="font-semibold">
        {hasEntered && lockedIn !== null && (
          <span>
            <Figures>{lockedIn}</Figures>
          </span>
        )}
      </p>
    </div>
  );
}
