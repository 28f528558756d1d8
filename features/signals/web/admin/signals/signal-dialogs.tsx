import { useState } from 'react';
import type { FieldErrors } from '#core/contract/api/field-errors.ts';
import { getMessagesByField } from '#core/contract/errors.ts';
import { ConfirmedActionDialog } from '#core/web/admin/admin-forms.tsx';
import { getAdminErrorMessage, useAdminQuery } from '#core/web/admin/admin-query.ts';
import { api } from '#core/web/api/api.ts';
import { ApiError } from '#core/web/api/call.ts';
import { ConfirmDialog } from '#core/web/ui/dialogs/confirm-dialog.tsx';
import { Dialog } from '#core/web/ui/dialogs/dialog.tsx';
import { notify } from '#core/web/ui/feedback/notify.ts';
import { QueryResult } from '#core/web/ui/feedback/query-result.tsx';
import { PakistanTime } from '#core/web/ui/times/pakistan-time.tsx';
import { SecondFactorDialog } from '#features/accounts/web/public/admin/second-factor/second-factor-dialog.tsx';
import { formatRupees } from '#features/signals/contract/levels/price.ts';
import { validateLevelChange } from '#features/signals/contract/levels/validate-levels.ts';
import {
  deleteSignal,
  editSignal,
  listSignalVersions,
  type SignalVersion,
} from '#features/signals/contract/publishing/admin-endpoints.ts';
import type { AdminSignal, ListedAdminSignal } from '#features/signals/contract/publishing/signal-body.ts';
import type { SignalWarning } from '#features/signals/contract/publishing/signal-warnings.ts';
import type { SignalType } from '#features/signals/contract/signal-types.ts';
import { PriceLevels } from '#features/signals/web/price-levels/price-levels.tsx';
import {
  ORDER_LABELS,
  RISK_LABELS,
  STATUS_LABELS,
  TYPE_LABELS,
} from '#features/signals/web/public/signal-labels.ts';
import { OverrideFields } from './disclosure-fields.tsx';
import { PriceField } from './level-fields.tsx';
import { OutcomeDialog } from './outcome-dialog.tsx';
import { SignalDialog } from './signal-dialog.tsx';
import {
  getRejectedWarnings,
  listOptionalFields,
  parsePrice,
  useSignalChange,
  validateReason,
} from './signal-form.ts';
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
}

/** Renders the open dialog of the dashboard. */
export function SignalDialogs({ open, type, isApprovalRequired, onClose, onRemoved }: SignalDialogsProps) {
  const form = { isApprovalRequired, onClose };
  switch (open.kind) {
    case 'add':
      return <SignalDialog {...form} signal={null} type={type} />;
    case 'edit':
      return <SignalDialog {...form} signal={open.signal} />;
    case 'republish':
      return <SignalDialog {...form} signal={null} corrected={open.signal} onSaved={onRemoved} />;
    case 'move-stop':
      return <MoveStopDialog signal={open.signal} onClose={onClose} />;
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

/** Lists every published version of a signal, newest first: who changed it, when and what. */
function HistoryDialog({ signal, onClose }: SignalDialogProps) {
  const versions = useAdminQuery({
    queryKey: ['signal-versions', signal.id, signal.version],
    queryFn: () => api(listSignalVersions, { params: { id: signal.id } }),
  });
  return (
    <Dialog title={`History of ${signal.symbol}`} onClose={onClose} size="large">
      <QueryResult query={versions} loading="Loading…">
        {({ results }) => (
          <ol className="grid gap-4">
            {results.map((version, index) => (
              <Version key={version.version} version={version} previous={results[index + 1]} />
            ))}
          </ol>
        )}
      </QueryResult>
    </Dialog>
  );
}

const ACTIONS = { added: 'Published', updated: 'Changed', deleted: 'Deleted' } as const;

function Version({ version, previous }: { version: SignalVersion; previous: SignalVersion | undefined }) {
  const before = previous && new Map(listFields(previous.signal));
  return (
    <li className="border-s-2 border-line-strong ps-4">
      <p>
        <span className="font-semibold">{ACTIONS[version.action]}</span> by <span>{version.changed_by}</span>,{' '}
        {version.approved_by && <span>{`approved by ${version.approved_by}, `}</span>}
        <PakistanTime at={version.changed_at} />
      </p>
      {version.override && (
        <div className="mt-1 text-sm">
          <p>
            In spite of warnings, because: <span className="font-medium">{version.override.reason}</span>
          </p>
          <ul className="list-disc ps-5 text-muted">
            {version.override.warnings.map(({ code, field, message }) => (
              <li key={`${code} ${field}`}>{message}</li>
            ))}
          </ul>
        </div>
      )}
      <dl className="mt-1 text-sm">
        {listFields(version.signal).map(([name, now]) => {
          const was = before?.get(name) ?? null;
          if (previous ? now === was : now === '') return null;
          return (
            <div key={name} className="flex flex-wrap gap-x-2">
              <dt className="text-muted">{name}</dt>
              <dd className="whitespace-pre-line wrap-anywhere">
                {was !== null && (
                  <span>
                    <del className="text-muted">{was || 'none'}</del> →{' '}
                  </span>
                )}
                <span>{now || 'none'}</span>
              </dd>
            </div>
          );
        })}
      </dl>
    </li>
  );
}

const FIELDS: [string, (signal: AdminSignal) => string][] = [
  ['Stock', (signal) => signal.symbol],
  ['Type', (signal) => TYPE_LABELS[signal.signal_type]],
  ['Order', (signal) => ORDER_LABELS[signal.order_type]],
  ['Entry', (signal) => formatRupees(signal.entry_price)],
  ['Stop loss', (signal) => formatRupees(signal.stop_loss)],
  ['Targets', (signal) => signal.target_points.map(formatRupees).join(', ')],
  ['Status', (signal) => STATUS_LABELS[signal.call_status]],
  ['Leverage', (signal) => `${signal.leverage}x`],
  ['Risk', (signal) => RISK_LABELS[signal.risk_type]],
  ['Shariah', (signal) => signal.shariah_type],
  ['Title', (signal) => signal.title ?? ''],
  ['Sector', (signal) => signal.sector ?? ''],
  ['Analyst', (signal) => [signal.analyst_name, signal.analyst_registration].filter(Boolean).join(', ')],
];

const listFields = (signal: AdminSignal): [name: string, value: string][] => [
  ...FIELDS.map(([name, show]): [string, string] => [name, show(signal)]),
  ...listOptionalFields(signal).map(({ label, text }): [string, string] => [label, text]),
];
