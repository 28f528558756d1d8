import { formatShortDate } from '#contract/dates.ts';
import { formatRupees } from '#contract/signals/price.ts';
import type { ListedAdminSignal } from '#contract/signals/signal-body.ts';
import { describeState, getStateLabel } from '#contract/signals/signal-state.ts';
import type { AdminOutcome } from '#contract/track-record/decisions.ts';
import { RowAction, RowMenu } from '#web/admin/row-action.tsx';
import { isActiveSignal, PRICE_STATUS_LABELS, STATUS_LABELS } from '#web/signals/signal-labels.ts';
import { Badge, OldMark } from '#web/ui/badge.tsx';
import { Figure } from '#web/ui/figure.tsx';
import { PakistanTime } from '#web/ui/times/pakistan-time.tsx';
import { describeDecision, describeEvaluated } from './outcome/outcome-labels.ts';
import { useOutcomes } from './outcome/use-outcomes.ts';
import type { SignalAction } from './signal-dialogs.tsx';

interface SignalTableProps {
  signals: readonly ListedAdminSignal[];
  onOpen: (kind: SignalAction, signal: ListedAdminSignal) => void;
}

/** Shows each signal as a row on wide screens and as a card on narrow ones. */
export function SignalTable({ signals, onOpen }: SignalTableProps) {
  const { outcomes } = useOutcomes(signals);
  return (
    <table className="w-full text-sm max-lg:block">
      <thead className="text-start text-xs text-muted max-lg:sr-only">
        <tr className="border-b border-line">
          <th scope="col" className="py-2 pe-4 font-medium">
            Stock
          </th>
          <th scope="col" className="py-2 pe-4 text-end font-medium">
            Entry Price
          </th>
          <th scope="col" className="py-2 pe-4 text-end font-medium">
            Stop Loss
          </th>
          <th scope="col" className="py-2 pe-4 text-end font-medium">
            Targets
          </th>
          <th scope="col" className="py-2 pe-4 font-medium">
            Status
          </th>
          <th scope="col" className="py-2 pe-4 font-medium">
            Created
          </th>
          <th scope="col" className="py-2 text-end font-medium">
            <span className="sr-only">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody className="max-lg:grid max-lg:grid-cols-1 max-lg:gap-3">
        {signals.map((signal) => (
          <Row key={signal.id} signal={signal} outcome={outcomes.get(signal.id)} onOpen={onOpen} />
        ))}
      </tbody>
    </table>
  );
}

const FIGURES = 'figures text-end whitespace-normal wrap-anywhere';

const CELL =
  'py-2.5 align-top max-lg:flex max-lg:items-baseline max-lg:justify-between max-lg:gap-4 max-lg:py-1 lg:pe-4 ' +
  'max-lg:before:text-muted max-lg:before:content-[attr(data-label)]';

interface RowProps {
  signal: ListedAdminSignal;
  /** `undefined` until it is loaded, and before the first evaluation. */
  outcome: AdminOutcome | undefined;
  onOpen: SignalTableProps['onOpen'];
}

