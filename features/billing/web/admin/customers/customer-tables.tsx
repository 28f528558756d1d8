import type { RefObject } from 'react';
import { RowAction } from '#core/web/admin/row-action.tsx';
import { TableSection } from '#core/web/admin/table-section.tsx';
import { getNow } from '#core/web/api/server-clock.ts';
import { Badge, type BadgeVariant } from '#core/web/ui/badge.tsx';
import { EndDate, PakistanDate, PakistanTime } from '#core/web/ui/times/pakistan-time.tsx';
import { type AcceptancePlace, RISK_STATEMENT_VERSION } from '#features/accounts/contract/risk-statement.ts';
import type { CustomerDetail, PremiumGrant } from '#features/billing/contract/admin-endpoints.ts';
import { formatPrice, INTERVAL_NAMES } from '#features/billing/contract/format-price.ts';
import { StatusBadge } from '#features/billing/web/subscriptions/status-badge.tsx';
import { PaddleIds } from './customer-cells.tsx';

interface GrantTableProps {
  grants: readonly PremiumGrant[];
  onRevoke: (grant: PremiumGrant) => void;
  headingRef: RefObject<HTMLHeadingElement | null>;
}

/** Lists premium granted by administrators, including ended and revoked grants. */
export const GrantTable = ({ grants, onRevoke, headingRef }: GrantTableProps) => (
  <TableSection
    title="Premium grants"
    emptyText="No grants."
    headingRef={headingRef}
    rows={grants}
    getKey={({ id }) => id}
    columns={{
      Reason: ({ reason, granted_by }) => (
        <>
          <span className="block font-semibold">{reason}</span>
          <span className="block text-muted">{`By ${granted_by}`}</span>
        </>
      ),
      From: ({ starts_at }) => <PakistanTime at={starts_at} />,
      Until: ({ ends_at }) => <EndDate at={ends_at} />,
      Status: (grant) => <GrantStatus grant={grant} />,
    }}
    actions={(grant) =>
      isActive(grant) && (
        <RowAction row={grant.reason} onClick={() => onRevoke(grant)}>
          Revoke
        </RowAction>
      )
    }
  />
);

const isActive = ({ revoked_at, ends_at }: PremiumGrant) =>
  revoked_at === null && Date.parse(ends_at) > getNow().getTime();

function GrantStatus({ grant }: { grant: PremiumGrant }) {
  if (isActive(grant)) return <Badge variant="active">Active</Badge>;
  if (grant.revoked_at === null) return <Badge variant="muted">Ended</Badge>;
  return (
    <>
      <Badge variant="outline">Revoked</Badge>
      <span className="block">{grant.revocation_reason}</span>
      <span className="block text-muted">
        <PakistanTime at={grant.revoked_at} />, by <span>{grant.revoked_by}</span>
      </span>
    </>
  );
}

const PLACES: Record<AcceptancePlace, string> = {
  sign_up: 'When signing up',
  prompt: 'In the prompt after signing in',
  premium: 'Before reading premium signals',
};

/** Lists the accepted versions of the risk statement, newest first. */
export const AcceptanceTable = ({ acceptances }: { acceptances: CustomerDetail['risk_acceptances'] }) => (
  <TableSection
    title="Risk statement"
    emptyText="No version accepted. Premium signals are shown after the current one is accepted."
    rows={acceptances.toReversed()}
    getKey={({ version }) => version}
    columns={{
      Version: ({ version }) => (
        <>
          <span className="font-semibold">{`Version ${version}`}</span>
          {version === RISK_STATEMENT_VERSION && <span className="text-muted">, current</span>}
        </>
      ),
      Accepted: ({ accepted_at }) => <PakistanTime at={accepted_at} />,
      Where: ({ place }) => PLACES[place],
    }}
  />
);

/** Lists subscriptions as last reported by Paddle. */
export const SubscriptionTable = ({ subscriptions }: { subscriptions: CustomerDetail['subscriptions'] }) => (
  <TableSection
    title="Subscriptions"
    emptyText="No subscriptions."
    rows={subscriptions}
    getKey={({ id }) => id}
    columns={{
      Subscription: (each) => (
        <>
          <span className="block font-semibold">{each.product_name}</span>
          <span className="figures block text-muted">
            {`${formatPrice(each)} ${INTERVAL_NAMES[each.interval].toLowerCase()}`}
          </span>
        </>
      ),
      Status: ({ status, get_status_display }) => <StatusBadge status={status} text={get_status_display} />,
      'Period end': ({ current_billing_period_end: end }) => (end ? <EndDate at={end} /> : <None />),
      'Next payment': ({ next_payment_date: next }) => (next ? <PakistanDate at={next} /> : <None />),
      'Paddle IDs': ({ paddle_subscription_id, paddle_customer_id }) => (
        <PaddleIds ids={[paddle_subscription_id, paddle_customer_id]} />
      ),
    }}
  />
);

const None = () => <span className="text-muted">None</span>;

/** Lists Paddle transactions, with Paddle's status names. */
export const PaymentTable = ({ payments }: { payments: CustomerDetail['payments'] }) => (
  <TableSection
    title="Payments"
    emptyText="No payments."
    rows={payments}
    getKey={({ id }) => id}
    numeric={['Amount']}
    columns={{
      Billed: ({ billed_at }) =>
        billed_at ? <PakistanTime at={billed_at} /> : <span className="text-muted">Not yet</span>,
      Status: ({ status }) => (
        <Badge variant={VARIANTS[status] ?? 'muted'}>{status.replaceAll('_', ' ')}</Badge>
      ),
      Amount: ({ total, currency }) => (
        <span className="font-semibold">{formatPrice({ price: total, currency })}</span>
      ),
      'Paddle IDs': ({ id, paddle_subscription_id }) => <PaddleIds ids={[id, paddle_subscription_id]} />,
    }}
  />
);

const VARIANTS: Record<string, BadgeVariant> = { completed: 'active', paid: 'active', past_due: 'danger' };
