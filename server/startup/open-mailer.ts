import type { Config } from '#server/config/config.ts';
import { getEmailDelivery } from '#server/config/features.ts';
import { createAccountEmails } from '#server/domains/accounts/accounts.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/database.ts';
import { createMailer, type Mailer } from '#server/platform/email/outbox.ts';
import {
  createDiscardingTransport,
  createMailboxTransport,
  createSmtpTransport,
  type SendMessage,
} from '#server/platform/email/transport.ts';
import type { Logger } from '#server/platform/logger.ts';

/** Creates the mailer: with the configured mail server, or in a private demo with the mailbox page. */
export function openMailer(
  config: Config,
  { database, clock, logger }: { database: Database; clock: Clock; logger: Logger },
): Mailer {
  const send = createTransport();
  return createMailer({ database, clock, logger, templates: createAccountEmails(config), send });

  function createTransport(): SendMessage {
    if (config.smtp) return createSmtpTransport(config.smtp.url, config.smtp.from);
    return getEmailDelivery(config) === 'mailbox'
      ? createMailboxTransport(database, clock)
      : createDiscardingTransport(logger);
  }
}
