import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Navigate } from 'react-router';
import type { MarketHoliday } from '#contract/market/holidays.ts';
import { paths } from '#contract/paths.ts';
import { createPageMeta } from '#web/document/page-meta.ts';
import { AdminNav } from '#web/routes/admin/admin-nav.tsx';
import { useSecondFactor } from '#web/routes/admin/second-factor/use-second-factor.ts';
import { CheckingSignIn } from '#web/routes/admin/sign-in/checking-sign-in.tsx';
import { useAdministrator } from '#web/routes/admin/use-administrator.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { LoadFailure } from '#web/ui/feedback/load-failure.tsx';
import { Loading } from '#web/ui/feedback/loading.tsx';
import { PlusIcon } from '#web/ui/icons.tsx';
import { lazyWithPreload, useLazyCode } from '#web/ui/lazy-with-preload.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { HolidayDialog } from './holiday-dialog.tsx';
import { HolidayYears } from './holiday-years.tsx';
import { RemoveDialog } from './remove-dialog.tsx';
import { useHolidays } from './use-holidays.ts';

export const meta = createPageMeta({
  title: 'Market holidays',
  description: 'Manage the days on which the exchange is closed.',
  noindex: true,
});

const TradingHours = lazyWithPreload(
  async () => (await import('./trading-hours/trading-hours.tsx')).TradingHours,
);

export default function Holidays() {
  const administrator = useAdministrator();
  if (!administrator) return <CheckingSignIn title="Market holidays" />;
  return <ManageHolidays key={administrator.id} />;
}

type Open = { dialog: 'add' } | { dialog: 'edit' | 'remove'; holiday: MarketHoliday };

function ManageHolidays() {
  const { holidays, error, isFetching, refetch } = useHolidays();
  const { data: factor } = useSecondFactor();
  const [open, setOpen] = useState<Open | null>(null);
  const list = useRef<HTMLDivElement>(null);
  // The list of holidays is public and does not require a second factor. The dashboard shows how to set one up.
  if (factor?.is_required && factor.enabled_at === null)
    return <Navigate to={paths.adminDashboard} replace />;

  const add = (
    <Button onClick={() => setOpen({ dialog: 'add' })}>
      <PlusIcon />
      Add holiday
    </Button>
  );
  const close = () => setOpen(null);
  // The button that had the focus disappears with its row.
  const closeAndFocusList = () => {
    flushSync(close);
    list.current?.focus({ preventScroll: true });
  };
  return (
    <>
      <AdminNav />
      <PageHeader
        title="Market holidays"
        description="The weekdays on which the exchange is closed. Estimated ex-dates and last buying days depend on them and change immediately."
        actions={add}
      />
      <div ref={list} tabIndex={-1}>
        {error && (
          <LoadFailure isBusy={isFetching} onRetry={() => void refetch()} className="mb-4">
            {error}
          </LoadFailure>
        )}
        {!holidays && !error && <Loading>Loading holidays...</Loading>}
        {holidays?.length === 0 && (
          <EmptyState title="No holidays yet">
            Add the holidays from the exchange's notice. Until then, every weekday counts as a trading day.
          </EmptyState>
        )}
        {holidays && holidays.length > 0 && (
          <HolidayYears holidays={holidays} onOpen={(dialog, holiday) => setOpen({ dialog, holiday })} />
        )}
      </div>
      <Hours />
      {open?.dialog === 'add' && (
        <HolidayDialog holiday={null} others={holidays ?? []} onClose={close} onMoved={close} />
      )}
      {open?.dialog === 'edit' && (
        <HolidayDialog
          holiday={open.holiday}
          others={holidays ?? []}
          onClose={close}
          onMoved={closeAndFocusList}
        />
      )}
      {open?.dialog === 'remove' && (
        <RemoveDialog holiday={open.holiday} onClose={close} onRemoved={closeAndFocusList} />
      )}
    </>
  );
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
