import { useEffect, useRef } from 'react';
import { Navigate, useSearchParams } from 'react-router';
import { paths } from '#contract/paths.ts';
import { pageMeta } from '#web/document/page-meta.ts';
import { cleanValue, readPage } from '#web/list/url-values.ts';
import { CheckingSignIn } from '#web/routes/admin/sign-in/checking-sign-in.tsx';
import { useAdministrator } from '#web/routes/admin/use-administrator.ts';
import { CustomerList } from './customer-list.tsx';
import { CustomerView } from './customer-view.tsx';
import { buildCustomersUrl } from './customers-url.ts';

export const meta = pageMeta({
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
  const [address, setAddress] = useSearchParams();
  const customer = cleanValue(address.get('customer'));
  useFocusAfterChange(customer);
  const place = { search: cleanValue(address.get('search')), page: readPage(address.get('page')) };
  // The dashboard shows how to set it up.
  const secondFactorSetUp = <Navigate to={paths.adminDashboard} replace />;
  if (customer) {
    return (
      <CustomerView
        key={customer}
        id={customer}
        listAddress={buildCustomersUrl(place)}
        secondFactorSetUp={secondFactorSetUp}
      />
    );
  }
  return (
    <CustomerList
      place={place}
      onSearch={(search) => setAddress(search ? { search } : {}, { preventScrollReset: true })}
      secondFactorSetUp={secondFactorSetUp}
    />
  );
}

/** As on a change of page: the link that was pressed goes. */
function useFocusAfterChange(customer: string): void {
  const shown = useRef(customer);
  useEffect(() => {
    if (shown.current === customer) return;
    shown.current = customer;
    document.getElementById('main')?.focus({ preventScroll: true });
  }, [customer]);
}
