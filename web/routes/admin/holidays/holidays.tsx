import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { formatShortDateWithWeekday } from '#contract/dates.ts';
import { type MarketHoliday, removeMarketHoliday } from '#contract/market/holidays.ts';
import { useConfirmedAction } from '#web/admin/admin-forms.tsx';
import { AdminPage, createAdminMeta, forAdministrators } from '#web/admin/admin-page.tsx';
import { useRefetch } from '#web/admin/admin-query.ts';
import { LazyPart } from '#web/admin/lazy-part.tsx';
import { RowAction, RowMenu } from '#web/admin/row-action.tsx';
import { api } from '#web/api/api.ts';
import { isNotFound } from '#web/api/call.ts';
import { useSecondFactor } from '#web/routes/admin/second-factor/use-second-factor.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { DataTable } from '#web/ui/data-table.tsx';
import { QueryResult } from '#web/ui/feedback/query-result.tsx';
import { PlusIcon } from '#web/ui/icons.tsx';
import { lazyWithPreload } from '#web/ui/lazy/lazy-with-preload.tsx';
import { HOLIDAYS_KEY, HolidayDialog, useHolidays } from './holiday-dialog.tsx';

export const meta = createAdminMeta('Market holidays', 'Manage the days on which the exchange is closed.');

const Settlement = lazyWithPreload(async () => (await import('./settlement.tsx')).Settlement);
const NoticeDialog = lazyWithPreload(async () => (await import('./notice-dialog.tsx')).NoticeDialog);
const TradingHours = lazyWithPreload(async () => (await import('./trading-hours.tsx')).TradingHours);

export default forAdministrators('Market holidays', function Holidays() {
  const query = useHolidays();
  const { data: factor } = useSecondFactor();
  const refresh = useRefetch(HOLIDAYS_KEY);
  const [open, setOpen] = useState<MarketHoliday | 'new' | null>(null);
  const [isImporting, setImporting] = useState(false);
  const list = useRef<HTMLDivElement>(null);
  const removal = useConfirmedAction((holiday: MarketHoliday) => {
    const date = formatShortDateWithWeekday(holiday.date);
    return {
      title: 'Remove holiday',
      description: `Remove ${holiday.name} on ${date}? The date becomes a trading day, and ex-dates around it may change.`,
      confirmLabel: 'Remove',
      run: async () => {
        await removeHoliday(holiday);
        await refresh();
      },
      failureTitle: 'Failed to remove holiday',
      success: ['Holiday removed', `${date} is now a trading day.`],
    };
  }, list);
  // The list of holidays is public and does not require a second factor.
  const isSecondFactorMissing = factor?.is_required === true && factor.enabled_at === null;
  const holidays = query.data?.results ?? [];
  const close = () => setOpen(null);
  // The button that had the focus disappears with its row.
  const closeAndFocusList = () => {
    flushSync(close);
    list.current?.focus({ preventScroll: true });
  };
  return (
    <AdminPage
      title="Market holidays"
      description="The weekdays on which the exchange is closed. Estimated ex-dates and last buying days depend on them and change immediately."
      actions={
        <div className="flex flex-wrap gap-2">
          <Button variant="secondary" onClick={() => setImporting(true)}>
            Import a notice
          </Button>
          <Button onClick={() => setOpen('new')}>
            <PlusIcon />
            Add holiday
          </Button>
        </div>
      }
      query={{ isSecondFactorMissing }}
    >
      <div ref={list} tabIndex={-1}>
        <QueryResult
          query={query}
          loading="Loading holidays..."
          empty={{
            title: 'No holidays yet',
            text: "Add the holidays from the exchange's notice. Until then, every weekday counts as a trading day.",
          }}
        >
          {({ results }) => <HolidayYears holidays={results} onEdit={setOpen} onRemove={removal.confirm} />}
        </QueryResult>
      </div>
      <LazyPart code={Settlement} name="The settlement dates" className="mt-10">
        <Settlement />
      </LazyPart>
      <LazyPart code={TradingHours} name="The trading hours" className="mt-10">
        <TradingHours />
      </LazyPart>
      {open !== null && (
        <HolidayDialog
          holiday={open === 'new' ? null : open}
          others={holidays}
          onClose={close}
          onMoved={closeAndFocusList}
        />
      )}
      {isImporting && (
        <LazyPart code={NoticeDialog} name="The import of notices">
          <NoticeDialog onClose={() => setImporting(false)} />
        </LazyPart>
      )}
      {removal.dialog}
    </AdminPage>
  );
});

interface HolidayYearsProps {
  /** Sorted by date. */
  holidays: readonly MarketHoliday[];
  onEdit: (holiday: MarketHoliday) => void;
  onRemove: (holiday: MarketHoliday) => void;
}

/** One table per year, the latest year first. */
function HolidayYears({ holidays, onEdit, onRemove }: HolidayYearsProps) {
  const years = [...new Set(holidays.map(getYear))].reverse();
  return (
    <div className="grid gap-8">
      {years.map((year) => {
        const ofYear = holidays.filter((holiday) => getYear(holiday) === year);
        return (
          <section key={year}>
            <h2 className="mb-2 flex items-baseline gap-2 text-lg">
              <span className="figures">{year}</span>
              <span className="text-sm font-normal text-muted">
                {`${ofYear.length} ${ofYear.length === 1 ? 'holiday' : 'holidays'}`}
              </span>
            </h2>
            <DataTable
              label={year}
              rows={ofYear}
              getKey={({ date }) => date}
              columns={{
                Date: ({ date }) => (
                  <time dateTime={date} className="figures">
                    {formatShortDateWithWeekday(date)}
                  </time>
                ),
                Holiday: ({ name, is_tentative, notice }) => (
                  <span className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
                    <span className="font-semibold">{name}</span>
                    {is_tentative && <Badge variant="warning">Tentative</Badge>}
                    {notice !== null && <span className="text-muted">{notice}</span>}
                  </span>
                ),
              }}
              actions={(holiday) => (
                <>
                  <RowAction row={formatShortDateWithWeekday(holiday.date)} onClick={() => onEdit(holiday)}>
                    Edit
                  </RowAction>
                  <RowMenu row={formatShortDateWithWeekday(holiday.date)}>
                    <RowAction
                      row={formatShortDateWithWeekday(holiday.date)}
                      onClick={() => onRemove(holiday)}
                    >
                      Remove
                    </RowAction>
                  </RowMenu>
                </>
              )}
            />
          </section>
        );
      })}
    </div>
  );
}

const getYear = ({ date }: MarketHoliday) => date.slice(0, 4);

async function removeHoliday({ date }: MarketHoliday): Promise<void> {
  try {
    await api(removeMarketHoliday, { params: { date } });
  } catch (error) {
    // Another administrator already removed it.
    if (!isNotFound(error)) throw error;
  }
}
