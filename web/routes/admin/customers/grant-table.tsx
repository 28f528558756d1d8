import type { PremiumGrant } from '#contract/billing/admin-endpoints.ts';
import { getNow } from '#web/api/server-clock.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { DataTable } from '#web/ui/data-table.tsx';
import { EndDate, PakistanTime } from '#web/ui/pakistan-time.tsx';

interface GrantTableProps {
  grants: readonly PremiumGrant[];
  onRevoke: (grant: PremiumGrant) => void;
}

/** Lists premium granted by administrators, including ended and revoked grants. */
export const GrantTable = ({ grants, onRevoke }: GrantTableProps) => (
  <DataTable
    label="Premium grants"
    rows={grants}
    getKey={({ id }) => id}
    columns={{
      Reason: ({ reason, granted_by }) => (
        <>
          <span className="block font-semibold">{reason}</span>
          <span className="block text-muted">By {granted_by}</span>
        </>
      ),
      From: ({ starts_at }) => <PakistanTime at={starts_at} />,
      Until: ({ ends_at }) => <EndDate at={ends_at} />,
      Status: (grant) => <Status grant={grant} />,
    }}
    actions={(grant) =>
      isActive(grant) && (
        <Button variant="secondary" size="small" onClick={() => onRevoke(grant)}>
          Revoke
          <span className="sr-only"> {grant.reason}</span>
        </Button>
      )
    }
  />
);

const isActive = ({ revoked_at, ends_at }: PremiumGrant) =>
  revoked_at === null && Date.parse(ends_at) > getNow().getTime();

function Status({ grant }: { grant: PremiumGrant }) {
  if (isActive(grant)) return <Badge variant="active">Active</Badge>;
  if (grant.revoked_at === null) return <Badge variant="muted">Ended</Badge>;
  return (
    <>
      <Badge variant="outline">Revoked</Badge>
      <span className="block">{grant.revocation_reason}</span>
      <span className="block text-muted">
        <PakistanTime at={grant.revoked_at} />, by {grant.revoked_by}
      </span>
    </>
  );
}
