import { memo } from 'react';
import type { Signal } from '#features/signals/contract/signal.ts';
import { SignalCard } from '#features/signals/web/psx/signal-card.tsx';

interface SignalCardsProps {
  /** The accessible name; absent where a heading names the list. */
  label?: string;
  signals: readonly Signal[];
}

/** The signals as cards. They are not rendered again when the page learns who the user is, right after its hydration. */
export const SignalCards = memo(function SignalCards({ label, signals }: SignalCardsProps) {
  return (
    <ul aria-label={label} className="grid grid-cols-1 items-stretch gap-4 md:grid-cols-2 xl:grid-cols-3">
      {signals.map((signal) => (
        <SignalCard key={signal.id} signal={signal} />
      ))}
    </ul>
  );
});
