import { useState } from 'react';
import type { FieldErrors } from '#core/contract/api/field-errors.ts';
import { getMessagesByField } from '#core/contract/errors.ts';
import { ConfirmedActionDialog } from '#core/web/admin/admin-forms.tsx';
import { getAdminErrorMessage } from '#core/web/admin/admin-query.ts';
import { api } from '#core/web/api/api.ts';
import { ApiError } from '#core/web/api/call.ts';
import { ConfirmDialog } from '#core/web/ui/dialogs/confirm-dialog.tsx';
import { notify } from '#core/web/ui/feedback/notify.ts';
import { SecondFactorDialog } from '#features/accounts/web/public/admin/second-factor/second-factor-dialog.tsx';
import { formatRupees } from '#features/signals/contract/levels/price.ts';
import { validateLevelChange } from '#features/signals/contract/levels/validate-levels.ts';
import { deleteSignal, editSignal } from '#features/signals/contract/publishing/admin-endpoints.ts';
import type { ListedAdminSignal } from '#features/signals/contract/publishing/signal-body.ts';
import { OVERRIDE_REASON_MAX_LENGTH } from '#features/signals/contract/publishing/signal-checks.ts';
import type { SignalWarning } from '#features/signals/contract/publishing/signal-warnings.ts';
import type { SignalType } from '#features/signals/contract/signal-types.ts';
import { PriceLevels } from '#features/signals/web/price-levels/price-levels.tsx';
import { OverrideFields } from './disclosure-fields.tsx';
import { PriceField } from './level-fields.tsx';
import { OutcomeDialog } from './outcome-dialog.tsx';
import { AUDIENCES } from './publication.tsx';
import { SignalDialog } from './signal-dialog.tsx';
import { getRejectedWarnings, parsePrice, useSignalChange, validateReason } from './signal-form.ts';
import { HistoryDialog } from './signal-history.tsx';
import type { SignalAction } from './signal-table.tsx';

export type OpenDialog =
  | { kind: 'add' | 'second-factor' }
  | { kind: SignalAction; signal: ListedAdminSignal };

interface SignalDialogsProps {
  open: OpenDialog;
  /** The type of a new signal. */
  type: SignalType;
  isApprovalRequired: boolean;
  onClose: () => void;
  /** The pressed button is gone, or will be. */
  onRemoved: () => void;
  onPublished: (type: SignalType) => void;
}

/** Renders the open dialog of the dashboard. */
export function SignalDialogs({
  open,
  type,
  isApprovalRequired,
  onClose,
  onRemoved,
  onPublished,
}: SignalDialogsProps) {
  const form = { isApprovalRequired, onClose, onPublished };
  switch (open.kind) {
    case 'add':
      return <SignalDialog {...form} signal={null} type={type} />;
    case 'edit':
      return <SignalDialog {...form} signal={open.signal} />;
    case 'republish':
      return <SignalDialog {...form} signal={null} corrected={open.signal} onSaved={onRemoved} />;
    case 'move-stop':
      return <MoveStopDialog signal={open.signal} onClose={onClose} />;
    case 'close':
      return <CloseDialog signal={open.signal} onClose={onClose} />;
    case 'outcome':
      return <OutcomeDialog signal={open.signal} onClose={onClose} />;
    case 'delete':
      return <DeleteDialog signal={open.signal} onClose={onClose} onDone={onRemoved} />;
    case 'history':
      return <HistoryDialog signal={open.signal} onClose={onClose} />;
    case 'second-factor':
      return <SecondFactorDialog onClose={onClose} />;
  }
}

interface SignalDialogProps {
  signal: ListedAdminSignal;
  onClose: () => void;
}

function DeleteDialog({ signal: { id, symbol }, ...rest }: SignalDialogProps & { onDone: () => void }) {
  const deletion = useSignalChange(() => api(deleteSignal, { params: { id } }));
  return (
    <ConfirmedActionDialog
      title="Delete signal"
      description={
        <>
          <p>{`Are you sure you want to delete the signal for ${symbol}?`}</p>
          <p className="mt-2">The public record keeps the signal.</p>
        </>
      }
      confirmLabel="Delete"
      run={() => deletion.mutateAsync(undefined)}
      failureTitle="Failed to delete signal"
      success={['Signal Deleted', `${symbol} is no longer shown. Its history is preserved.`]}
      {...rest}
    />
  );
}

