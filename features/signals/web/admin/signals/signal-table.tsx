import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { formatShortDate } from '#core/contract/dates.ts';
import { formatSigned } from '#core/contract/text/format-signed.ts';
import { OUTCOMES_KEY } from '#core/web/admin/admin-query.ts';
import { RowAction, RowMenu } from '#core/web/admin/row-action.tsx';
import { api } from '#core/web/api/api.ts';
import { Badge, OldMark } from '#core/web/ui/badge.tsx';
import { DataTable } from '#core/web/ui/data-table.tsx';
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

export type SignalAction = 'edit' | 'delete' | 'history' | 'move-stop' | 'outcome' | 'republish';

interface SignalTableProps {
  signals: readonly ListedAdminSignal[];
  onOpen: (dialog: { kind: SignalAction; signal: ListedAdminSignal }) => void;
}

export function SignalTable({ signals, onOpen }: SignalTableProps) {
  const { outcomes, error, refetch } = useOutcomes(signals);
  return (
    <>
      {error && (
        <LoadFailure onRetry={() => void refetch()} className="mb-4">
          Failed to load the results of these signals.
        </LoadFailure>
      )}
      <DataTable
        label="Signals"
        rows={signals}
        getKey={({ id }) => id}
        keyAttribute="data-signal"
        numeric={['Entry Price', 'Stop Loss', 'Targets']}
        columns={{
          Stock,
          'Entry Price': ({ entry_price }) => formatRupees(entry_price),
          'Stop Loss': ({ stop_loss }) => formatRupees(stop_loss),
          Targets,
          Status: (signal) => <Status signal={signal} outcome={outcomes.get(signal.id)} />,
          Created: ({ created_at, changed_at }) => (
            <>
              <PakistanTime at={created_at} />
              {changed_at && (
                <span className="block text-xs text-muted lg:whitespace-nowrap">
                  Changed <PakistanTime at={changed_at} />
                </span>
              )}
            </>
          ),
        }}
        actions={(signal) => {
          const actions = listActions(signal, outcomes.get(signal.id));
          const [visible, others] = [true, false].map((isShown) =>
            actions
              .filter((kind, index) => isVisible(kind, index) === isShown)
              .map((kind) => (
                <RowAction key={kind} row={signal.symbol} onClick={() => onOpen({ kind, signal })}>
                  {LABELS[kind]}
                </RowAction>
              )),
          );
          return (
            <div className="flex flex-wrap justify-end gap-2 xl:flex-nowrap">
              {visible}
              <RowMenu row={signal.symbol}>{others}</RowMenu>
            </div>
          );
        }}
      />
    </>
  );
}

const Stock = ({ symbol, order_type, title }: ListedAdminSignal) => (
  <div className="lg:min-w-32">
    <span className="font-semibold" translate="no">
      {symbol}
    </span>
    {order_type === 'sell' && (
      <span className="ms-2">
        <Badge variant="outline">Sell</Badge>
      </span>
    )}
    {title && <span className="block max-w-64 text-muted">{title}</span>}
  </div>
);

const Targets = ({ target_points }: ListedAdminSignal) => (
  <ol className="grid gap-0.5">
    {target_points.map((price, index) => (
      <li key={price}>
        <span className="text-xs text-muted">{`TP${index + 1}`}</span> <span>{formatRupees(price)}</span>
      </li>
    ))}
  </ol>
);

interface StatusProps {
  signal: ListedAdminSignal;
  /** `undefined` until it is loaded, and before the first evaluation. */
  outcome: AdminOutcome | undefined;
}

function Status({ signal, outcome }: StatusProps) {
  const { state, is_expired, expires_at, last_close, price_status } = signal;
  return (
    <div className="lg:min-w-24 xl:min-w-36">
      <Badge variant={isActiveSignal(signal) ? 'active' : 'muted'}>{STATUS_LABELS[signal.call_status]}</Badge>
      <span className="block text-xs font-medium">{getStateLabel(state)}</span>
      {state.is_old && <span className="block max-w-40 text-xs text-warning">{describeState(state)}</span>}
      {is_expired && expires_at && (
        <span className="block text-xs text-muted">
          <PakistanTime at={expires_at} />
        </span>
      )}
      {last_close && (
        <span className="block text-xs text-muted">
          Last close <Figure>{formatRupees(last_close.close)}</Figure>
          <span className="block">
            <span>{formatShortDate(last_close.date)}</span>
            <OldMark last={last_close} />
          </span>
        </span>
      )}
      {price_status && (
        <span className="block max-w-40 text-xs font-semibold">{PRICE_STATUS_LABELS[price_status]}</span>
      )}
      {outcome && <OutcomeLine outcome={outcome} />}
    </div>
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

/** The primary action and those that every row has are in sight, the others in its menu. */
const isVisible = (kind: SignalAction, index: number) => index === 0 || kind === 'edit' || kind === 'delete';

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
