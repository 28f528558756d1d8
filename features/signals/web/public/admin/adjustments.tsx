import { useRef } from 'react';
import { Link } from 'react-router';
import { formatShortDate, toKarachiDate } from '#core/contract/dates.ts';
import { getSignalPath } from '#core/contract/paths.ts';
import { type ConfirmedAction, useConfirmedAction } from '#core/web/admin/admin-forms.tsx';
import { useAdminQuery, useRefetch } from '#core/web/admin/admin-query.ts';
import { RowAction } from '#core/web/admin/row-action.tsx';
import { TableSection } from '#core/web/admin/table-section.tsx';
import { api } from '#core/web/api/api.ts';
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
      title: `${DECISIONS[review].confirmLabel} the ${adjustment.kind} of ${adjustment.symbol}`,
      description: <Consequences adjustment={adjustment} review={review} />,
      // Also after a failure: another administrator may have decided.
      run: () =>
        api(reviewAdjustment, { params: { id: String(adjustment.id) }, body: { review } }).finally(refresh),
    }),
    heading,
  );
  return (
    <>
      <QueryResult query={adjustments} loading="Loading the adjustments...">
        {({ results }) => (
          <TableSection
            title="Adjustments to confirm"
            description="The exchange's previous close does not confirm these bonuses, rights and splits. Until you decide, each signal counts with the worse of its results with and without them."
            emptyText="None. The exchange's previous closes confirm all bonuses, rights and splits."
            headingRef={heading}
            rows={results}
            getKey={({ id }) => id}
            numeric={['Factor', 'Last close', 'Adjusted close', 'Previous close']}
            columns={{
              Symbol: ({ symbol, description }) => (
                <span>
                  <SymbolLink symbol={symbol} />
                  <span className="block text-muted">{description}</span>
                </span>
              ),
              'Ex-date': ({ ex_date }) => formatShortDate(ex_date),
              Factor: formatFactor,
              'Last close': ({ last_close }) => formatPrice(last_close),
              'Adjusted close': ({ adjusted_closes }) => formatCloses(adjusted_closes),
              'Previous close': ({ previous_close }) => formatPrice(previous_close),
              'Signals affected': ({ signals }) => <Signals signals={signals} />,
            }}
            actions={(adjustment) =>
              REVIEWS.map((review) => (
                <RowAction
                  key={review}
                  row={`the ${adjustment.kind} of ${adjustment.symbol}`}
                  onClick={() => confirm({ adjustment, review })}
                >
                  {`${DECISIONS[review].confirmLabel}…`}
                </RowAction>
              ))
            }
          />
        )}
      </QueryResult>
      {dialog}
    </>
  );
}

const REVIEWS = ['confirmed', 'removed'] as const;
type Review = (typeof REVIEWS)[number];

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
  const { description, ex_date, last_close, adjusted_closes, previous_close, signals } = adjustment;
  return (
    <div className="grid gap-2">
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 [&_dd]:text-ink">
        <dt>Payout</dt>
        <dd>{`${description}, ex-date ${formatShortDate(ex_date)}`}</dd>
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
          <Link to={getSignalPath(signal.id)} className="link">
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

const formatFactor = ({ factor }: Pick<UnconfirmedAdjustment, 'factor'>) => Number(factor).toFixed(6);

const formatPrice = (price: string | null) => (price === null ? 'Not stored' : formatRupees(price));

/** With a cash dividend of the same date there are two. */
const formatCloses = (closes: readonly string[]) => closes.map(formatRupees).join(' or ') || 'Not stored';
