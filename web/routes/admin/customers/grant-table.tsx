import type { PremiumGrant } from '#contract/billing/admin-endpoints.ts';
import { getNow } from '#web/api/server-clock.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { DataActions, DataCell, DataRow, DataTable } from '#web/ui/data-table.tsx';
import { EndDate, PakistanTime } from '#web/ui/pakistan-time.tsx';

interface GrantTableProps {
  grants: readonly PremiumGrant[];
  onRevoke: (grant: PremiumGrant) => void;
}

/** Lists premium granted by administrators, including ended and revoked grants. */
export function GrantTable({ grants, onRevoke }: GrantTableProps) {
  return (
    <DataTable label="Premium grants" columns={['Reason', 'From', 'Until', 'Status']} hasActions>
      {grants.map((grant) => (
        <DataRow
          key={grant.id}
          head={
            <>
              <span className="block font-semibold">{grant.reason}</span>
              <span className="block text-muted">By {grant.granted_by}</span>
            </>
          }
        >
          <DataCell label="From">
            <PakistanTime at={grant.starts_at} />
          </DataCell>
          <DataCell label="Until">
            <EndDate at={grant.ends_at} />
          </DataCell>
          <DataCell label="Status">
            <Status grant={grant} />
          </DataCell>
          <DataActions>
            {isActive(grant) && (
              <Button variant="secondary" size="small" onClick={() => onRevoke(grant)}>
                Revoke
                <span className="sr-only"> {grant.reason}</span>
              </Button>
            )}
          </DataActions>
        </DataRow>
      ))}
    </DataTable>
  );
}

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