/** Moves the stop loss of a signal in progress toward profit. */
function MoveStopDialog({ signal, onClose }: SignalDialogProps) {
  const [typed, setTyped] = useState('');
  const [reason, setReason] = useState('');
  const [errors, setErrors] = useState<FieldErrors>({});
  const [warnings, setWarnings] = useState<SignalWarning[]>([]);
  const move = useSignalChange(
    (stop_loss: string) =>
      api(editSignal, {
        params: { id: signal.id },
        body: {
          stop_loss,
          expected_version: signal.version,
          // It was given for the warnings that are shown.
          ...(warnings.length > 0 && { override_reason: reason }),
        },
      }),
    (_, stop_loss) =>
      notify.success('Stop Moved', `The stop loss of ${signal.symbol} is ${formatRupees(stop_loss)} now.`),
  );
  const stop = parsePrice(typed);
  const last = signal.target_points.at(-1);
  const [from, to] = signal.order_type === 'buy' ? ['above', 'below'] : ['below', 'above'];

  const found: FieldErrors =
    stop === null
      ? { stop_loss: ['Enter a price.'] }
      : stop === signal.stop_loss
        ? { stop_loss: ['This is the current stop loss.'] }
        : validateLevelChange({ ...signal, stop_loss: stop }, signal);
  const isValid = stop !== null && Object.keys(found).length === 0;

  const submit = () => {
    move.reset();
    setErrors(found);
    if (!isValid) return;
    const noReason = warnings.length > 0 && validateReason(reason);
    if (noReason) return setErrors(noReason);
    move.mutate(stop, {
      onSuccess: onClose,
      onError: (error) => {
        const rejected = getRejectedWarnings(error);
        if (rejected) {
          setWarnings(rejected);
          move.reset();
        } else if (error instanceof ApiError && error.status === 400)
          setErrors(getMessagesByField(error.body));
      },
    });
  };

  const hasFieldErrors = Object.keys(errors).length > 0;
  return (
    <ConfirmDialog
      title={`Move stop: ${signal.symbol}`}
      description="Traders see the new stop loss with the time of the change. It cannot be moved back. The record applies it from the next opening of the market."
      confirmLabel="Move Stop"
      pendingLabel="Moving…"
      variant="primary"
      isPending={move.isPending}
      error={move.error && !hasFieldErrors ? getAdminErrorMessage(move.error) : null}
      onConfirm={submit}
      onClose={onClose}
    >
      <PriceLevels levels={signal.published_levels} currentStop={isValid ? stop : signal.stop_loss} />
      <PriceField
        label="New Stop Loss"
        data-first-focus
        value={typed}
        hint={`${from === 'above' ? 'Above' : 'Below'} ${formatRupees(signal.stop_loss)}${last ? ` and ${to} ${formatRupees(last)}, the last target` : ''}.`}
        error={errors.stop_loss?.[0]}
        onChange={({ target }) => {
          setTyped(target.value);
          setErrors({});
          setWarnings([]);
        }}
      />
      {warnings.length > 0 && (
        <OverrideFields
          warnings={warnings}
          reason={reason}
          error={errors.override_reason?.[0]}
          onChange={setReason}
        />
      )}
    </ConfirmDialog>
  );
}

/** Closes a signal in progress. The reason is for administrators: traders see that the analyst closed it. */
function CloseDialog({ signal: { id, symbol, signal_type, version }, onClose }: SignalDialogProps) {
  const closing = useSignalChange((override_reason: string) =>
    api(editSignal, {
      params: { id },
      body: { call_status: 'closed', expected_version: version, override_reason },
    }),
  );
  return (
    <ConfirmedActionDialog
      title={`Close: ${symbol}`}
      description={
        <>
          <p>{`${AUDIENCES[signal_type]} will see at once that the signal is closed, and alerts go out.`}</p>
          <p className="mt-2">In the record it takes effect at the close of the trading day.</p>
        </>
      }
      confirmLabel="Close Signal"
      pendingLabel="Closing…"
      variant="primary"
      field={{
        label: 'Reason',
        name: 'override_reason',
        maxLength: OVERRIDE_REASON_MAX_LENGTH,
        hint: 'Kept in the history of the signal and in the audit log.',
      }}
      run={(reason) => closing.mutateAsync(reason)}
      success={['Signal Closed', `${symbol} is closed.`]}
      onClose={onClose}
      onDone={onClose}
    />
  );
}
