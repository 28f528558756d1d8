import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { formatShortDate } from '#core/contract/dates.ts';
import { formatSigned } from '#core/contract/text/format-signed.ts';
import { OUTCOMES_KEY } from '#core/web/admin/admin-query.ts';
import { RowAction, RowMenu } from '#core/web/admin/row-action.tsx';
import { api } from '#core/web/api/api.ts';
import { Badge, OldMark } from '#core/web/ui/badge.tsx';
import { LoadFailure } from '#core/web/ui/feedback/load-failure.tsx';
import { Figure } from '#core/web/ui/figure.tsx';
import { PakistanTime } from '#core/web/ui/times/pakistan-time.tsx';
import { formatRupees } from '#features/signals/contract/levels/price.ts';
import type { AdminSignal, ListedAdminSignal } from '#features/signals/contract/publishing/signal-body.ts';
import { describeState, getStateLabel } from '#features/signals/contract/signal-state.ts';
import {
  type AdminOutcome,
  listSignalOutcomes,
  type SignalDecision,
} from '#features/signals/contract/track-record/decisions.ts';
import {
  isActiveSignal,
  PRICE_STATUS_LABELS,
  STATUS_LABELS,
} from '#features/signals/web/public/signal-labels.ts';

export type SignalAction = 'edit' | 'delete' | 'history' | 'move-stop' | 'close' | 'outcome' | 'republish';

interface SignalTableProps {
  signals: readonly ListedAdminSignal[];
  onOpen: (dialog: { kind: SignalAction; signal: ListedAdminSignal }) => void;
}

/** Shows each signal as a row on wide screens and as a card on narrow ones. */
export function SignalTable({ signals, onOpen }: SignalTableProps) {
  const { outcomes, error, refetch } = useOutcomes(signals);
  return (
    <>
      {error && (
        <LoadFailure onRetry={() => void refetch()} className="mb-4">
          Failed to load the results of these signals.
        </LoadFailure>
      )}
      <table className="w-full text-sm max-lg:block">
        <thead className="text-start text-xs text-muted max-lg:sr-only">
          <tr className="border-b border-line">
            {COLUMNS.map(([name, className]) => (
              <th key={name} scope="col" className={`py-2 font-medium ${className}`}>
                {name}
              </th>
            ))}
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
    </>
  );
}

const COLUMNS = [
  ['Stock', 'pe-4'],
  ['Entry Price', 'pe-4 text-end'],
  ['Stop Loss', 'pe-4 text-end'],
  ['Targets', 'pe-4 text-end'],
  ['Status', 'pe-4'],
  ['Created', 'pe-4'],
];

const FIGURES = 'figures text-end whitespace-normal wrap-anywhere';

const CELL = 'card-cell max-lg:flex max-lg:items-baseline max-lg:justify-between max-lg:gap-4';

interface RowProps {
  signal: ListedAdminSignal;
  /** `undefined` until it is loaded, and before the first evaluation. */
  outcome: AdminOutcome | undefined;
  onOpen: SignalTableProps['onOpen'];
}

function Row({ signal, outcome, onOpen }: RowProps) {
  const actions = listActions(signal, outcome);
  const renderActions = (kinds: SignalAction[]) =>
    kinds.map((kind) => (
      <RowAction key={kind} row={signal.symbol} onClick={() => onOpen({ kind, signal })}>
        {LABELS[kind]}
      </RowAction>
    ));
  return (
    <tr data-signal={signal.id} className="card-row">
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
        <div className="flex flex-wrap justify-end gap-2 xl:flex-nowrap">
          {renderActions(actions.filter(isVisible))}
          <RowMenu row={signal.symbol}>
            {renderActions(actions.filter((kind, index) => !isVisible(kind, index)))}
          </RowMenu>
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
  close: 'Close',
  outcome: 'Outcome',
  history: 'History',
  republish: 'Void and Republish',
  delete: 'Delete',
};

/** The primary action and those that every row has are in sight, the others in its menu. */
const isVisible = (kind: SignalAction, index: number) => index === 0 || kind === 'edit' || kind === 'delete';

/** Returns the actions, the primary one first: the outcome of a signal that is closed or waits for a decision. */
function listActions(signal: ListedAdminSignal, outcome: AdminOutcome | undefined): SignalAction[] {
  const isActive = isActiveSignal(signal);
  const actions = (Object.keys(LABELS) as SignalAction[]).filter(
    (action) =>
      (isActive || (action !== 'move-stop' && action !== 'close')) &&
      (action !== 'republish' || signal.state.kind !== 'voided'),
  );
  const isUndecided = outcome?.evaluated?.state === 'not_measurable' && !outcome.decision;
  return isActive && !isUndecided
    ? actions
    : ['outcome', ...actions.filter((action) => action !== 'outcome')];
}

const STALE_MS = 60_000;

interface AdminOutcomes {
  /** By the IDs of the signals, without those that have none. */
  outcomes: ReadonlyMap<string, AdminOutcome>;
  isLoading: boolean;
  error: Error | null;
  refetch: () => unknown;
}

/** Loads the outcomes of signals. The list of signals works without them. */
export function useOutcomes(signals: readonly AdminSignal[]): AdminOutcomes {
  const ids = signals.map(({ id }) => id).join(',');
  const { data, isLoading, error, refetch } = useQuery({
    queryKey: [...OUTCOMES_KEY, ids],
    queryFn: () => api(listSignalOutcomes, { query: { ids } }),
    enabled: ids !== '',
    staleTime: STALE_MS,
    retry: false,
    placeholderData: keepPreviousData,
  });
  const outcomes = new Map(data?.results.map((outcome) => [outcome.signal_id, outcome]));
  return { outcomes, isLoading, error, refetch };
}

type Evaluated = NonNullable<AdminOutcome['evaluated']>;

const STATES: Record<Evaluated['state'], string> = {
  pending: 'Entry pending',
  open: 'Position open',
  closed: 'Closed',
  expired: 'Expired without entry',
  canceled: 'Canceled without entry',
  not_measurable: 'Not measurable',
};

const REASONS: Partial<Record<NonNullable<Evaluated['reason']>, string>> = {
  target: 'Target',
  stop: 'Stop',
  breakeven: 'Stopped at the entry price',
  manual: 'Closed by an administrator',
  time: 'Time limit',
  session_end: 'Session end',
  trading_ended: 'Trading ended',
  unproven: 'Unproven',
  no_prices: 'No prices',
};

/** Returns the evaluated outcome in words: `Target, +2.00 R`. */
export function describeEvaluated({ state, reason, r_multiple }: Evaluated): string {
  const label = (reason && REASONS[reason]) ?? STATES[state];
  return state === 'closed' && r_multiple !== null ? `${label}, ${formatR(r_multiple)}` : label;
}

const DECISION_LABELS: Record<SignalDecision['kind'], string> = {
  void: 'Void',
  override: 'Overridden',
  withdraw: 'Decision withdrawn',
};

/** Returns a decision in words: `Overridden, +0.50 R`. */
export const describeDecision = ({ kind, r_multiple }: SignalDecision): string =>
  kind === 'override' && r_multiple !== null
    ? `${DECISION_LABELS[kind]}, ${formatR(r_multiple)}`
    : DECISION_LABELS[kind];

/** Never `−0.00 R`. */
const formatR = (value: string): string =>
  `${formatSigned(
    Number(value)
      .toFixed(2)
      .replace(/^-0\.00$/, '0.00'),
  )} R`;
