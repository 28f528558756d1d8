import { useState } from 'react';
import { formatShortDateWithWeekday } from '#contract/dates.ts';
import { type MarketHoliday, NOTICE_MAX_LENGTH } from '#contract/market/holidays.ts';
import {
  listSettlementCalendar,
  removeBankHoliday,
  removeSettlementDate,
  type SettlementDate,
  saveSettlementDate,
} from '#contract/market/settlement.ts';
import { FormDialog, useConfirmedAction, useSubmitForm } from '#web/admin/admin-forms.tsx';
import { useAdminQuery, useRefetch } from '#web/admin/admin-query.ts';
import { RowAction, RowMenu } from '#web/admin/row-action.tsx';
import { api } from '#web/api/api.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { DataTable } from '#web/ui/data-table.tsx';
import { notify } from '#web/ui/feedback/notify.ts';
import { QueryResult } from '#web/ui/feedback/query-result.tsx';
import { TextField } from '#web/ui/forms/text-field.tsx';
import { HolidayDialog, SETTLEMENT_KEY } from './holiday-dialog.tsx';

/** The latest ones; a notice covers three months. */
const MAX_SETTLEMENT_DATES = 70;

/** The days on which trades do not settle, and the published settlement dates, which ex-dates depend on. */
export function Settlement() {
  const query = useAdminQuery({
    queryKey: SETTLEMENT_KEY,
    queryFn: () => api(listSettlementCalendar, {}),
  });
  const refresh = useRefetch(SETTLEMENT_KEY);
  const [holiday, setHoliday] = useState<MarketHoliday | 'new' | null>(null);
  const [isAdding, setAdding] = useState(false);
  const removal = useConfirmedAction(({ date, name }: MarketHoliday) => ({
    title: 'Remove bank holiday',
    description: `Remove ${name} on ${formatShortDateWithWeekday(date)}? Trades then settle on it, and ex-dates around it may change.`,
    confirmLabel: 'Remove',
    run: async () => {
      await api(removeBankHoliday, { params: { date } });
      await refresh();
    },
    failureTitle: 'Failed to remove bank holiday',
    success: ['Bank holiday removed', `Removed ${name}.`],
  }));
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
          <Button variant="secondary" onClick={() => setHoliday('new')}>
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
              columns={{
                'Bank holiday': ({ date }) => <DateCell date={date} />,
                Name: ({ name, is_tentative, notice }) => (
                  <span className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
                    <span className="font-semibold">{name}</span>
                    {is_tentative && <Badge variant="warning">Tentative</Badge>}
                    {notice !== null && <span className="text-muted">{notice}</span>}
                  </span>
                ),
              }}
              actions={(row) => (
                <>
                  <RowAction row={formatShortDateWithWeekday(row.date)} onClick={() => setHoliday(row)}>
                    Edit
                  </RowAction>
                  <RowMenu row={formatShortDateWithWeekday(row.date)}>
                    <RowAction
                      row={formatShortDateWithWeekday(row.date)}
                      onClick={() => removal.confirm(row)}
                    >
                      Remove
                    </RowAction>
                  </RowMenu>
                </>
              )}
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
      {holiday !== null && (
        <HolidayDialog
          kind="banks"
          holiday={holiday === 'new' ? null : holiday}
          others={query.data?.bank_holidays ?? []}
          onClose={() => setHoliday(null)}
          onMoved={() => setHoliday(null)}
        />
      )}
      {isAdding && <SettlementDateDialog onClose={() => setAdding(false)} />}
      {removal.dialog}
      {dateRemoval.dialog}
    </section>
  );
}

const DateCell = ({ date }: { date: string }) => (
  <time dateTime={date} className="figures">
    {formatShortDateWithWeekday(date)}
  </time>
);

function SettlementDateDialog({ onClose }: { onClose: () => void }) {
  const refresh = useRefetch(SETTLEMENT_KEY);
  const submission = useSubmitForm(
    ['trade_date', 'settlement_date', 'notice'],
    (body) => api(saveSettlementDate, { body }),
    (saved) => {
      void refresh();
      const [trade, settlement] = [saved.trade_date, saved.settlement_date].map(formatShortDateWithWeekday);
      notify.success('Settlement date saved', `Trades of ${trade} settle on ${settlement}.`);
      onClose();
    },
  );
  return (
    <FormDialog
      title="Add settlement date"
      submitLabel="Save settlement date"
      busyLabel="Saving…"
      onClose={onClose}
      submission={submission}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label="Trades of" name="trade_date" type="date" required />
        <TextField label="Settle on" name="settlement_date" type="date" required />
      </div>
      <TextField
        label="Notice"
        name="notice"
        required
        maxLength={NOTICE_MAX_LENGTH}
        autoComplete="off"
        hint="Its number or date."
      />
    </FormDialog>
  );
}
