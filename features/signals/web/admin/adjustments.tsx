import { formatShortDate } from '#core/contract/dates.ts';
import { AdminPage, createAdminMeta, forAdministrators } from '#core/web/admin/admin-page.tsx';
import { useAdminQuery, useRefetch } from '#core/web/admin/admin-query.ts';
import { ImmediateRowAction } from '#core/web/admin/row-action.tsx';
import { api } from '#core/web/api/api.ts';
import { DataTable } from '#core/web/ui/data-table.tsx';
import { notify } from '#core/web/ui/feedback/notify.ts';
import { QueryResult } from '#core/web/ui/feedback/query-result.tsx';
import { SymbolLink } from '#features/market/web/public/symbols/symbol-link.tsx';
import { formatRupees } from '#features/signals/contract/levels/price.ts';
import {
  listUnconfirmedAdjustments,
  reviewAdjustment,
  type UnconfirmedAdjustment,
} from '#features/signals/contract/track-record/adjustments.ts';

const ADJUSTMENTS_KEY = ['admin-adjustments'];

export const meta = createAdminMeta(
  'Adjustments',
  'Bonuses, rights and splits that the previous close does not confirm.',
);

export default forAdministrators('Adjustments', function Adjustments() {
  const adjustments = useAdminQuery({
    queryKey: ADJUSTMENTS_KEY,
    queryFn: () => api(listUnconfirmedAdjustments, {}),
  });
  return (
    <AdminPage
      title="Adjustments"
      description="Bonuses, rights and splits that the exchange's previous close does not confirm. Until you decide, a signal has ended only when it has ended with and without them, with the worse result. Compare each with the notice of the exchange. Your decision and its values become public in the record."
      query={adjustments}
    >
      <QueryResult
        query={adjustments}
        loading="Loading the adjustments..."
        empty={{
          title: 'No adjustments to confirm',
          text: 'The previous closes of the exchange confirm all of them.',
        }}
      >
        {({ results }) => (
          <DataTable
            label="Adjustments to confirm"
            rows={results}
            getKey={({ id }) => id}
            numeric={['Factor', 'Close before', 'Would confirm', 'Previous close']}
            columns={{
              Symbol: ({ symbol, description }) => (
                <span>
                  <SymbolLink symbol={symbol} />
                  <span className="block text-muted">{description}</span>
                </span>
              ),
              'Ex-date': ({ ex_date }) => formatShortDate(ex_date),
              Factor: ({ factor }) => Number(factor).toFixed(6),
              'Close before': ({ last_close }) => formatPrice(last_close),
              'Would confirm': ({ adjusted_close }) => formatPrice(adjusted_close),
              'Previous close': ({ previous_close }) => formatPrice(previous_close),
            }}
            actions={(adjustment) => <Actions adjustment={adjustment} />}
          />
        )}
      </QueryResult>
    </AdminPage>
  );
});

const formatPrice = (price: string | null) => (price === null ? 'Not stored' : formatRupees(price));

function Actions({ adjustment: { id, symbol, ex_date } }: { adjustment: UnconfirmedAdjustment }) {
  const refresh = useRefetch(ADJUSTMENTS_KEY);
  const row = `the adjustment of ${symbol} on ${formatShortDate(ex_date)}`;
  const review = (decision: 'confirmed' | 'removed') => () =>
    api(reviewAdjustment, { params: { id: String(id) }, body: { review: decision } });
  const onSuccess = (title: string, text: string) => () => {
    void refresh();
    notify.success(title, text);
  };
  return (
    <>
      <ImmediateRowAction
        row={row}
        label="Confirm"
        busyLabel="Confirming…"
        run={review('confirmed')}
        onSuccess={onSuccess('Adjustment confirmed', `Signals of ${symbol} are evaluated with it.`)}
        failure="The adjustment was not confirmed"
      />
      <ImmediateRowAction
        row={row}
        label="Remove"
        busyLabel="Removing…"
        run={review('removed')}
        onSuccess={onSuccess('Adjustment removed', `Signals of ${symbol} are evaluated without it.`)}
        failure="The adjustment was not removed"
      />
    </>
  );
}
