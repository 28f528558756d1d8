import type { SignalType } from '#contract/signals/signal-types.ts';
import { TYPE_LABELS } from '#web/signals/signal-labels.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';

interface NoSignalsProps {
  type: SignalType;
  isFiltered: boolean;
  clearUrl: string;
}

/** Replaces an empty list of signals. */
export function NoSignals({ type, isFiltered, clearUrl }: NoSignalsProps) {
  if (!isFiltered)
    return (
      <EmptyState title="No Signals Available">
        No {TYPE_LABELS[type]} Signals are currently available. Check back later!
      </EmptyState>
    );
  return (
    <EmptyState
      title="No signals match your filters"
      action={
        <ButtonLink to={clearUrl} preventScrollReset variant="secondary">
          Clear all filters
        </ButtonLink>
      }
    >
      Change the filters, clear them to see all {TYPE_LABELS[type]} signals, or open another tab, which keeps
      them.
    </EmptyState>
  );
}
