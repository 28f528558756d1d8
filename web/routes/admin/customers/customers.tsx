import { useEffect, useRef } from 'react';
import { Navigate, useSearchParams } from 'react-router';
import { paths } from '#contract/paths.ts';
import { createPageMeta } from '#web/document/page-meta.ts';
import { cleanValue, parsePage } from '#web/list/url-values.ts';
import { CheckingSignIn } from '#web/routes/admin/sign-in/checking-sign-in.tsx';
import { useAdministrator } from '#web/routes/admin/use-administrator.ts';
import { lazyWithPreload } from '#web/ui/lazy-with-preload.tsx';
import { WhenNear } from '#web/ui/when-near.tsx';
import { CustomerList } from './customer-list.tsx';
import { buildCustomersUrl } from './customers-url.ts';

/** The list does not need its dialogs and tables. */
const CustomerView = lazyWithPreload(async () => (await import('./customer-view.tsx')).CustomerView);

export const meta = createPageMeta({
  title: 'Customers',
  description: 'Customers with their subscriptions, payments and premium access.',
  noindex: true,
});

export default function Customers() {
  const administrator = useAdministrator();
  if (!administrator) return <CheckingSignIn title="Customers" />;
  return <ManageCustomers key={administrator.id} />;
}

function ManageCustomers() {
  const [query, setQuery] = useSearchParams();
  const customer = cleanValue(query.get('customer'));
  useFocusAfterChange(customer);
  const position = { search: cleanValue(query.get('search')), page: parsePage(query.get('page')) };
  // The dashboard shows the setup.
  const secondFactorSetup = <Navigate to={paths.adminDashboard} replace />;
  if (customer) {
    return (
      <WhenNear key={customer} code={CustomerView} isRendered={false} name="the customer">
        <CustomerView
          id={customer}
          listUrl={buildCustomersUrl(position)}
          secondFactorSetup={secondFactorSetup}
        />
      </WhenNear>
    );
  }
  return (
    <CustomerList
      position={position}
      onSearch={(search) => setQuery(search ? { search } : {}, { preventScrollReset: true })}
      secondFactorSetup={secondFactorSetup}
    />
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
