import { type ReactNode, type RefObject, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Link } from 'react-router';
import type { CustomerDetail, PremiumGrant } from '#contract/billing/admin-endpoints.ts';
import { AdminNav } from '#web/routes/admin/admin-nav.tsx';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { LoadFailure } from '#web/ui/feedback/load-failure.tsx';
import { Loading } from '#web/ui/feedback/loading.tsx';
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
  /** Where the list was left. */
  listAddress: string;
  secondFactorSetUp: ReactNode;
}

export function CustomerView({ id, listAddress, secondFactorSetUp }: CustomerViewProps) {
  const { data, error, isNotFound, isSecondFactorMissing, isFetching, refetch } = useCustomer(id);
  if (isSecondFactorMissing) return secondFactorSetUp;
  return (
    <>
      <AdminNav />
      <p className="mb-3 text-sm">
        <Link to={listAddress} className="text-accent underline underline-offset-2">
          All customers
        </Link>
      </p>
      {!data && <PageHeader title="Customer" />}
      {error && (
        <LoadFailure isBusy={isFetching} onRetry={() => void refetch()} className="mb-4">
          {error}
        </LoadFailure>
      )}
      {!data && !error && !isNotFound && <Loading>Loading this customer...</Loading>}
      {isNotFound && (
        <EmptyState title="No Such Customer">The account may have been deleted by its owner.</EmptyState>
      )}
      {data && !isNotFound && <Known customer={data} />}
    </>
  );
}

type Open = 'grant' | 'sessions' | PremiumGrant | null;

function Known({ customer }: { customer: CustomerDetail }) {
  const [open, setOpen] = useState<Open>(null);
  const { email, phone, created_at, active_sessions, subscriptions, payments, grants } = customer;
  const close = () => setOpen(null);
  const granted = useRef<HTMLHeadingElement>(null);
  const sessions = useRef<HTMLHeadingElement>(null);
  // The button that had the focus went with its grant, or with the sessions.
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
        actions={<Button onClick={() => setOpen('grant')}>Grant Premium</Button>}
      />
      <div className="grid gap-8">
        <div className="text-sm">
          <PremiumState customer={customer} />
        </div>
        <Part
          title="Granted Premium"
          headingRef={granted}
          none="Nothing was granted."
          isEmpty={grants.length === 0}
        >
          <GrantTable grants={grants} onRevoke={setOpen} />
        </Part>
        <Part title="Subscriptions" none="No subscription." isEmpty={subscriptions.length === 0}>
          <SubscriptionTable subscriptions={subscriptions} />
        </Part>
        <Part title="Payments" none="No payment." isEmpty={payments.length === 0}>
          <PaymentTable payments={payments} />
        </Part>
        <Part
          title="Sessions"
          headingRef={sessions}
          none="Not signed in anywhere."
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
        </Part>
      </div>
      {open === 'grant' && <GrantDialog customer={customer} onClose={close} />}
      {open === 'sessions' && (
        <EndSessionsDialog customer={customer} onClose={close} onEnded={() => closeAndFocus(sessions)} />
      )}
      {typeof open === 'object' && open !== null && (
        <RevokeDialog grant={open} onClose={close} onRevoked={() => closeAndFocus(granted)} />
      )}
    </>
  );
}

interface PartProps {
  title: string;
  headingRef?: RefObject<HTMLHeadingElement | null>;
  /** What stands there when there is nothing. */
  none: string;
  isEmpty: boolean;
  children: ReactNode;
}

function Part({ title, headingRef, none, isEmpty, children }: PartProps) {
  return (
    <section>
      <h2 ref={headingRef} tabIndex={headingRef && -1} className="mb-2 text-lg">
        {title}
      </h2>
      {isEmpty ? <p className="text-sm text-muted">{none}</p> : children}
    </section>
  );
}
