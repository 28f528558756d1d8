import { useState } from 'react';
import { getFirstMessage, getMessagesByField } from '#contract/errors.ts';
import type { FieldErrors } from '#contract/field-errors.ts';
import { editSignal } from '#contract/signals/admin-endpoints.ts';
import { formatRupees } from '#contract/signals/price.ts';
import type { ListedAdminSignal } from '#contract/signals/signal-body.ts';
import { OVERRIDE_REASON_MIN_LENGTH } from '#contract/signals/signal-checks.ts';
import type { SignalWarning } from '#contract/signals/signal-warnings.ts';
import { validateLevelChange } from '#contract/signals/validate-levels.ts';
import { getAdminErrorMessage } from '#web/admin/admin-query.ts';
import { api } from '#web/api/api.ts';
import { ApiError } from '#web/api/call.ts';
import { PriceLevels } from '#web/signals/price-levels/price-levels.tsx';
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx';
import { notify } from '#web/ui/feedback/notify.ts';
import { TextField } from '#web/ui/forms/text-field.tsx';
import { OverrideFields } from './override-fields.tsx';
import { parsePrice } from './signal-form.ts';
import { useSignalChange } from './use-admin-signals.ts';

const NO_REASON: FieldErrors = {
  override_reason: [`Enter a reason of at least ${OVERRIDE_REASON_MIN_LENGTH} characters.`],
};

/** Moves the stop loss of a signal in progress toward profit. */
export function MoveStopDialog({ signal, onClose }: { signal: ListedAdminSignal; onClose: () => void }) {
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
    if (warnings.length > 0 && reason.trim().length < OVERRIDE_REASON_MIN_LENGTH) return setErrors(NO_REASON);
    move.mutate(stop, {
      onSuccess: onClose,
      onError: (error) => {
        if (!(error instanceof ApiError)) return;
        if (getFirstMessage(error.body, 'code') === 'signal_warnings') {
          setWarnings((error.body as { warnings: SignalWarning[] }).warnings);
          move.reset();
        } else if (error.status === 400) setErrors(getMessagesByField(error.body));
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
      <TextField
        label="New Stop Loss"
        type="number"
        inputMode="decimal"
        step="0.01"
        min="0.01"
        required
        autoComplete="off"
        data-first-focus
        className="figures text-end"
        value={typed}
        hint={`${from === 'above' ? 'Above' : 'Below'} ${formatRupees(signal.stop_loss)}${last ? ` and ${to} ${formatRupees(last)}, the last target` : ''}.`}
        error={errors.stop_loss?.[0]}
        onWheel={(event) => event.currentTarget.blur()}
        onChange={(event) => {
          setTyped(event.target.value);
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