function Row({ signal, outcome, onOpen }: RowProps) {
  const [primary, ...others] = listActions(signal, outcome).map((kind) => (
    <RowAction key={kind} row={signal.symbol} onClick={() => onOpen(kind, signal)}>
      {LABELS[kind]}
    </RowAction>
  ));
  return (
    <tr
      data-signal={signal.id}
      className="border-line max-lg:block max-lg:rounded-box max-lg:border max-lg:bg-surface max-lg:p-4 lg:border-b"
    >
      <th
        scope="row"
        className="py-2.5 pe-4 text-start align-top font-normal wrap-anywhere max-lg:block lg:min-w-32 max-lg:pt-0"
      >
        <span className="font-semibold" translate="no">
          {signal.symbol}
        </span>
        {signal.order_type === 'sell' && (
          <span className="ms-2">
            <Badge variant="outline">Sell</Badge>
          </span>
        )}
        {signal.title && <span className="block max-w-64 text-muted">{signal.title}</span>}
      </th>
      <td data-label="Entry Price" className={`${CELL} ${FIGURES} lg:min-w-27`}>
        {formatRupees(signal.entry_price)}
      </td>
      <td data-label="Stop Loss" className={`${CELL} ${FIGURES} lg:min-w-27`}>
        {formatRupees(signal.stop_loss)}
      </td>
      <td data-label="Targets" className={`${CELL} ${FIGURES} lg:min-w-36`}>
        <ol className="grid gap-0.5">
          {signal.target_points.map((price, index) => (
            <li key={price}>
              <span className="text-xs text-muted">{`TP${index + 1}`}</span>{' '}
              <span>{formatRupees(price)}</span>
            </li>
          ))}
        </ol>
      </td>
      <td data-label="Status" className={CELL}>
        <span className="max-lg:text-end">
          <Badge variant={isActiveSignal(signal) ? 'active' : 'muted'}>
            {STATUS_LABELS[signal.call_status]}
          </Badge>
          <span className="block text-xs font-medium">{getStateLabel(signal.state)}</span>
          {signal.state.is_old && (
            <span className="block max-w-40 text-xs text-warning">{describeState(signal.state)}</span>
          )}
          {signal.is_expired && signal.expires_at && (
            <span className="block text-xs text-muted">
              <PakistanTime at={signal.expires_at} />
            </span>
          )}
          {signal.last_close && (
            <span className="block text-xs text-muted">
              Last close <Figure>{formatRupees(signal.last_close.close)}</Figure>
              <span className="block">
                <span>{formatShortDate(signal.last_close.date)}</span>
                <OldMark last={signal.last_close} />
              </span>
            </span>
          )}
          {signal.price_status && (
            <span className="block max-w-40 text-xs font-semibold">
              {PRICE_STATUS_LABELS[signal.price_status]}
            </span>
          )}
          {outcome && <OutcomeLine outcome={outcome} />}
        </span>
      </td>
      <td data-label="Created" className={CELL}>
        <span>
          <PakistanTime at={signal.created_at} />
          {signal.changed_at && (
            <span className="block text-xs text-muted lg:whitespace-nowrap">
              Changed <PakistanTime at={signal.changed_at} />
            </span>
          )}
        </span>
      </td>
      <td className="py-2 align-top max-lg:block max-lg:pt-3 max-lg:pb-0">
        <div className="flex justify-end gap-2">
          {primary}
          <RowMenu row={signal.symbol}>{others}</RowMenu>
        </div>
      </td>
    </tr>
  );
}

function OutcomeLine({ outcome: { evaluated, decision } }: { outcome: AdminOutcome }) {
  return (
    <span className="block max-w-56 text-xs">
      {decision && (
        <span className="mt-1 block">
          <Badge variant="warning">{describeDecision(decision)}</Badge>
        </span>
      )}
      {evaluated && (
        <span className={decision ? 'block text-muted' : 'block'}>
          Result: <span>{describeEvaluated(evaluated)}</span>
        </span>
      )}
    </span>
  );
}

const LABELS: Record<SignalAction, string> = {
  edit: 'Edit',
  'move-stop': 'Move Stop',
  outcome: 'Outcome',
  history: 'History',
  republish: 'Void and Republish',
  delete: 'Delete',
};

/** Returns the actions, the primary one first: the outcome of a signal that is closed or waits for a decision. */
function listActions(signal: ListedAdminSignal, outcome: AdminOutcome | undefined): SignalAction[] {
  const isActive = isActiveSignal(signal);
  const actions = (Object.keys(LABELS) as SignalAction[]).filter(
    (action) =>
      (action !== 'move-stop' || isActive) && (action !== 'republish' || signal.state.kind !== 'voided'),
  );
  const isUndecided = outcome?.evaluated?.state === 'not_measurable' && !outcome.decision;
  return isActive && !isUndecided
    ? actions
    : ['outcome', ...actions.filter((action) => action !== 'outcome')];
}
