import {
  ADMIN_SETTINGS,
  CONTACT_SETTINGS,
  EMAIL_SETTINGS,
  GOOGLE_SETTINGS,
  PUSH_SETTINGS,
  TELEGRAM_SETTINGS,
  WEBHOOK_SETTINGS,
} from './account-settings.ts';
import { BANK_TRANSFER_SETTINGS } from './bank-transfer-settings.ts';
import { PADDLE_SETTINGS, PLAN_SETTINGS } from './billing-settings.ts';
import { BACKUP_SETTINGS, DATA_SETTINGS } from './data-settings.ts';
import { LIMIT_SETTINGS } from './limit-settings.ts';
import type { SettingsGroup } from './read-settings.ts';
import { MODE_SETTINGS, SERVER_SETTINGS, TRACING_SETTINGS } from './server-settings.ts';
import { RECORD_SETTINGS, SIGNAL_SETTINGS, TRACK_RECORD_SETTINGS } from './signal-settings.ts';

/** Every setting, in the order of the documentation. */
export const SETTINGS: readonly SettingsGroup[] = [
  { title: 'Server', settings: { ...MODE_SETTINGS, ...SERVER_SETTINGS } },
  { title: 'Tracing', settings: TRACING_SETTINGS },
  { title: 'Data', settings: DATA_SETTINGS },
  { title: 'Backups', settings: BACKUP_SETTINGS },
  { title: 'Public record', settings: RECORD_SETTINGS },
  { title: 'Administrators', settings: ADMIN_SETTINGS },
  { title: 'Contact and analyst', settings: CONTACT_SETTINGS },
  { title: 'Signals', settings: SIGNAL_SETTINGS },
  { title: 'Track record', settings: TRACK_RECORD_SETTINGS },
  { title: 'Email', settings: EMAIL_SETTINGS },
  { title: 'Push messages', settings: PUSH_SETTINGS },
  { title: 'Telegram', settings: TELEGRAM_SETTINGS },
  { title: 'Webhooks', settings: WEBHOOK_SETTINGS },
  { title: 'Sign-in with Google', settings: GOOGLE_SETTINGS },
  {
    title: 'Paddle account',
    description:
      'Subscriptions are sold through Paddle Billing. Without these settings production sells nothing, and the demo uses a simulator that charges no cards. The first four belong together. Use a Paddle account that sells nothing else, because any active subscription of a linked customer gives premium access. Set it to cancel, not pause, subscriptions whose payment retries have all failed: each resumption of a paused one starts another seven days of grace.',
    settings: PADDLE_SETTINGS,
  },
  { title: 'Plans', settings: PLAN_SETTINGS },
  {
    title: 'Bank transfer',
    description:
      'Customers pay in rupees by bank transfer or Raast, with or without a Paddle account. Off without these settings; the demo has an invented account. See `docs/operations/bank-transfer.md`.',
    settings: BANK_TRANSFER_SETTINGS,
  },
  {
    title: 'Rate limits',
    description:
      'Each limit is a maximum number of attempts in a window, with the units s, m and h. Limits per IP address are wide in the demo, where all users have the same one. An IPv6 address counts in its /64, and with four and sixteen times the limit in its /56 and /48.',
    settings: LIMIT_SETTINGS,
  },
];
