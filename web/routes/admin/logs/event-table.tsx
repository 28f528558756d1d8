import { Link } from 'react-router';
import type { SecurityEvent } from '#contract/admin/security-events.ts';
import { buildCustomersUrl } from '#web/routes/admin/customers/customer-links.ts';
import { Badge } from '#web/ui/badge.tsx';
import { DataTable } from '#web/ui/data-table.tsx';
import { PakistanTime } from '#web/ui/pakistan-time.tsx';
import { describeDetails, describeMissingAccount, getEventLabel } from './event-labels.ts';
import { getLogUrl, securityLog } from './logs.ts';

const LINK = 'text-accent underline underline-offset-2';

interface EventTableProps {
  label: string;
  events: readonly SecurityEvent[];
}

export const EventTable = ({ label, events }: EventTableProps) => (
  <DataTable
    label={label}
    rows={events}
    getKey={({ id }) => id}
    columns={{
      Event: (event) => <EventCell event={event} />,
      Account: (event) => <AccountCell event={event} />,
      From: (event) => <SourceCell event={event} />,
      Time: ({ occurred_at }) => <PakistanTime at={occurred_at} withSeconds />,
    }}
  />
);

function EventCell({ event }: { event: SecurityEvent }) {
  const { kind, outcome, count, target } = event;
  const details = describeDetails(event);
  return (
    <>
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="font-semibold">{getEventLabel(kind)}</span>
        {outcome === 'failure' && <Badge variant="warning">Failure</Badge>}
        {count > 1 && (
          <span className="figures text-muted">
            <span aria-hidden="true">×</span>
            <span className="sr-only">repeated </span>
            {count}
            <span className="sr-only"> times</span>
          </span>
        )}
      </span>
      {details.length > 0 && <span className="mt-0.5 block text-muted">{details.join(', ')}</span>}
      {target?.type === 'customer' && (
        <Link to={buildCustomersUrl({ search: '', page: 1 }, target.id)} className={`mt-0.5 block ${LINK}`}>
          Customer {target.id.slice(0, 8)}
        </Link>
      )}
    </>
  );
}

function AccountCell({ event }: { event: SecurityEvent }) {
  const { account } = event;
  if (!account?.id) return <span className="text-muted">{describeMissingAccount(event)}</span>;
  const name = account.name ?? describeMissingAccount(event);
  return (
    <>
      <Link to={getLogUrl(securityLog, { account: account.name ?? account.id })} className={LINK}>
        {name}
      </Link>
      {account.kind === 'administrator' && <span className="block text-muted">Administrator</span>}
    </>
  );
}

function SourceCell({ event: { ip_address, device } }: { event: SecurityEvent }) {
  if (!ip_address) return <span className="text-muted">Not recorded</span>;
  return (
    <>
      <Link to={getLogUrl(securityLog, { ip_address })} className={`figures ${LINK}`}>
        {ip_address}
      </Link>
      {device && <span className="block text-muted">{device}</span>}
    </>
  );
}
