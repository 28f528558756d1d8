import type { Signal } from '#contract/signals/signal.ts';
import { describeLockedIn } from '#web/signals/describe-locked-in.ts';
import { useEnteredSignals } from '#web/signals/entered-signals.ts';
import { Figures } from '#web/ui/figure.tsx';
import { CheckboxField } from '#web/ui/forms/checkbox-field.tsx';
import { enteredSignals } from '#web/watchlist/entered-account.ts';

/**
 * The state of a signal in progress whose stop has moved to the entry price or past it. Gains are locked in only for those who
 * entered, so it is shown to users who say so.
 */
export function LockedIn({ signal }: { signal: Signal }) {
  const lockedIn = describeLockedIn(signal, signal.level_changes);
  const hasEntered = useEnteredSignals().includes(signal.id);
  if (lockedIn === null) return null;
  return (
    <div className="mt-2 border-s-2 border-line-strong ps-3 text-sm">
      <CheckboxField
        label="I entered this trade"
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
