import type { ReactNode } from 'react';
import { Navigate } from 'react-router';
import { CUSTOMERS_PAGE_SIZE } from '#contract/billing/admin-endpoints.ts';
import { AdminNav } from '#web/routes/admin/admin-nav.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { LoadFailure } from '#web/ui/feedback/load-failure.tsx';
import { Loading } from '#web/ui/feedback/loading.tsx';
import { SearchBox } from '#web/ui/forms/search-box.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Pagination } from '#web/ui/pagination.tsx';
import { CustomerTable } from './customer-table.tsx';
import { buildCustomersUrl, type ListPosition } from './customers-url.ts';
import { useCustomers } from './use-customers.ts';

const SEARCH_DEBOUNCE_MS = 300;

interface CustomerListProps {
  position: ListPosition;
  onSearch: (search: string) => void;
  secondFactorSetup: ReactNode;
}

export function CustomerList({ position, onSearch, secondFactorSetup }: CustomerListProps) {
  const { data, error, isPastEnd, isSecondFactorMissing, isFetching, refetch } = useCustomers(position);
  const { search, page } = position;
  if (isSecondFactorMissing) return secondFactorSetup;
  if (isPastEnd) return <Navigate to={buildCustomersUrl({ search, page: 1 })} replace />;
  return (
    <>
      <AdminNav />
      <PageHeader
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
      />
      {error && (
        <LoadFailure isBusy={isFetching} onRetry={() => void refetch()} className="mb-4">
          {error}
        </LoadFailure>
      )}
      {!data && !error && <Loading>Loading customers...</Loading>}
      {data?.count === 0 && (
        <EmptyState title="No customers">
          {search ? 'No customers match your search.' : 'New customers appear here.'}
        </EmptyState>
      )}
      {data && data.count > 0 && (
        <>
          <CustomerTable customers={data.results} getUrl={(id) => buildCustomersUrl(position, id)} />
          <Pagination
            page={page}
            pages={Math.ceil(data.count / CUSTOMERS_PAGE_SIZE)}
            getUrl={(number) => buildCustomersUrl({ search, page: number })}
            summary={`${data.count} customers`}
          />
        </>
      )}
    </>
  );
}
