import { useRef, useState } from 'react';
import { Link } from 'react-router';
import { formatEndDate, toKarachiDate } from '#core/contract/dates.ts';
import { useConfirmedAction } from '#core/web/admin/admin-forms.tsx';
import { AdminPage } from '#core/web/admin/admin-page.tsx';
import { RecordDialog } from '#core/web/admin/records.tsx';
import { api } from '#core/web/api/api.ts';
import { getNow } from '#core/web/api/server-clock.ts';
import { Button } from '#core/web/ui/button.tsx';
import { EmptyState } from '#core/web/ui/feedback/empty-state.tsx';
import { QueryResult } from '#core/web/ui/feedback/query-result.tsx';
import { PageHeader } from '#core/web/ui/page-header.tsx';
import { PakistanTime } from '#core/web/ui/times/pakistan-time.tsx';
import {
  type CustomerDetail,
  endCustomerSessions,
  grantPremium,
  MAX_GRANT_YEARS,
  type PremiumGrant,
  revokeGrant,
} from '#features/billing/contract/admin-endpoints.ts';
import { getFullName } from '#features/billing/web/public/admin/customers/customer-links.ts';
import { PremiumState } from './customer-cells.tsx';
import { CUSTOMERS_KEY, useCustomer, useInvalidateCustomers } from './customer-queries.ts';
import { AcceptanceTable, GrantTable, PaymentTable, SubscriptionTable } from './customer-tables.tsx';

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
  const { email, phone, created_at, active_sessions, subscriptions, payments, grants, risk_acceptances } =
    customer;
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
            <span translate="no">{email}</span>
            <span>{phone && `, ${phone}`}</span>. Signed up <PakistanTime at={created_at} />.
          </p>
        }
        actions={<Button onClick={() => setGranting(true)}>Grant premium</Button>}
      />
      <div className="grid gap-8">
        <div className="grid justify-items-start gap-1 text-sm">
          <PremiumState customer={customer} />
          <p className="wrap-anywhere">{customer.premium_explanation}</p>
        </div>
        <GrantTable grants={grants} onRevoke={revocation.confirm} headingRef={grantsHeading} />
        <SubscriptionTable subscriptions={subscriptions} />
        <PaymentTable payments={payments} />
        <AcceptanceTable acceptances={risk_acceptances} />
        <section>
          <h2 ref={sessionsHeading} tabIndex={-1} className="mb-2 text-lg">
            Sessions
          </h2>
          {active_sessions === 0 ? (
            <p className="text-sm text-muted">Not signed in on any device.</p>
          ) : (
            <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
              <p>{`Signed in on ${active_sessions} ${active_sessions === 1 ? 'device' : 'devices'}.`}</p>
              <Button variant="secondary" size="small" onClick={() => sessionsEnd.confirm(customer)}>
                End all sessions
              </Button>
            </div>
          )}
        </section>
      </div>
      {isGranting && <GrantDialog customer={customer} onClose={() => setGranting(false)} />}
      {revocation.dialog}
      {sessionsEnd.dialog}
    </>
  );
}

/** The reason of an action on an account. */
const REASON_FIELD = { label: 'Reason (kept in the audit log)', name: 'reason', maxLength: 500 };

function GrantDialog({ customer, onClose }: { customer: CustomerDetail; onClose: () => void }) {
  const name = getFullName(customer);
  const today = toKarachiDate(getNow());
  return (
    <RecordDialog
      queryKey={CUSTOMERS_KEY}
      title="Grant premium"
      description={`${name} gets premium access immediately, without a Paddle subscription.`}
      submitLabel="Grant premium"
      busyLabel="Granting…"
      values={{ reason: '', ends_on: '' }}
      fields={() => ({
        reason: {
          ...REASON_FIELD,
          required: true,
          placeholder: 'Bank transfer of 3 August',
          hint: 'The customer sees it in their data export.',
        },
        ends_on: {
          label: 'Last day',
          type: 'date',
          required: true,
          min: today,
          max: `${Number(today.slice(0, 4)) + MAX_GRANT_YEARS}${today.slice(4)}`,
          hint: 'Premium access ends at midnight in Karachi, at the end of this day.',
        },
      })}
      save={(body) => api(grantPremium, { params: { id: customer.id }, body })}
      success={({ ends_at }) => ['Premium granted', `${name} has premium until ${formatEndDate(ends_at)}.`]}
      onClose={onClose}
    />
  );
}
