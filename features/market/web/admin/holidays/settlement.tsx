import { useState } from 'react';
import { formatShortDateWithWeekday } from '#core/contract/dates.ts';
import { useConfirmedAction } from '#core/web/admin/admin-forms.tsx';
import { useAdminQuery, useRefetch } from '#core/web/admin/admin-query.ts';
import { RecordDialog } from '#core/web/admin/records.tsx';
import { RowAction } from '#core/web/admin/row-action.tsx';
import { useRecords } from '#core/web/admin/use-records.tsx';
import { api } from '#core/web/api/api.ts';
import { Button } from '#core/web/ui/button.tsx';
import { DataTable } from '#core/web/ui/data-table.tsx';
import { QueryResult } from '#core/web/ui/feedback/query-result.tsx';
import {
  listSettlementCalendar,
  type MarketHoliday,
  NOTICE_MAX_LENGTH,
  removeBankHoliday,
  removeSettlementDate,
  type SettlementDate,
  saveSettlementDate,
} from '#features/market/contract/holidays.ts';
import { DateCell, HolidayDialog, HolidayName, SETTLEMENT_KEY } from './holiday-dialog.tsx';

/** The latest ones; a notice covers three months. */
const MAX_SETTLEMENT_DATES = 70;

/** The days on which trades do not settle, and the published settlement dates, which ex-dates depend on. */
export function Settlement() {
  const query = useAdminQuery({
    queryKey: SETTLEMENT_KEY,
    queryFn: () => api(listSettlementCalendar, {}),
  });
  const refresh = useRefetch(SETTLEMENT_KEY);
  const [isAdding, setAdding] = useState(false);
  const { add, actions, dialogs } = useRecords<MarketHoliday>({
    queryKey: SETTLEMENT_KEY,
    getName: ({ date }) => formatShortDateWithWeekday(date),
    renderForm: (holiday, close) => (
      <HolidayDialog
        kind="banks"
        holiday={holiday}
        others={query.data?.bank_holidays ?? []}
        onClose={close}
      />
    ),
    removal: ({ date, name }) => ({
      title: 'Remove bank holiday',
      description: `Remove ${name} on ${formatShortDateWithWeekday(date)}? Trades then settle on it, and ex-dates around it may change.`,
      confirmLabel: 'Remove',
      run: () => api(removeBankHoliday, { params: { date } }),
      failureTitle: 'Failed to remove bank holiday',
      success: ['Bank holiday removed', `Removed ${name}.`],
    }),
  });
  const dateRemoval = useConfirmedAction(({ trade_date: date }: SettlementDate) => ({
    title: 'Remove settlement date',
    description: `Remove the settlement date of trades of ${formatShortDateWithWeekday(date)}? It is calculated again, and ex-dates around it may change.`,
    confirmLabel: 'Remove',
    run: async () => {
      await api(removeSettlementDate, { params: { date } });
      await refresh();
    },
    failureTitle: 'Failed to remove settlement date',
    success: ['Settlement date removed', 'It is calculated again.'],
  }));
  return (
    <section aria-labelledby="settlement" className="mt-10">
      <div className="mb-2 flex flex-wrap items-center justify-between gap-3">
        <h2 id="settlement" className="text-lg">
          Settlement
        </h2>
        <div className="flex flex-wrap gap-2">
          <Button variant="secondary" onClick={add}>
            Add bank holiday
          </Button>
          <Button variant="secondary" onClick={() => setAdding(true)}>
            Add settlement date
          </Button>
        </div>
      </div>
      <p className="mb-3 max-w-prose text-sm text-muted">
        On a bank holiday the exchange may be open, but trades do not settle. Settlement dates from notices of
        the clearing company override the calculated ones.
      </p>
      <QueryResult query={query} loading="Loading settlement dates...">
        {({ bank_holidays, settlement_dates }) => (
          <div className="grid gap-8">
            <DataTable
              label="Bank holidays"
              rows={bank_holidays.toReversed()}
              getKey={({ date }) => date}
              columns={{ 'Bank holiday': DateCell, Name: HolidayName }}
              actions={actions}
            />
            <DataTable
              label="Settlement dates"
              rows={settlement_dates.toReversed().slice(0, MAX_SETTLEMENT_DATES)}
              getKey={({ trade_date }) => trade_date}
              columns={{
                'Trades of': ({ trade_date }) => <DateCell date={trade_date} />,
                'Settle on': ({ settlement_date }) => <DateCell date={settlement_date} />,
                Notice: ({ notice }) => <span className="text-muted">{notice}</span>,
              }}
              actions={(row) => (
                <RowAction
                  row={`trades of ${formatShortDateWithWeekday(row.trade_date)}`}
                  onClick={() => dateRemoval.confirm(row)}
                >
                  Remove
                </RowAction>
              )}
            />
          </div>
        )}
      </QueryResult>
      {isAdding && <SettlementDateDialog onClose={() => setAdding(false)} />}
      {dialogs}
      {dateRemoval.dialog}
    </section>
  );
}

const SettlementDateDialog = ({ onClose }: { onClose: () => void }) => (
  <RecordDialog
    queryKey={SETTLEMENT_KEY}
    title="Add settlement date"
    submitLabel="Save settlement date"
    values={{ trade_date: '', settlement_date: '', notice: '' }}
    fields={() => ({
      trade_date: { label: 'Trades of', type: 'date', required: true, isHalf: true },
      settlement_date: { label: 'Settle on', type: 'date', required: true, isHalf: true },
      notice: {
        label: 'Notice',
        required: true,
        maxLength: NOTICE_MAX_LENGTH,
        hint: 'Its number or date.',
      },
    })}
    save={(body) => api(saveSettlementDate, { body })}
    success={(saved) => {
      const [trade, settlement] = [saved.trade_date, saved.settlement_date].map(formatShortDateWithWeekday);
      return ['Settlement date saved', `Trades of ${trade} settle on ${settlement}.`];
    }}
    onClose={onClose}
  />
);
