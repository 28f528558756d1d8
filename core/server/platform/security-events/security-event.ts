import type { SecurityEventKind } from '#core/contract/accounts/security-events.ts';
import type { Queryable } from '#core/server/platform/database.ts';

export interface EventAccount {
  kind: 'customer' | 'administrator' | 'operator';
  /** `null` for the operator, who has no account. */
  id: string | null;
}

/**
 * The only data that may be stored about an event: never a password, a token, a code, or the input of a field that might
 * contain one.
 */
export interface EventDetails {
  method?: 'password' | 'google' | 'registration';
  second_factor?: boolean;
  /** A stable code for the reason of a failure. */
  reason?: string;
  /** Method and path pattern of the request. */
  endpoint?: string;
  /** A keyed hash of an email or username without an account: users sometimes type passwords into that field. */
  identifier_hash?: string;
  /** Which sessions were revoked. */
  scope?: 'one' | 'others' | 'all';
  /** The name of the target: a symbol, a news source, a file, a holiday, a username. In the table only, like all content. */
  label?: string;
  /** The reason that an administrator gave. */
  note?: string;
  /** The changed fields of the target, see `describeChange`. In the table only, not in the log. */
  before?: string;
  after?: string;
  /** The administrator who submitted what another one approved. */
  submitted_by?: string;
  /** The warnings that the administrator overrode, with their fields. */
  warnings?: string;
  /** The last date of granted premium. */
  until?: string;
  /** The accepted version of the risk statement, and where it was accepted. */
  version?: number;
  place?: string;
  /** An account with an unverified email now belongs to the owner of the Google account. */
  is_takeover?: boolean;
  /** A summary of failures of many accounts or IP addresses: the limit on stored rows was reached. */
  is_summary?: boolean;
}

export interface NewSecurityEvent {
  kind: SecurityEventKind;
  /** The account that acted or was targeted; defaults to the caller. */
  account?: EventAccount | null;
  sessionId?: string;
  /** The submitted email or username if no account has it. Only a keyed hash is stored. */
  identifier?: string;
  target?: { type: string; id: string };
  details?: EventDetails;
}

/** Records the events of one caller: of a request or of a command. */
export interface EventRecorder {
  /** Stores an event in the transaction that it describes, and logs it after the commit. */
  record(db: Queryable, event: NewSecurityEvent): Promise<void>;
}
