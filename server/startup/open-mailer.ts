import { type Config, mailDelivery } from '#server/config/config.ts';
import { accountMails } from '#server/domains/accounts/accounts.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/database.ts';
import { createMailer, type Mailer } from '#server/platform/email/outbox.ts';
import {
  mailboxTransport,
  noTransport,
  type SendMessage,
  smtpTransport,
} from '#server/platform/email/transport.ts';
import type { Logger } from '#server/platform/logger.ts';

/** Sends the product's mails: over the configured mail server, or in the demo of this machine into its mailbox. */
export function openMailer(
  config: Config,
  { database, clock, logger }: { database: Database; clock: Clock; logger: Logger },
): Mailer {
  const send = transport();
  return createMailer({ database, clock, logger, templates: accountMails(config), send });

  function transport(): SendMessage {
    if (config.mail) return smtpTransport(config.mail.smtpUrl, config.mail.from);
    return mailDelivery(config) === 'mailbox' ? mailboxTransport(database, clock) : noTransport(logger);
  }
}
