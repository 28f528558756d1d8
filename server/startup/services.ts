import type { Config } from '#server/config/config.ts';
import { getEmailDelivery } from '#server/config/features.ts';
import { createAccountEmails } from '#server/domains/accounts/accounts.ts';
import { createAlertEmails } from '#server/domains/alerts/alerts.ts';
import { createBillingEmails } from '#server/domains/billing/billing.ts';
import { createCompanyHandler } from '#server/domains/companies/companies.ts';
import { createEventHandlers } from '#server/domains/corporate-actions/corporate-actions.ts';
import { createImporter, type Importer } from '#server/domains/imports/imports.ts';
import { createFeedPipeline } from '#server/domains/news/news.ts';
import { createPriceHandlers } from '#server/domains/prices/prices.ts';
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
import { createGuardedFetch, type GuardedFetch } from '#server/platform/outbound/guarded-fetch.ts';

/** Sends queued emails: with the configured mail server, or in a private demo to the mailbox page. */
export function setUpMailer(
  config: Config,
  jobs: Jobs,
  { database, clock, logger }: { database: Database; clock: Clock; logger: Logger },
): void {
  const send = createTransport();
  const templates = {
    ...createAccountEmails(config),
    ...createBillingEmails(config),
    ...createAlertEmails(config, { database, clock }),
  };
  handleEmails(jobs, { database, clock, templates, send });

  function createTransport(): SendMessage {
    if (config.smtp) return createSmtpTransport(config.smtp.url, config.smtp.from);
    return getEmailDelivery(config) === 'mailbox'
      ? createMailboxTransport(database, clock)
      : createDiscardingTransport(logger);
  }
}

/** Creates the importer of all kinds of files. */
export function setUpImporter(dependencies: { database: Database; clock: Clock; logger: Logger }): Importer {
  const { database, clock } = dependencies;
  const handlers = {
    ...createEventHandlers(database),
    ...createPriceHandlers(database, clock),
    ...createCompanyHandler(),
  };
  return createImporter({ ...dependencies, handlers });
}

export const setUpFeedPipeline = (config: Config) => createFeedPipeline(createOutboundFetch(config));

/** Creates the `fetch` for calls to other servers. Its user agent contains this site's URL for their operators. */
export function createOutboundFetch(config: Config): GuardedFetch {
  return createGuardedFetch({
    allowLoopback: config.isOutboundLoopbackAllowed,
    userAgent: `Tezi/1 (+${config.publicUrl})`,
  });
}
