import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { formatShortDateWithWeekday } from '#contract/dates.ts';
import { type MarketHoliday, removeMarketHoliday } from '#contract/market/holidays.ts';
import { AdminPage, createAdminMeta, forAdministrators } from '#web/admin/admin-page.tsx';
import { useConfirmedAction } from '#web/admin/confirmed-action.tsx';
import { api } from '#web/api/api.ts';
import { isNotFound } from '#web/api/call.ts';
import { useSecondFactor } from '#web/routes/admin/second-factor/use-second-factor.ts';
import { Button } from '#web/ui/button.tsx';
import { LoadFailure } from '#web/ui/feedback/load-failure.tsx';
import { QueryResult } from '#web/ui/feedback/query-result.tsx';
import { PlusIcon } from '#web/ui/icons.tsx';
import { lazyWithPreload, useLazyCode } from '#web/ui/lazy-with-preload.tsx';
import { HolidayDialog } from './holiday-dialog.tsx';
import { HolidayYears } from './holiday-years.tsx';
import { useHolidays, useHolidaysRefresh } from './use-holidays.ts';

export const meta = createAdminMeta('Market holidays', 'Manage the days on which the exchange is closed.');

const TradingHours = lazyWithPreload(
  async () => (await import('./trading-hours/trading-hours.tsx')).TradingHours,
);

export default forAdministrators('Market holidays', function Holidays() {
  const query = useHolidays();
  const { data: factor } = useSecondFactor();
  const refresh = useHolidaysRefresh();
  const [open, setOpen] = useState<MarketHoliday | 'new' | null>(null);
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
        <Button onClick={() => setOpen('new')}>
          <PlusIcon />
          Add holiday
        </Button>
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
      <Hours />
      {open !== null && (
        <HolidayDialog
          holiday={open === 'new' ? null : open}
          others={holidays}
          onClose={close}
          onMoved={closeAndFocusList}
        />
      )}
      {removal.dialog}
    </AdminPage>
  );
});

async function removeHoliday({ date }: MarketHoliday): Promise<void> {
  try {
    await api(removeMarketHoliday, { params: { date } });
  } catch (error) {
    // Another administrator already removed it.
    if (!isNotFound(error)) throw error;
  }
}

function Hours() {
  const { isFailed, retry } = useLazyCode(TradingHours, true);
  if (!isFailed) return <TradingHours />;
  return (
    <LoadFailure onRetry={retry} className="mt-10">
      The trading hours could not be loaded. Check your connection and try again.
    </LoadFailure>
  );
}
