import type { SignalType } from '#contract/signals/signal-types.ts';
import { TYPE_LABELS } from '#web/signals/signal-labels.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';

interface TypeDialogProps {
  symbol: string;
  from: SignalType;
  to: SignalType;
  onConfirm: () => void;
  onClose: () => void;
}

/** Returns whether a change of the type changes who may read the signal. */
export const changesAccess = (from: SignalType, to: SignalType): boolean =>
  (from === 'intraday') !== (to === 'intraday');

/** Asks whether to make a premium signal free, or a free one premium. */
export function TypeDialog({ symbol, from, to, onConfirm, onClose }: TypeDialogProps) {
  return (
    <ConfirmDialog
      title={`Change ${symbol} from ${TYPE_LABELS[from]} to ${TYPE_LABELS[to]}?`}
      description={
        to === 'intraday'
          ? 'Everyone will see this premium signal without a subscription, with every change of its levels since it was published. It will expire at the end of its trading day.'
          : 'Only customers with premium access will see this signal. Visitors and other customers will no longer see it, and it will not expire.'
      }
      confirmLabel="Change Type"
      variant={to === 'intraday' ? 'danger' : 'primary'}
      isPending={false}
      onConfirm={onConfirm}
      onClose={onClose}
    />
  );
}
