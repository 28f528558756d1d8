import { useSyncExternalStore } from 'react';
import { Figures } from '#core/web/ui/figure.tsx';
import { CheckboxField } from '#core/web/ui/forms/checkbox-field.tsx';
import { enteredSignals } from '#features/accounts/web/public/watchlist/entered-account.ts';
import type { Signal } from '#features/signals/contract/signal.ts';
import { describeLockedIn } from './describe-locked-in.ts';
import { useEnteredSignals } from './public/entered-signals.ts';

/**
 * The state of a signal in progress whose stop has moved to the entry price or past it. Gains are locked in only for those who
 * entered, so it is shown to users who say so.
 */
export function LockedIn({ signal }: { signal: Signal }) {
  const lockedIn = describeLockedIn(signal, signal.level_changes);
  const hasEntered = useEnteredSignals().includes(signal.id);
  const isFailed = useSyncExternalStore(
    enteredSignals.subscribe,
    () => enteredSignals.getState() === 'failed',
    () => false,
  );
  if (lockedIn === null) return null;
  return (
    <div className="mt-2 border-s-2 border-line-strong ps-3 text-sm">
      <CheckboxField
        label="I entered this trade"
        hint={isFailed && 'Your marks could not be loaded. Reload the page to try again.'}
        isChecked={hasEntered}
        onChange={(isEntered) => void enteredSignals.set(signal.id, isEntered)}
      />
      <p role="status" className="font-semibold">
        {hasEntered && (
          <span>
            <Figures>{lockedIn}</Figures>
          </span>
        )}
      </p>
    </div>
  );
}
