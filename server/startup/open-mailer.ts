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

/** Sends the product's mails: over the configured mail server, or in the demo of this machine into its mailbox. */
export function openMailer(
  config: Config,
  { database, clock, logger }: { database: Database; clock: Clock; logger: Logger },
): Mailer {
  const send = transport();
  return createMailer({ database, clock, logger, templates: createAccountEmails(config), send });

  function transport(): SendMessage {
    if (config.mail) return createSmtpTransport(config.mail.smtpUrl, config.mail.from);
    return getEmailDelivery(config) === 'mailbox'
      ? createMailboxTransport(database, clock)
      : createDiscardingTransport(logger);
  }
}
