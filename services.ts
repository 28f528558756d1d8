import type { Config } from './core/server/config/config.ts';
import { getEmailDelivery } from './core/server/config/service-modes.ts';
import type { Clock } from './core/server/platform/clock.ts';
import type { Database } from './core/server/platform/database.ts';
import { handleEmails } from './core/server/platform/email/outbox.ts';
import {
  createDiscardingTransport,
  createMailboxTransport,
  createSmtpTransport,
  type SendMessage,
} from './core/server/platform/email/transport.ts';
import type { Jobs } from './core/server/platform/jobs/jobs.ts';
import type { Logger } from './core/server/platform/logger.ts';
import { createGuardedFetch, type GuardedFetch } from './core/server/platform/outbound/guarded-fetch.ts';
import { createAccountEmails } from './features/accounts/server/accounts.ts';
import { createAlertEmails, listChannels } from './features/alerts/server/alerts.ts';
import { createBillingEmails, createStatementHandler } from './features/billing/server/billing.ts';
import { createEventHandlers } from './features/corporate-actions/server/corporate-actions.ts';
import { createImporter, type Importer } from './features/imports/server/imports.ts';
import type { SigningKey } from './features/ledger/server/ledger.ts';
import { createCompanyHandler } from './features/market/server/companies/companies.ts';
import { createPriceHandlers } from './features/market/server/prices/prices.ts';
import { createFeedPipeline } from './features/news/server/news.ts';
import { createTaskEmails } from './features/operations/server/operations.ts';
import { listSymbolsInPlay } from './features/signals/server/signals.ts';

/** Sends queued emails: with the configured mail server, or in a private demo to the mailbox page. */
export function setUpMailer(
  config: Config,
  jobs: Jobs,
  { database, clock, logger }: { database: Database; clock: Clock; logger: Logger },
): void {
  const send = createTransport();
  const templates = {
    ...createAccountEmails(config, { listChannels }),
    ...createBillingEmails(config),
    ...createAlertEmails(config, { database, clock }),
    ...createTaskEmails(config, database),
  };
  handleEmails(jobs, { database, clock, templates, send });

  function createTransport(): SendMessage {
    if (config.smtp) return createSmtpTransport(config.smtp.url, config.smtp.from);
    return getEmailDelivery(config) === 'mailbox'
      ? createMailboxTransport(database, clock)
      : createDiscardingTransport(logger);
  }
}

interface ImporterServices {
  database: Database;
  clock: Clock;
  logger: Logger;
  /** Signs the entries of imports in the ledger. Without it, a later entry or the job that signs does. */
  signingKey?: SigningKey | null;
}

/** Creates the importer of all kinds of files. */
export function setUpImporter({ signingKey = null, ...dependencies }: ImporterServices): Importer {
  const { database, clock } = dependencies;
  const handlers = {
    ...createEventHandlers(database),
    ...createPriceHandlers(database, clock, { listSymbolsInPlay }),
    ...createCompanyHandler(),
    ...createStatementHandler(),
  };
  return createImporter({ ...dependencies, handlers, signingKey });
}

export const setUpFeedPipeline = (config: Config) => createFeedPipeline(createOutboundFetch(config));

/** Creates the `fetch` for calls to other servers. Its user agent contains this site's URL for their operators. */
export function createOutboundFetch(config: Config): GuardedFetch {
  return createGuardedFetch({
    allowLoopback: config.isOutboundLoopbackAllowed,
    userAgent: `Tezi/1 (+${config.publicUrl})`,
  });
}
