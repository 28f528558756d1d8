import * as z from 'zod/mini';
import { defineEndpoint } from '#core/contract/endpoint.ts';
import { decimal, PASSWORD_MAX_LENGTH, secret, timestamp } from '#core/contract/fields.ts';
import { IndicatorSet, Indicators } from '#features/billing/contract/chart-tools.ts';
import { PositionsExport } from '#features/positions/contract/trades.ts';
import { ApiKey } from './api-keys.ts';
import { FeedLink } from './feed-links.ts';
import { GoogleTicket } from './google.ts';
import { RiskAcceptance } from './risk-statement.ts';
import { watchlistExportFields } from './watchlist.ts';

/** The stored billing data of a customer. */
const BillingExport = z.object({
  subscriptions: z.array(
    z.object({
      id: z.string(),
      paddle_subscription_id: z.string(),
      paddle_customer_id: z.string(),
      status: z.string(),
      product: z.string(),
      amount_in_smallest_unit: z.string(),
      currency: z.string(),
      interval: z.string(),
      started_at: timestamp,
      current_billing_period_start: z.nullable(timestamp),
      current_billing_period_end: z.nullable(timestamp),
      next_billed_at: z.nullable(timestamp),
    }),
  ),
  payments: z.array(
    z.object({
      id: z.string(),
      paddle_subscription_id: z.nullable(z.string()),
      status: z.string(),
      amount_in_smallest_unit: z.string(),
      currency: z.string(),
      billed_at: z.nullable(timestamp),
    }),
  ),
  premium_grants: z.array(
    z.object({
      reason: z.string(),
      starts_at: timestamp,
      ends_at: timestamp,
      revoked_at: z.nullable(timestamp),
    }),
  ),
  /** In rupees, as `bank_transfers`. */
  orders: z.array(
    z.object({
      code: z.string(),
      plan: z.string(),
      interval: z.string(),
      amount: decimal,
      payer_name: z.string(),
      status: z.string(),
      created_at: timestamp,
      receipts: z.int(),
    }),
  ),
  bank_transfers: z.array(
    z.object({
      receipt_number: z.string(),
      plan: z.string(),
      amount: decimal,
      starts_at: timestamp,
      ends_at: timestamp,
      removal: z.nullable(z.string()),
    }),
  ),
  chart_settings: z.object({ indicators: Indicators, sets: z.array(IndicatorSet) }),
});
export type BillingExport = z.infer<typeof BillingExport>;

/** The alerts of a customer, and the settings. Endpoints of devices and the secret of the webhook are not part of it. */
const AlertsExport = z.object({
  email: z.string(),
  quiet_hours: z.nullable(z.object({ from: z.string(), until: z.string(), time_zone: z.string() })),
  paused_until: z.nullable(timestamp),
  preferences: z.array(z.object({ kind: z.string(), channel: z.string(), mode: z.string() })),
  push_devices: z.array(
    z.object({ user_agent: z.nullable(z.string()), created_at: timestamp, last_seen_at: timestamp }),
  ),
  telegram_chat: z.nullable(
    z.object({
      id: z.int(),
      name: z.nullable(z.string()),
      username: z.nullable(z.string()),
      linked_at: z.nullable(timestamp),
    }),
  ),
  webhook: z.nullable(
    z.object({
      url: z.string(),
      created_at: timestamp,
      last_sent_at: z.nullable(timestamp),
      last_result: z.nullable(z.string()),
    }),
  ),
  inbox: z.array(
    z.object({
      kind: z.string(),
      signal_id: z.nullable(z.string()),
      occurred_at: timestamp,
      read_at: z.nullable(timestamp),
    }),
  ),
  deliveries: z.array(
    z.object({
      kind: z.string(),
      channel: z.string(),
      state: z.string(),
      reason: z.nullable(z.string()),
      due_at: timestamp,
      accepted_at: z.nullable(timestamp),
    }),
  ),
});
export type AlertsExport = z.infer<typeof AlertsExport>;

/** What the domains other than accounts store about a customer. */
const DomainsExport = z.extend(z.extend(BillingExport, watchlistExportFields), {
  alerts: AlertsExport,
  positions: PositionsExport,
});
export type DomainsExport = z.infer<typeof DomainsExport>;

/** All stored data of a customer. */
export const AccountExport = z.extend(DomainsExport, {
  exported_at: timestamp,
  account: z.object({
    email: z.string(),
    first_name: z.string(),
    last_name: z.string(),
    phone: z.nullable(z.string()),
    email_verified_at: z.nullable(timestamp),
    google_id: z.nullable(z.string()),
    has_password: z.boolean(),
    created_at: timestamp,
  }),
  /** The accepted versions of the risk statement, oldest first. */
  risk_acceptances: z.array(RiskAcceptance),
  /** Without the secrets, which are not stored. */
  api_keys: z.array(ApiKey),
  feeds: z.array(FeedLink),
  sessions: z.array(
    z.object({
      device: z.string(),
      user_agent: z.nullable(z.string()),
      created_at: timestamp,
      last_seen_at: timestamp,
      ended_at: z.nullable(timestamp),
    }),
  ),
  /** The account's entries in the security log, newest first. */
  security_events: z.array(
    z.object({
      occurred_at: timestamp,
      kind: z.string(),
      outcome: z.enum(['success', 'failure']),
      count: z.int(),
      ip_address: z.nullable(z.string()),
      device: z.nullable(z.string()),
    }),
  ),
});
export type AccountExport = z.infer<typeof AccountExport>;

export const exportAccount = defineEndpoint({
  method: 'GET',
  path: '/customers/export/',
  summary: 'Export all stored data of the signed-in customer',
  access: 'customer',
  response: AccountExport,
});

/** Requires the password, or the ticket of a new sign-in with Google. */
export const deleteAccount = defineEndpoint({
  method: 'POST',
  path: '/customers/delete-account/',
  summary: 'Permanently delete the signed-in customer',
  access: 'customer',
  endsSession: true,
  body: z.object({
    password: z.optional(secret({ maxLength: PASSWORD_MAX_LENGTH })),
    access_token: z.optional(GoogleTicket),
  }),
  response: z.object({ message: z.string() }),
});
