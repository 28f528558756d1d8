import { useRef } from 'react';
import { Link } from 'react-router';
import { formatShortDate, toKarachiDate } from '#core/contract/dates.ts';
import { getSignalPath } from '#core/contract/paths.ts';
import { type ConfirmedAction, useConfirmedAction } from '#core/web/admin/admin-forms.tsx';
import { useAdminQuery, useRefetch } from '#core/web/admin/admin-query.ts';
import { RowAction, RowMenu } from '#core/web/admin/row-action.tsx';
import { api } from '#core/web/api/api.ts';
import { DataTable } from '#core/web/ui/data-table.tsx';
import { QueryResult } from '#core/web/ui/feedback/query-result.tsx';
import { SymbolLink } from '#features/market/web/public/symbols/symbol-link.tsx';
import { formatRupees } from '#features/signals/contract/levels/price.ts';
import {
  listUnconfirmedAdjustments,
  reviewAdjustment,
  type UnconfirmedAdjustment,
} from '#features/signals/contract/track-record/adjustments.ts';
import { ORDER_LABELS, TYPE_LABELS } from '#features/signals/web/public/signal-labels.ts';

const ADJUSTMENTS_KEY = ['admin-adjustments'];

/** Lists the bonuses, rights and splits about which an administrator must decide. */
export function Adjustments() {
  const adjustments = useAdminQuery({
    queryKey: ADJUSTMENTS_KEY,
    queryFn: () => api(listUnconfirmedAdjustments, {}),
  });
  const refresh = useRefetch(ADJUSTMENTS_KEY);
  const heading = useRef<HTMLHeadingElement>(null);
  const { confirm, dialog } = useConfirmedAction(
    ({ adjustment, review }: Decision) => ({
      ...DECISIONS[review],
      title: `${DECISIONS[review].confirmLabel} ${describe(adjustment)}`,
      description: <Consequences adjustment={adjustment} review={review} />,
      // Also after a failure: another administrator may have decided.
      run: () =>
        api(reviewAdjustment, { params: { id: String(adjustment.id) }, body: { review } }).finally(refresh),
    }),
    heading,
  );
  const renderAction = (adjustment: UnconfirmedAdjustment, review: Review) => (
    <RowAction row={describe(adjustment)} onClick={() => confirm({ adjustment, review })}>
      {`${DECISIONS[review].confirmLabel}…`}
    </RowAction>
  );
  return (
    <section className="mb-8">
      <h2 ref={heading} tabIndex={-1} className="mb-1 text-lg">
        Adjustments to confirm
      </h2>
      <QueryResult query={adjustments} loading="Loading the adjustments...">
        {({ results }) =>
          results.length === 0 ? (
            <p className="text-sm text-muted">
              None. Bonuses, rights and splits that the exchange's previous close does not confirm appear
              here.
            </p>
          ) : (
            <>
              <p className="mb-3 max-w-2xl text-sm text-muted">
                The exchange's previous close does not confirm these bonuses, rights and splits. Until you
                decide, signals count with the worse of their results with and without them.
              </p>
              <DataTable
                label="Adjustments to confirm"
                rows={results}
                getKey={({ id }) => id}
                numeric={['Factor', 'Last close', 'Adjusted', 'By exchange']}
                columns={{
                  Symbol: ({ symbol, description, ex_date }) => (
                    <>
                      <SymbolLink symbol={symbol} />
                      <span className="block text-muted">{describePayout({ description, ex_date })}</span>
                    </>
                  ),
                  Factor: formatFactor,
                  'Last close': ({ last_close }) => formatPrice(last_close),
                  Adjusted: ({ adjusted_closes }) => formatCloses(adjusted_closes),
                  'By exchange': ({ previous_close }) => formatPrice(previous_close),
                  Signals: ({ signals }) => <Signals signals={signals} />,
                }}
                actions={(adjustment) => (
                  <>
                    {renderAction(adjustment, 'confirmed')}
                    <RowMenu row={describe(adjustment)}>{renderAction(adjustment, 'removed')}</RowMenu>
                  </>
                )}
              />
            </>
          )
        }
      </QueryResult>
      {dialog}
    </section>
  );
}

