import * as z from 'zod/mini';
import { defineEndpoint } from '#core/contract/endpoint.ts';
import { isoDate, text, timestamp } from '#core/contract/fields.ts';

export const SECURITY_EVENTS_PAGE_SIZE = 50;

/**
 * The kinds that the audit log lists if an administrator or the operator caused them: those that change something or take data
 * out. Sign-ins and failures are in the security log only.
 */
export const AUDITED_KINDS = [
  'account_created',
  'sessions_revoked',
  'password_changed',
  'second_factor_setup_started',
  'second_factor_enabled',
  'second_factor_removed',
  'second_factor_reset',
  'recovery_code_used',
  'recovery_codes_replaced',
  'administrator_created',
  'administrator_removed',
  'signal_published',
  'signal_edited',
  'signal_deleted',
  'signal_outcome_decided',
  'adjustment_confirmed',
  'adjustment_removed',
  'signal_draft_saved',
  'signal_draft_deleted',
  'signal_draft_submitted',
  'signal_draft_withdrawn',
  'signal_draft_returned',
  'signal_approved',
  'analyst_saved',
  'analyst_removed',
  'news_source_added',
  'news_source_edited',
  'news_source_fetched',
  'news_resanitized',
  'import_started',
  'import_reverted',
  'waiting_import_dismissed',
  'import_alias_saved',
  'import_alias_removed',
  'corporate_action_edited',
  'corporate_action_merged',
  'filing_confirmed',
  'filing_dismissed',
  'holiday_saved',
  'holiday_removed',
  'bank_holiday_saved',
  'bank_holiday_removed',
  'settlement_date_saved',
  'settlement_date_removed',
  'market_notice_imported',
  'company_status_saved',
  'company_status_reverted',
  'schedule_saved',
  'schedule_removed',
  'cost_preset_saved',
  'cost_preset_removed',
  'premium_granted',
  'premium_revoked',
  'subscription_linked',
  'billing_event_replayed',
  'payments_exported',
  'transfer_confirmed',
  'transfer_reverted',
  'transfer_refunded',
  'transfer_row_settled',
  'jobs_retried',
  'push_key_made',
  'setup_tested',
  'task_emails_changed',
  'record_bundle_exported',
  'backup_created',
  'database_restored',
] as const;

/** The kinds of security events. The codes are stable: they are stored, logged and exported. */
export const SECURITY_EVENT_KINDS = [
  'sign_in_succeeded',
  'sign_in_failed',
  'sign_in_throttled',
  'second_factor_requested',
  'signed_out',
  'refresh_token_reused',
  'account_deleted',
  'account_exported',
  'feed_link_created',
  'feed_link_revoked',
  'api_key_created',
  'api_key_revoked',
  'webhook_added',
  'webhook_removed',
  'webhook_secret_replaced',
  'telegram_linked',
  'telegram_unlinked',
  'risk_statement_accepted',
  'email_verified',
  'google_linked',
  'password_reset_requested',
  'password_reset_completed',
  'password_check_failed',
  'google_confirmation_failed',
  'second_factor_failed',
  'access_denied',
  'request_throttled',
  ...AUDITED_KINDS,
] as const;
export type SecurityEventKind = (typeof SECURITY_EVENT_KINDS)[number];

/**
 * The kinds that are stored for five years, as the regulations for research ask: what administrators did to signals and analysts,
 * and what customers accepted. A trigger of `security_events` repeats the pattern.
 */
export const FIVE_YEAR_KINDS = /* @__PURE__ */ SECURITY_EVENT_KINDS.filter((kind) =>
  /^(signal|analyst|risk_statement)_/.test(kind),
);

/** The name of the operator, who has no account, in the filter of the audit log. */
export const OPERATOR_ACTOR = 'operator';

/** Dates in the range that every database supports. */
export const SecurityEventDate = /* @__PURE__ */ isoDate.check(
  z.refine((date) => date >= '2000-01-01' && date < '3000-01-01', 'Enter a date from 2000 to 2999.'),
);

const SecurityEvent = z.object({
  id: z.int(),
  occurred_at: timestamp,
  /** One of `SECURITY_EVENT_KINDS`, or that of an event which a newer release recorded. */
  kind: z.string(),
  outcome: z.enum(['success', 'failure']),
  /** The number of occurrences: repeated failures are stored once a minute. */
  count: z.int(),
  /** The account that acted or was signed in to; `null` when no account exists or failures are aggregated. */
  account: z.nullable(
    z.object({
      kind: z.enum(['customer', 'administrator', 'operator']),
      id: z.nullable(z.string()),
      /** The email or username; `null` once the account is deleted. */
      name: z.nullable(z.string()),
    }),
  ),
  ip_address: z.nullable(z.string()),
  device: z.nullable(z.string()),
  session_id: z.nullable(z.string()),
  target: z.nullable(z.object({ type: z.string(), id: z.string() })),
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
});
export type SecurityEvent = z.infer<typeof SecurityEvent>;

export const listSecurityEvents = defineEndpoint({
  method: 'GET',
  path: '/admin/security-events/',
  summary: 'List security events, newest first, 50 per page',
  access: 'administrator',
  query: z.object({
    kind: z.optional(z.enum(SECURITY_EVENT_KINDS)),
    /** The id of an account, a customer's email or an administrator's username. */
    account: z.optional(text({ minLength: 0, maxLength: 254 })),
    ip_address: z.optional(text({ minLength: 0, maxLength: 45 })),
    /** Dates in Karachi, both inclusive. */
    from_date: z.optional(SecurityEventDate),
    to_date: z.optional(SecurityEventDate),
    /** From the `next` URL of the previous page. */
    cursor: z.optional(z.string()),
  }),
  response: z.object({ next: z.nullable(z.string()), results: z.array(SecurityEvent) }),
});

export const listAuditLog = defineEndpoint({
  method: 'GET',
  path: '/admin/audit-log/',
  summary: 'List the actions of administrators and operators, newest first, 50 per page',
  access: 'administrator',
  query: z.object({
    action: z.optional(z.enum(AUDITED_KINDS)),
    /** The username or id of an administrator, or `operator` for commands. */
    actor: z.optional(text({ minLength: 0, maxLength: 254 })),
    /** Dates in Karachi, both inclusive. */
    from_date: z.optional(SecurityEventDate),
    to_date: z.optional(SecurityEventDate),
    /** From the `next` URL of the previous page. */
    cursor: z.optional(z.string()),
  }),
  response: z.object({ next: z.nullable(z.string()), results: z.array(SecurityEvent) }),
});
