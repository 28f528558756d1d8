import type { Signal } from '#contract/signals/signal.ts';
import { EntryVerdictLine } from '#web/signals/entry-verdict-line.tsx';
import { LockedIn } from './locked-in.tsx';

interface EntryVerdictProps {
  signal: Signal;
  /** A row of Today has small texts and no controls. */
  isInRow?: boolean;
}

/** Whether a signal can still be entered and, once its stop has moved past the entry price, what those who entered have gained. */
export const EntryVerdict = ({ signal, isInRow = false }: EntryVerdictProps) =>
  isInRow ? (
    <EntryVerdictLine signal={signal} className="mt-0.5 text-xs" />
  ) : (
    <>
      <EntryVerdictLine signal={signal} className="mt-1.5 text-sm" />
      {signal.level_changes.length > 0 && <LockedIn signal={signal} />}
    </>
  );
