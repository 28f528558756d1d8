import { type ReactNode, type RefObject, useRef, useState } from 'react';
import { Link } from 'react-router';
import {
  type CustomerDetail,
  endCustomerSessions,
  type PremiumGrant,
  revokeGrant,
} from '#contract/billing/admin-endpoints.ts';
import { AdminPage } from '#web/admin/admin-page.tsx';
import { useConfirmedAction } from '#web/admin/confirmed-action.tsx';
import { api } from '#web/api/api.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { QueryResult } from '#web/ui/feedback/query-result.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { PakistanTime } from '#web/ui/pakistan-time.tsx';
import { getFullName } from './customer-links.ts';
import { PremiumState } from './customer-table.tsx';
import { GrantDialog, REASON_FIELD } from './grant-dialog.tsx';
import { GrantTable } from './grant-table.tsx';
import { PaymentTable } from './payment-table.tsx';
import { SubscriptionTable } from './subscription-table.tsx';
import { useCustomer, useInvalidateCustomers } from './use-customers.ts';

interface CustomerViewProps {
  id: string;
  /** The list page to return to. */
  listUrl: string;
}

export function CustomerView({ id, listUrl }: CustomerViewProps) {
  const customer = useCustomer(id);
  return (
    <AdminPage query={customer}>
      <p className="mb-3 text-sm">
        <Link to={listUrl} className="text-accent underline underline-offset-2">
          All customers
        </Link>
      </p>
      {!customer.data && <PageHeader title="Customer" />}
      {customer.isNotFound ? (
        <EmptyState title="Customer not found">The customer may have deleted their account.</EmptyState>
      ) : (
        <QueryResult query={customer} loading="Loading customer...">
          {(data) => <Details customer={data} />}
        </QueryResult>
      )}
    </AdminPage>
  );
}

function Details({ customer }: { customer: CustomerDetail }) {
  const [isGranting, setGranting] = useState(false);
  const { email, phone, created_at, active_sessions, subscriptions, payments, grants } = customer;
  const name = getFullName(customer);
  const invalidateCustomers = useInvalidateCustomers();
  const grantsHeading = useRef<HTMLHeadingElement>(null);
  const sessionsHeading = useRef<HTMLHeadingElement>(null);
  const revocation = useConfirmedAction(
    ({ id, reason }: PremiumGrant) => ({
      title: 'Revoke premium',
      description: `The grant “${reason}” ends immediately. Paddle subscriptions are not affected.`,
      confirmLabel: 'Revoke',
      pendingLabel: 'Revoking…',
      field: REASON_FIELD,
      run: async (text) => {
        await api(revokeGrant, { params: { id }, body: { reason: text } });
        await invalidateCustomers();
      },
      success: ['Premium revoked', 'The grant ended immediately.'],
    }),
    grantsHeading,
  );
  const sessionsEnd = useConfirmedAction(
    ({ id }: CustomerDetail) => ({
      title: 'End all sessions',
      description: `${name} is signed out on every device immediately, and can sign in again. If the password was leaked, ask the customer to reset it.`,
      confirmLabel: 'End all sessions',
      pendingLabel: 'Ending…',
      field: { ...REASON_FIELD, placeholder: 'Lost phone' },
      run: async (reason) => {
        await api(endCustomerSessions, { params: { id }, body: { reason } });
        await invalidateCustomers();
      },
      success: ['Sessions ended', `${name} is signed out on every device.`],
    }),
    sessionsHeading,
  );
  return (
    <>
      <PageHeader
        title={name}
        description={
          <p className="wrap-anywhere">
            {email}
            {phone && `, ${phone}`}. Signed up <PakistanTime at={created_at} />.
          </p>
        }
        actions={<Button onClick={() => setGranting(true)}>Grant premium</Button>}
      />
      <div className="grid gap-8">
        <div className="text-sm">
          <PremiumState customer={customer} />
        </div>
        <Section
          title="Premium grants"
          headingRef={grantsHeading}
          emptyText="No grants."
          isEmpty={grants.length === 0}
        >
          <GrantTable grants={grants} onRevoke={revocation.confirm} />
        </Section>
        <Section title="Subscriptions" emptyText="No subscriptions." isEmpty={subscriptions.length === 0}>
          <SubscriptionTable subscriptions={subscriptions} />
        </Section>
        <Section title="Payments" emptyText="No payments." isEmpty={payments.length === 0}>
          <PaymentTable payments={payments} />
        </Section>
        <Section
          title="Sessions"
          headingRef={sessionsHeading}
          emptyText="Not signed in on any device."
          isEmpty={active_sessions === 0}
        >
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
            <p>
              Signed in on {active_sessions} {active_sessions === 1 ? 'device' : 'devices'}.
            </p>
            <Button variant="secondary" size="small" onClick={() => sessionsEnd.confirm(customer)}>
              End all sessions
            </Button>
          </div>
        </Section>
      </div>
      {isGranting && <GrantDialog customer={customer} onClose={() => setGranting(false)} />}
      {revocation.dialog}
      {sessionsEnd.dialog}
    </>
  );
}

interface SectionProps {
  title: string;
  headingRef?: RefObject<HTMLHeadingElement | null>;
  emptyText: string;
  isEmpty: boolean;
  children: ReactNode;
}

function Section({ title, headingRef, emptyText, isEmpty, children }: SectionProps) {
  return (
    <section>
      <h2 ref={headingRef} tabIndex={headingRef && -1} className="mb-2 text-lg">
        {title}
      </h2>
      {isEmpty ? <p className="text-sm text-muted">{emptyText}</p> : children}
    </section>
  );
}
