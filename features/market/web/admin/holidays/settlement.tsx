import { formatShortDateWithWeekday } from '#core/contract/dates.ts';
import { useAdminQuery } from '#core/web/admin/admin-query.ts';
import { RecordDialog, useRecords } from '#core/web/admin/records.tsx';
import { api } from '#core/web/api/api.ts';
import { Button } from '#core/web/ui/button.tsx';
import { DataTable } from '#core/web/ui/data-table.tsx';
import { QueryResult } from '#core/web/ui/feedback/query-result.tsx';
import {
  NOTICE_MAX_LENGTH,
  removeSettlementDate,
  saveSettlementDate,
} from '#features/market/contract/holiday-changes.ts';
import { listSettlementCalendar, type SettlementDate } from '#features/market/contract/holidays.ts';
import {
  CalendarSection,
  DateCell,
  HolidayName,
  SETTLEMENT_KEY,
  useHolidayRecords,
} from './holiday-records.tsx';

/** The latest ones; a notice covers three months. */
const MAX_SETTLEMENT_DATES = 70;

/** The days on which trades do not settle, and the published settlement dates, which ex-dates depend on. */
export function Settlement() {
  const query = useAdminQuery({
    queryKey: SETTLEMENT_KEY,
    queryFn: () => api(listSettlementCalendar, {}),
  });
  const holidays = useHolidayRecords('banks', query.data?.bank_holidays);
  const dates = useSettlementDateRecords();
  return (
    <CalendarSection
      id="settlement"
      title="Settlement"
      description="On a bank holiday the exchange may be open, but trades do not settle. Settlement dates from notices of the clearing company override the calculated ones."
      actions={
        <>
          <Button variant="secondary" onClick={holidays.add}>
            Add bank holiday
          </Button>
          <Button variant="secondary" onClick={dates.add}>
            Add settlement date
          </Button>
        </>
      }
    >
      <QueryResult query={query} loading="Loading settlement dates...">
        {({ bank_holidays, settlement_dates }) => (
          <div className="grid gap-8">
            <DataTable
              label="Bank holidays"
              rows={bank_holidays.toReversed()}
              getKey={({ date }) => date}
              columns={{ 'Bank holiday': DateCell, Name: HolidayName }}
              actions={holidays.actions}
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
              actions={dates.actions}
            />
          </div>
        )}
      </QueryResult>
      {holidays.dialogs}
      {dates.dialogs}
    </CalendarSection>
  );
}

const useSettlementDateRecords = () =>
  useRecords<SettlementDate>({
    queryKey: SETTLEMENT_KEY,
    getName: ({ trade_date }) => `trades of ${formatShortDateWithWeekday(trade_date)}`,
    isFixed: true,
    renderForm: (_, form) => (
      <RecordDialog
        {...form}
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
        success={({ trade_date, settlement_date }) => {
          const [trade, settlement] = [trade_date, settlement_date].map(formatShortDateWithWeekday);
          return ['Settlement date saved', `Trades of ${trade} settle on ${settlement}.`];
        }}
      />
    ),
    removal: ({ trade_date: date }) => ({
      title: 'Remove settlement date',
      description: `Remove the settlement date of trades of ${formatShortDateWithWeekday(date)}? It is calculated again, and ex-dates around it may change.`,
      confirmLabel: 'Remove',
      run: () => api(removeSettlementDate, { params: { date } }),
      failureTitle: 'Failed to remove settlement date',
      success: ['Settlement date removed', 'It is calculated again.'],
    }),
  });
