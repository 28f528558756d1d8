import { useEffect, useRef } from 'react';
import { Link, Navigate, useSearchParams } from 'react-router';
import { AdminPage, createAdminMeta, forAdministrators } from '#core/web/admin/admin-page.tsx';
import { cleanValue, parsePage } from '#core/web/list/filters.ts';
import { DataTable } from '#core/web/ui/data-table.tsx';
import { QueryResult } from '#core/web/ui/feedback/query-result.tsx';
import { formatCount } from '#core/web/ui/format-count.ts';
import { SearchBox } from '#core/web/ui/forms/search-box.tsx';
import { lazyWithPreload } from '#core/web/ui/lazy/lazy-with-preload.tsx';
import { WhenNear } from '#core/web/ui/lazy/when-near.tsx';
import { Pagination } from '#core/web/ui/pagination.tsx';
import { PakistanTime } from '#core/web/ui/times/pakistan-time.tsx';
import { CUSTOMERS_PAGE_SIZE } from '#features/billing/contract/admin-endpoints.ts';
import {
  buildCustomersUrl,
  getFullName,
  type ListPosition,
} from '#features/billing/web/public/admin/customers/customer-links.ts';
import { StatusBadge } from '#features/billing/web/subscriptions/status-badge.tsx';
import { PremiumState } from './customer-cells.tsx';
import { useCustomers } from './customer-queries.ts';

/** The list does not need its dialogs and tables. */
const CustomerView = lazyWithPreload(async () => (await import('./customer-view.tsx')).CustomerView);

const SEARCH_DEBOUNCE_MS = 300;

export const meta = createAdminMeta(
  'Customers',
  'Customers with their subscriptions, payments and premium access.',
);

export default forAdministrators('Customers', function Customers() {
  const [query, setQuery] = useSearchParams();
  const customer = cleanValue(query.get('customer'));
  useFocusAfterChange(customer);
  const position = { search: cleanValue(query.get('search')), page: parsePage(query.get('page')) };
  if (customer) {
    return (
      <WhenNear key={customer} code={CustomerView} isRendered={false} name="the customer">
        <CustomerView id={customer} listUrl={buildCustomersUrl(position)} />
      </WhenNear>
    );
  }
  return (
    <CustomerList
      position={position}
      onSearch={(search) => setQuery(search ? { search } : {}, { preventScrollReset: true })}
    />
  );
});

interface CustomerListProps {
  position: ListPosition;
  onSearch: (search: string) => void;
}

function CustomerList({ position, onSearch }: CustomerListProps) {
  const customers = useCustomers(position);
  const { search, page } = position;
  const { lastPage } = customers;
  if (lastPage !== null) return <Navigate to={buildCustomersUrl({ search, page: lastPage })} replace />;
  return (
    <AdminPage
      title="Customers"
      description="Customers, their premium access and their subscriptions."
      actions={
        <SearchBox
          label="Search customers"
          placeholder="Name, email or Paddle ID"
          value={search}
          debounceMs={SEARCH_DEBOUNCE_MS}
          maxLength={200}
          onSearch={onSearch}
          className="min-h-10 w-full rounded-box border border-line-strong bg-surface px-3 text-sm sm:w-72"
        />
      }
      query={customers}
    >
      <QueryResult
        query={customers}
        loading="Loading customers..."
        empty={{
          title: 'No customers',
          text: search ? 'No customers match your search.' : 'New customers appear here.',
        }}
      >
        {({ count, results }) => (
          <>
            <DataTable
              label="Customers"
              rows={results}
              getKey={({ id }) => id}
              columns={{
                Customer: (customer) => (
                  <>
                    <Link
                      to={buildCustomersUrl(position, customer.id)}
                      className="font-semibold text-accent underline underline-offset-2"
                    >
                      {getFullName(customer)}
                    </Link>
                    <span className="block text-muted" translate="no">
                      {customer.email}
                    </span>
                  </>
                ),
                Premium: (customer) => <PremiumState customer={customer} />,
                Subscription: ({ subscription_status: status }) =>
                  status ? <StatusBadge status={status} /> : <span className="text-muted">None</span>,
                'Signed up': ({ created_at }) => <PakistanTime at={created_at} />,
              }}
            />
            <Pagination
              page={page}
              pages={Math.ceil(count / CUSTOMERS_PAGE_SIZE)}
              getUrl={(number) => buildCustomersUrl({ search, page: number })}
              summary={`${formatCount(count)} customers`}
            />
          </>
        )}
      </QueryResult>
    </AdminPage>
  );
}

/** Moves the focus as on a page change: the pressed link is removed. */
function useFocusAfterChange(customer: string): void {
  const shown = useRef(customer);
  useEffect(() => {
    if (shown.current === customer) return;
    shown.current = customer;
    document.getElementById('main')?.focus({ preventScroll: true });
  }, [customer]);
}
