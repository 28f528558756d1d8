import type { Config } from '#server/config/config.ts';
import { getEmailDelivery } from '#server/config/features.ts';
import { createAccountEmails } from '#server/domains/accounts/accounts.ts';
import { createBillingEmails } from '#server/domains/billing/billing.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/database.ts';
import { handleEmails } from '#server/platform/email/outbox.ts';
import {
  createDiscardingTransport,
  createMailboxTransport,
  createSmtpTransport,
  type SendMessage,
} from '#server/platform/email/transport.ts';
import type { Jobs } from '#server/platform/jobs/jobs.ts';
import type { Logger } from '#server/platform/logger.ts';

/** Sends queued emails: with the configured mail server, or in a private demo to the mailbox page. */
export function setUpMailer(
  config: Config,
  jobs: Jobs,
  { database, clock, logger }: { database: Database; clock: Clock; logger: Logger },
): void {
  const send = createTransport();
  const templates = { ...createAccountEmails(config), ...createBillingEmails(config) };
  handleEmails(jobs, { database, clock, templates, send });

  function createTransport(): SendMessage {
    if (config.smtp) return createSmtpTransport(config.smtp.url, config.smtp.from);
    return getEmailDelivery(config) === 'mailbox'
      ? createMailboxTransport(database, clock)
      : createDiscardingTransport(logger);
  }
}
