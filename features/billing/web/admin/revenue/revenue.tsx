import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { MONTHS } from '#core/contract/dates.ts';
import { AdminPage, createAdminMeta, forAdministrators } from '#core/web/admin/admin-page.tsx';
import { getAdminErrorMessage, useAdminQuery } from '#core/web/admin/admin-query.ts';
import { TableSection } from '#core/web/admin/table-section.tsx';
import { api } from '#core/web/api/api.ts';
import { Badge } from '#core/web/ui/badge.tsx';
import { Button } from '#core/web/ui/button.tsx';
import { notify } from '#core/web/ui/feedback/notify.ts';
import { QueryResult } from '#core/web/ui/feedback/query-result.tsx';
import { formatCount } from '#core/web/ui/format-count.ts';
import { saveFile } from '#core/web/ui/save-file.ts';
import { PakistanTime } from '#core/web/ui/times/pakistan-time.tsx';
import {
  exportPayments,
  REVENUE_MONTHS,
  type RevenueRow,
  readRevenue,
} from '#features/billing/contract/admin-endpoints.ts';
import { formatPrice } from '#features/billing/contract/format-price.ts';
import { PaddleIds } from '#features/billing/web/admin/customers/customer-cells.tsx';

export const meta = createAdminMeta('Revenue', 'Subscribers, revenue and failed payments by month.');

export default forAdministrators('Revenue', function Revenue() {
  const revenue = useAdminQuery({ queryKey: ['admin-revenue'], queryFn: () => api(readRevenue, {}) });
  return (
    <AdminPage
      title="Revenue"
      description="Calculated from the stored payments alone. Months are those in Karachi, and amounts in different currencies are never added up."
      actions={<ExportButton />}
      query={revenue}
    >
      <QueryResult query={revenue} loading="Loading revenue...">
        {({ months, failed, failed_count }) => (
          <div className="grid gap-8">
            <TableSection
              title="By month"
              description={`The last ${REVENUE_MONTHS} months with payments, the current one until now. The CSV file has all payments.`}
              emptyText="No payments are stored yet. They appear here as soon as Paddle reports them."
              rows={months}
              getKey={({ month, plan, provider, currency }) => [month, currency, plan, provider].join()}
              numeric={['Subscribers', 'New', 'Lost', 'Revenue', 'Failed', 'Recovered']}
              columns={COLUMNS}
            />
            <TableSection
              title="Failed payments"
              description="Paddle retries a failed payment for some weeks. If the card stays declined, the subscription is paused or canceled."
              emptyText="No payment has failed."
              count={failed_count}
              rows={failed}
              getKey={({ id }) => id}
              numeric={['Amount']}
              columns={{
                Failed: ({ failed_at }) => <PakistanTime at={failed_at} />,
                Plan: ({ plan }) => plan,
                Provider: ({ provider }) => provider,
                Amount: ({ amount, currency }) => formatPrice({ price: amount, currency }),
                Result: ({ is_recovered }) =>
                  is_recovered ? (
                    <Badge variant="active">Recovered</Badge>
                  ) : (
                    <Badge variant="danger">Not recovered</Badge>
                  ),
                'Payment and customer': ({ id, customer_id }) => <PaddleIds ids={[id, customer_id]} />,
              }}
            />
            <Definitions />
          </div>
        )}
      </QueryResult>
    </AdminPage>
  );
});

/** Downloads all payments. */
function ExportButton() {
  const { mutate, isPending } = useMutation({
    mutationFn: () => api(exportPayments, {}),
    onSuccess: (file) => {
      saveFile('tezi-payments.csv', file);
      notify.success('Payments exported', 'The audit log lists the export.');
    },
    onError: (error) => notify.error('The payments were not exported', getAdminErrorMessage(error)),
  });
  return (
    <Button variant="secondary" busy={isPending} onClick={() => mutate()}>
      {isPending ? 'Exporting…' : 'Download CSV'}
    </Button>
  );
}

const COLUMNS: Record<string, (row: RevenueRow) => ReactNode> = {
  Month: ({ month, plan, currency }) => (
    <>
      <span className="block font-semibold">{formatMonth(month)}</span>
      <span className="block text-muted">{plan ?? `All plans in ${currency}`}</span>
    </>
  ),
  Provider: ({ provider }) => <span>{provider ?? 'All'}</span>,
  Subscribers: (row) => <Figure row={row} text={formatCount(row.subscribers)} />,
  New: (row) => <Figure row={row} text={formatCount(row.new)} />,
  Lost: (row) => <Figure row={row} text={formatCount(row.lost)} />,
  Revenue: (row) => <Figure row={row} text={formatPrice({ price: row.revenue, currency: row.currency })} />,
  Failed: (row) => <Figure row={row} text={formatSum(row.failed, row.failed_amount, row.currency)} />,
  Recovered: (row) => (
    <Figure row={row} text={formatSum(row.recovered, row.recovered_amount, row.currency)} />
  ),
};

/** A figure, bold in the totals of a currency. */
const Figure = ({ row, text }: { row: RevenueRow; text: string }) => (
  <span className={row.plan === null ? 'font-semibold' : undefined}>{text}</span>
);

/** Formats a month as `November 2026`. */
function formatMonth(month: string): string {
  const [year, number] = month.split('-');
  return `${MONTHS[Number(number) - 1]} ${year}`;
}

const formatSum = (count: number, price: string, currency: string) =>
  count === 0 ? '0' : `${formatCount(count)}: ${formatPrice({ price, currency })}`;

const DEFINITIONS = {
  Subscribers: 'Customers whose last payment for a subscription covers the end of the month.',
  New: 'Subscribers who were none at the end of the month before: they paid for the first time, or again after a gap.',
  Lost: 'Subscribers of the month before who are none any more, counted with the plan that they paid last. A change of plans is neither new nor lost.',
  Revenue:
    'What customers were charged in the month of the bill, with taxes, before the fees of the provider and after credit.',
  Failed: 'Payments that were past due, in the month in which they failed first.',
  Recovered: 'Those of them that were paid later. They count as revenue of the month of their bill.',
  'Refunds and chargebacks':
    'They are not stored and reduce no figure here: Paddle lists them as adjustments.',
};

/** Explains the figures. */
function Definitions() {
  return (
    <section>
      <h2 className="mb-2 text-lg">How the figures are counted</h2>
      <dl className="grid max-w-3xl gap-x-4 gap-y-2 text-sm sm:grid-cols-[auto_1fr]">
        {Object.entries(DEFINITIONS).map(([term, text]) => (
          <div key={term} className="contents">
            <dt className="font-semibold">{term}</dt>
            <dd className="text-muted">{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