type Review = 'confirmed' | 'removed';

interface Decision {
  adjustment: UnconfirmedAdjustment;
  review: Review;
}

const DECISIONS: Record<
  Review,
  Pick<ConfirmedAction<void>, 'confirmLabel' | 'pendingLabel' | 'variant' | 'success'>
> = {
  confirmed: {
    confirmLabel: 'Confirm',
    pendingLabel: 'Confirming…',
    variant: 'primary',
    success: ['Adjustment confirmed', 'Signals are evaluated with it.'],
  },
  removed: {
    confirmLabel: 'Remove',
    pendingLabel: 'Removing…',
    success: ['Adjustment removed', 'Signals are evaluated without it.'],
  },
};

function Consequences({ adjustment, review }: Decision) {
  const { last_close, adjusted_closes, previous_close, signals } = adjustment;
  return (
    <div className="grid gap-2">
      <dl className="grid gap-x-4 sm:grid-cols-[auto_1fr] [&_dd]:text-ink max-sm:[&_dd]:mb-1">
        <dt>Payout</dt>
        <dd>{describePayout(adjustment)}</dd>
        <dt>Factor</dt>
        <dd>{formatFactor(adjustment)}</dd>
        <dt>Last close before it</dt>
        <dd>{formatPrice(last_close)}</dd>
        <dt>Adjusted close</dt>
        <dd>{formatCloses(adjusted_closes)}</dd>
        <dt>Exchange's previous close</dt>
        <dd>{formatPrice(previous_close)}</dd>
        <dt>Signals affected</dt>
        <dd>{signals.map(describeSignal).join(', ') || 'None'}</dd>
      </dl>
      <p>
        {review === 'confirmed'
          ? 'Confirm only what a notice of the exchange states. The levels of signals are multiplied by the factor from the ex-date on, which can change their results.'
          : 'Remove only what no notice of the exchange states. Signals are evaluated without it, which can change their results.'}
      </p>
      <p className="font-semibold text-ink">
        This is final, unless the book closure is corrected. Your decision becomes an entry of the public
        record.
      </p>
    </div>
  );
}

function Signals({ signals }: Pick<UnconfirmedAdjustment, 'signals'>) {
  if (signals.length === 0) return <span className="text-muted">None</span>;
  return (
    <ul>
      {signals.map((signal) => (
        <li key={signal.id}>
          <Link to={getSignalPath(signal.id)} className="link lg:whitespace-nowrap">
            {describeSignal(signal)}
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** Describes a signal of a known symbol: `Swing Buy of 2 Nov 2026`. */
const describeSignal = ({ signal_type, order_type, created_at }: UnconfirmedAdjustment['signals'][number]) =>
  `${TYPE_LABELS[signal_type]} ${ORDER_LABELS[order_type]} of ${formatShortDate(toKarachiDate(new Date(created_at)))}`;

/** Names an adjustment: `the bonus of MARI`. */
const describe = ({ kind, symbol }: UnconfirmedAdjustment) => `the ${kind} of ${symbol}`;

const describePayout = ({ description, ex_date }: Pick<UnconfirmedAdjustment, 'description' | 'ex_date'>) =>
  `${description}, ex-date ${formatShortDate(ex_date)}`;

const formatFactor = ({ factor }: Pick<UnconfirmedAdjustment, 'factor'>) => Number(factor).toFixed(6);

const formatPrice = (price: string | null) => (price === null ? 'Not stored' : formatRupees(price));

/** With a cash dividend of the same date there are two. */
const formatCloses = (closes: readonly string[]) => closes.map(formatRupees).join(' or ') || 'Not stored';
