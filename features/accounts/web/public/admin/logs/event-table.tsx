import { Link } from 'react-router';
import {
  SECURITY_EVENT_KINDS,
  type SecurityEvent,
  type SecurityEventKind,
} from '#core/contract/accounts/security-events.ts';
import { formatShortDate } from '#core/contract/dates.ts';
import { Badge } from '#core/web/ui/badge.tsx';
import { DataTable } from '#core/web/ui/data-table.tsx';
import { PakistanTime } from '#core/web/ui/times/pakistan-time.tsx';
import { buildCustomersUrl } from '#features/billing/web/public/admin/customers/customer-links.ts';
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
            <span>{count}</span>
            <span className="sr-only"> times</span>
          </span>
        )}
      </span>
      {details.length > 0 && <span className="mt-0.5 block text-muted">{details.join(', ')}</span>}
      {target?.type === 'customer' && (
        <Link to={buildCustomersUrl({ search: '', page: 1 }, target.id)} className={`mt-0.5 block ${LINK}`}>
          {`Customer ${target.id.slice(0, 8)}`}
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
      <Link to={getLogUrl(securityLog, { ip_address })} className={`figures ${LINK}`} translate="no">
        {ip_address}
      </Link>
      {device && <span className="block text-muted">{device}</span>}
    </>
  );
}

/** The labels that are not the words of the code. */
const EVENT_LABELS: Partial<Record<string, string>> = {
  sign_in_succeeded: 'Signed in',
  sign_in_failed: 'Sign-in failed',
  sign_in_throttled: 'Sign-in rejected: too many attempts',
  second_factor_requested: 'Password accepted, code requested',
  sessions_revoked: 'Sessions ended',
  refresh_token_reused: 'Refresh token reuse detected, session ended',
  account_exported: 'Account data exported',
  feed_link_created: 'Feed URL created',
  feed_link_revoked: 'Feed URL revoked',
  api_key_created: 'API key created',
  api_key_revoked: 'API key revoked',
  telegram_linked: 'Telegram chat linked',
  telegram_unlinked: 'Telegram chat unlinked',
  google_linked: 'Google account linked',
  password_reset_completed: 'Password reset',
  password_check_failed: 'Password confirmation failed',
  second_factor_failed: 'Second factor code rejected',
  request_throttled: 'Too many requests',
  signal_draft_saved: 'Draft of a signal saved',
  signal_draft_deleted: 'Draft of a signal deleted',
  signal_draft_submitted: 'Signal submitted for approval',
  signal_draft_withdrawn: 'Submitted signal withdrawn',
  signal_draft_returned: 'Submitted signal sent back',
  signal_approved: 'Signal approved and published',
  news_resanitized: 'News articles sanitized again',
  waiting_import_dismissed: 'Download dismissed',
  adjustment_confirmed: 'Adjustment of prices confirmed',
  adjustment_removed: 'Adjustment of prices removed',
  corporate_action_edited: 'Meeting or closure edited',
  corporate_action_merged: 'Meetings or closures merged',
  import_alias_saved: 'Company of a printed name chosen',
  import_alias_removed: 'Company of a printed name removed',
  schedule_saved: 'Trading hours saved',
  schedule_removed: 'Trading hours removed',
  billing_event_replayed: 'Paddle event replayed',
  jobs_retried: 'Failed jobs queued again',
  push_key_made: 'Key for push messages made',
  setup_tested: 'Item of the setup tested',
  task_emails_changed: 'Emails about tasks changed',
  record_bundle_exported: 'Inspection bundle exported',
} satisfies Partial<Record<SecurityEventKind, string>>;

/** Returns the label of a kind. Servers of a newer release, before a rollback for example, record kinds that this one lacks. */
export function getEventLabel(kind: string): string {
  if (!SECURITY_EVENT_KINDS.some((each) => each === kind)) return `Unknown event: ${kind}`;
  return EVENT_LABELS[kind] ?? kind.charAt(0).toUpperCase() + formatType(kind.slice(1));
}

const REASONS: Record<string, string> = {
  wrong_credentials: 'wrong password',
  second_factor_wrong: 'wrong code',
  permission_denied: 'not allowed for this account',
  throttled: 'limit reached',
  too_many_sign_ins: 'server busy',
};

const METHODS: Record<string, string> = {
  password: 'with password',
  google: 'with Google',
  registration: 'by registration',
};

const SCOPES: Record<string, string> = {
  one: 'one session',
  others: 'all other sessions ended',
  all: 'all sessions ended',
};

/** Describes the details of an event in short phrases. */
function describeDetails({ account, outcome, details, target, ip_address }: SecurityEvent): string[] {
  const { method, second_factor, reason, endpoint, label, until, scope, note, is_takeover, is_summary } =
    details;
  const { before, after, warnings, submitted_by, version, place, username } = details;
  return [
    // The name of a chat can look like a username.
    username && `username ${username}`,
    label && (username ? `name ${JSON.stringify(label)}` : String(label)),
    target &&
      target.type !== 'customer' &&
      target.type !== 'session' &&
      `${formatType(target.type)} ${shortenId(target.id)}`,
    method && (outcome === 'success' || method !== 'password') && METHODS[String(method)],
    second_factor && 'with second factor',
    // The account column already shows that there is no such account.
    reason &&
      !(reason === 'wrong_credentials' && account === null) &&
      (REASONS[String(reason)] ?? String(reason).replaceAll('_', ' ')),
    endpoint && String(endpoint),
    until && `until ${formatShortDate(String(until))}`,
    scope && SCOPES[String(scope)],
    version !== undefined && `version ${version}`,
    place && String(place).replaceAll('_', ' '),
    before !== undefined && after !== undefined && `${before} → ${after}`,
    submitted_by && `submitted by ${submitted_by}`,
    warnings && `overridden warnings: ${String(warnings).replaceAll('_', ' ')}`,
    note && `“${note}”`,
    is_takeover && 'earlier password removed',
    is_summary && (ip_address ? 'summary of this IP address' : 'various accounts or IP addresses'),
  ].filter((phrase) => typeof phrase === 'string');
}

/** Describes the account column of an event whose account has no name. */
function describeMissingAccount({ account, details }: SecurityEvent): string {
  if (account?.kind === 'operator') return 'Operator';
  if (account) return `Deleted ${account.kind}`;
  if (details.is_summary) return 'Various';
  // Equal hashes mean that the same identifier was entered.
  if (details.identifier_hash) return `No such account (${String(details.identifier_hash).slice(0, 6)})`;
  return 'Visitor';
}

const formatType = (type: string) => type.replaceAll('_', ' ');

const shortenId = (id: string) => (/^[0-9a-f]{8}-/.test(id) ? id.slice(0, 8) : id);
