import { type RefObject, useRef, useState } from 'react';
import { Link } from 'react-router';
import {
  type CustomerDetail,
  endCustomerSessions,
  grantPremium,
  MAX_GRANT_YEARS,
  type PremiumGrant,
  revokeGrant,
} from '#contract/billing/admin-endpoints.ts';
import { formatEndDate, toKarachiDate } from '#contract/dates.ts';
import { FormDialog, useConfirmedAction, useSubmitForm } from '#web/admin/admin-forms.tsx';
import { AdminPage } from '#web/admin/admin-page.tsx';
import { api } from '#web/api/api.ts';
import { getNow } from '#web/api/server-clock.ts';
import { Button } from '#web/ui/button.tsx';
import type { Elements } from '#web/ui/elements.ts';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { notify } from '#web/ui/feedback/notify.ts';
import { QueryResult } from '#web/ui/feedback/query-result.tsx';
import { TextField } from '#web/ui/forms/text-field.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { PakistanTime } from '#web/ui/times/pakistan-time.tsx';
import { getFullName } from './customer-links.ts';
import { useCustomer, useInvalidateCustomers } from './customer-queries.ts';
import { PremiumState } from './customer-table.tsx';
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
          title="Risk statement"
          emptyText="No version accepted. Premium signals are shown after the current one is accepted."
          isEmpty={risk_acceptances.length === 0}
        >
          <AcceptanceTable acceptances={risk_acceptances} />
        </Section>
        <Section
          title="Sessions"
          headingRef={sessionsHeading}
          emptyText="Not signed in on any device."
          isEmpty={active_sessions === 0}
        >
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
            <p>{`Signed in on ${active_sessions} ${active_sessions === 1 ? 'device' : 'devices'}.`}</p>
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
  children: Elements;
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

/** The reason of an action on an account. */
const REASON_FIELD = { label: 'Reason (kept in the audit log)', name: 'reason', maxLength: 500 };

interface GrantDialogProps {
  customer: CustomerDetail;
  onClose: () => void;
}

function GrantDialog({ customer, onClose }: GrantDialogProps) {
  const invalidateCustomers = useInvalidateCustomers();
  const name = getFullName(customer);
  const today = toKarachiDate(getNow());
  const submission = useSubmitForm(
    ['reason', 'ends_on'],
    (body) => api(grantPremium, { params: { id: customer.id }, body }),
    async (grant) => {
      await invalidateCustomers();
      notify.success('Premium granted', `${name} has premium until ${formatEndDate(grant.ends_at)}.`);
      onClose();
    },
  );
  return (
    <FormDialog
      title="Grant premium"
      description={`${name} gets premium access immediately, without a Paddle subscription.`}
      submitLabel="Grant premium"
      busyLabel="Granting…"
      onClose={onClose}
      submission={submission}
    >
      <TextField
        {...REASON_FIELD}
        required
        autoComplete="off"
        data-first-focus
        placeholder="Bank transfer of 3 August"
        hint="The customer sees it in their data export."
      />
      <TextField
        label="Last day"
        name="ends_on"
        type="date"
        required
        min={today}
        max={`${Number(today.slice(0, 4)) + MAX_GRANT_YEARS}${today.slice(4)}`}
        hint="Premium access ends at midnight in Karachi, at the end of this day."
      />
    </FormDialog>
  );
}
