import { useRef, useState } from 'react';
import { AdminPage, createAdminMeta, forAdministrators, LazyPart } from '#core/web/admin/admin-page.tsx';
import { useAdminQuery } from '#core/web/admin/admin-query.ts';
import { api } from '#core/web/api/api.ts';
import { Button } from '#core/web/ui/button.tsx';
import { DataTable } from '#core/web/ui/data-table.tsx';
import type { Elements } from '#core/web/ui/elements.ts';
import { QueryResult } from '#core/web/ui/feedback/query-result.tsx';
import { PlusIcon } from '#core/web/ui/icons.tsx';
import { lazyWithPreload } from '#core/web/ui/lazy/lazy-with-preload.tsx';
import { useSecondFactor } from '#features/accounts/web/public/admin/second-factor/use-second-factor.ts';
import { listMarketHolidays, type MarketHoliday } from '#features/market/contract/holidays.ts';
import { DateCell, HOLIDAYS_KEY, HolidayName, useHolidayRecords } from './holiday-records.tsx';

export const meta = createAdminMeta('Market holidays', 'Manage the days on which the exchange is closed.');

const Settlement = lazyWithPreload(async () => (await import('./settlement.tsx')).Settlement);
const NoticeDialog = lazyWithPreload(async () => (await import('./notice-dialog.tsx')).NoticeDialog);
const TradingHours = lazyWithPreload(async () => (await import('./trading-hours.tsx')).TradingHours);

export default forAdministrators('Market holidays', function Holidays() {
  const query = useAdminQuery({ queryKey: HOLIDAYS_KEY, queryFn: () => api(listMarketHolidays, {}) });
  const { data: factor } = useSecondFactor();
  const [isImporting, setImporting] = useState(false);
  const list = useRef<HTMLDivElement>(null);
  const { add, actions, dialogs } = useHolidayRecords('exchange', query.data?.results, list);
  // The list of holidays is public and does not require a second factor.
  const isSecondFactorMissing = factor?.is_required === true && factor.enabled_at === null;
  return (
    <AdminPage
      title="Market holidays"
      description="The weekdays on which the exchange is closed. Estimated ex-dates and last buying days depend on them and change immediately."
      actions={
        <div className="flex flex-wrap gap-2">
          <Button variant="secondary" onClick={() => setImporting(true)}>
            Import a notice
          </Button>
          <Button onClick={add}>
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
          {({ results }) => <HolidayYears holidays={results} actions={actions} />}
        </QueryResult>
      </div>
      <LazyPart code={Settlement} name="The settlement dates" className="mt-10">
        <Settlement />
      </LazyPart>
      <LazyPart code={TradingHours} name="The trading hours" className="mt-10">
        <TradingHours />
      </LazyPart>
      {isImporting && (
        <LazyPart code={NoticeDialog} name="The import of notices">
          <NoticeDialog onClose={() => setImporting(false)} />
        </LazyPart>
      )}
      {dialogs}
    </AdminPage>
  );
});

interface HolidayYearsProps {
  /** Sorted by date. */
  holidays: readonly MarketHoliday[];
  actions: (holiday: MarketHoliday) => Elements;
}

/** One table per year, the latest year first. */
function HolidayYears({ holidays, actions }: HolidayYearsProps) {
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
              columns={{ Date: DateCell, Holiday: HolidayName }}
              actions={actions}
            />
          </section>
        );
      })}
    </div>
  );
}

const getYear = ({ date }: MarketHoliday) => date.slice(0, 4);
