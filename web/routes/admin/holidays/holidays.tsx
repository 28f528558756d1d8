import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { MarketHoliday } from '#contract/market/holidays.ts';
import { AdminPage, createAdminMeta, forAdministrators } from '#web/admin/admin-page.tsx';
import { useSecondFactor } from '#web/routes/admin/second-factor/use-second-factor.ts';
import { Button } from '#web/ui/button.tsx';
import { LoadFailure } from '#web/ui/feedback/load-failure.tsx';
import { QueryResult } from '#web/ui/feedback/query-result.tsx';
import { PlusIcon } from '#web/ui/icons.tsx';
import { lazyWithPreload, useLazyCode } from '#web/ui/lazy-with-preload.tsx';
import { HolidayDialog } from './holiday-dialog.tsx';
import { HolidayYears } from './holiday-years.tsx';
import { RemoveDialog } from './remove-dialog.tsx';
import { useHolidays } from './use-holidays.ts';

export const meta = createAdminMeta('Market holidays', 'Manage the days on which the exchange is closed.');

const TradingHours = lazyWithPreload(
  async () => (await import('./trading-hours/trading-hours.tsx')).TradingHours,
);

type Open = { dialog: 'add' } | { dialog: 'edit' | 'remove'; holiday: MarketHoliday };

export default forAdministrators('Market holidays', function Holidays() {
  const query = useHolidays();
  const { data: factor } = useSecondFactor();
  const [open, setOpen] = useState<Open | null>(null);
  const list = useRef<HTMLDivElement>(null);
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
        <Button onClick={() => setOpen({ dialog: 'add' })}>
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
          {({ results }) => (
            <HolidayYears holidays={results} onOpen={(dialog, holiday) => setOpen({ dialog, holiday })} />
          )}
        </QueryResult>
      </div>
      <Hours />
      {open?.dialog === 'add' && (
        <HolidayDialog holiday={null} others={holidays} onClose={close} onMoved={close} />
      )}
      {open?.dialog === 'edit' && (
        <HolidayDialog holiday={open.holiday} others={holidays} onClose={close} onMoved={closeAndFocusList} />
      )}
      {open?.dialog === 'remove' && (
        <RemoveDialog holiday={open.holiday} onClose={close} onRemoved={closeAndFocusList} />
      )}
    </AdminPage>
  );
});

function Hours() {
  const { isFailed, retry } = useLazyCode(TradingHours, true);
  if (!isFailed) return <TradingHours />;
  return (
    <LoadFailure onRetry={retry} className="mt-10">
      The trading hours could not be loaded. Check your connection and try again.
    </LoadFailure>
  );
}
