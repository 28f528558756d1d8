import { type ReactNode, type RefObject, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Link } from 'react-router';
import type { CustomerDetail, PremiumGrant } from '#contract/billing/admin-endpoints.ts';
import { AdminPage } from '#web/admin/admin-page.tsx';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { QueryResult } from '#web/ui/feedback/query-result.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { PakistanTime } from '#web/ui/pakistan-time.tsx';
import { EndSessionsDialog } from './end-sessions-dialog.tsx';
import { getFullName } from './full-name.ts';
import { GrantDialog } from './grant-dialog.tsx';
import { GrantTable } from './grant-table.tsx';
import { PaymentTable } from './payment-table.tsx';
import { PremiumState } from './premium-state.tsx';
import { RevokeDialog } from './revoke-dialog.tsx';
import { SubscriptionTable } from './subscription-table.tsx';
import { useCustomer } from './use-customers.ts';

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

type Open = 'grant' | 'sessions' | PremiumGrant | null;

function Details({ customer }: { customer: CustomerDetail }) {
  const [open, setOpen] = useState<Open>(null);
  const { email, phone, created_at, active_sessions, subscriptions, payments, grants } = customer;
  const close = () => setOpen(null);
  const grantsHeading = useRef<HTMLHeadingElement>(null);
  const sessionsHeading = useRef<HTMLHeadingElement>(null);
  // The focused button has been removed.
  const closeAndFocus = (heading: RefObject<HTMLHeadingElement | null>) => {
    flushSync(close);
    heading.current?.focus({ preventScroll: true });
  };
  return (
    <>
      <PageHeader
        title={getFullName(customer)}
        description={
          <p className="wrap-anywhere">
            {email}
            {phone && `, ${phone}`}. Signed up <PakistanTime at={created_at} />.
          </p>
        }
        actions={<Button onClick={() => setOpen('grant')}>Grant premium</Button>}
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
          <GrantTable grants={grants} onRevoke={setOpen} />
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
            <Button variant="secondary" size="small" onClick={() => setOpen('sessions')}>
              End all sessions
            </Button>
          </div>
        </Section>
      </div>
      {open === 'grant' && <GrantDialog customer={customer} onClose={close} />}
      {open === 'sessions' && (
        <EndSessionsDialog
          customer={customer}
          onClose={close}
          onEnded={() => closeAndFocus(sessionsHeading)}
        />
      )}
      {typeof open === 'object' && open !== null && (
        <RevokeDialog grant={open} onClose={close} onRevoked={() => closeAndFocus(grantsHeading)} />
      )}
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
