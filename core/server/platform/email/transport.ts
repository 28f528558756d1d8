import { desc, notInArray } from 'drizzle-orm';
import { createTransport } from 'nodemailer';
import { type Clock, SECOND } from '#core/server/platform/clock.ts';
import type { Database, Queryable } from '#core/server/platform/database.ts';
import type { Logger } from '#core/server/platform/logger.ts';
import { traceCall } from '#core/server/platform/tracing/tracing.ts';
import { demoMailbox } from './email.tables.ts';

/** An email to send. */
export interface Message {
  to: string;
  subject: string;
  text: string;
  /** Additional headers, such as those of a mailing list. */
  headers?: Record<string, string>;
  /** Called once the mail server has accepted the email. */
  onSent?: () => Promise<void>;
}

/** Sends an email; throws on failure. */
export type SendMessage = (message: Message) => Promise<void>;

const SMTP_TIMEOUT_MS = 15 * SECOND;
/** The number of emails that are sent at the same time. */
export const MAX_CONNECTIONS = 6;
/** A connection is used again within this time: a new one for each email costs several round trips. */
const IDLE_MS = 5 * SECOND;
/** How often an email is sent again whose connection was closed before any of it was sent. */
const MAX_REQUEUES = 1;
const MAILBOX_SIZE = 200;

/** Sends over an SMTP server: `smtps://user:password@host:465` or `smtp://…`. */
export function createSmtpTransport(url: string, from: string): SendMessage {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: MAX_CONNECTIONS,
    idleTimeout: IDLE_MS,
    maxRequeues: MAX_REQUEUES,
    connectionTimeout: SMTP_TIMEOUT_MS,
    greetingTimeout: SMTP_TIMEOUT_MS,
    socketTimeout: SMTP_TIMEOUT_MS,
    // The content comes from the template, never from a file or URL that it names.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const { hostname } = new URL(url);
  return ({ to, subject, text, headers }) =>
    traceCall(
      () => ({ name: 'SMTP', kind: 'client', attributes: { 'server.address': hostname } }),
      async () => {
        const email = {
          from,
          // As an object, so that it is one recipient even if it contains a comma.
          to: { name: '', address: toSingleLine(to) },
          subject: toSingleLine(subject),
          text,
          headers: { 'Auto-Submitted': 'auto-generated', ...headers },
        };
        await transport.sendMail(email).catch((error) => {
          throw withoutAddresses(error);
        });
      },
    );
}

/** Returns the error for the log, which must not contain email addresses. Servers often repeat the recipient in their replies. */
function withoutAddresses({ message, code, command, responseCode }: SmtpError): Error {
  const error = new Error(message.replace(/[^\s<>]+@[^\s<>]+/g, '[address]'));
  return Object.assign(error, { code, command, responseCode });
}

type SmtpError = Error & {
  code?: string;
  /** The SMTP command that the server rejected, such as `RCPT TO`. */
  command?: string;
  responseCode?: number;
};

/** Removes line breaks, which would allow header injection. */
const toSingleLine = (text: string) => text.replace(/[\r\n]+/g, ' ');

/** Stores emails for the demo's mailbox page instead of sending them. */
export function createMailboxTransport(database: Database, clock: Clock): SendMessage {
  return (message) =>
    database.transaction(async (tx) => {
      const { to: recipient, subject, text } = message;
      await tx.insert(demoMailbox).values({ recipient, subject, text, sentAt: clock.now() });
      const newest = tx
        .select({ id: demoMailbox.id })
        .from(demoMailbox)
        .orderBy(desc(demoMailbox.sentAt))
        .limit(MAILBOX_SIZE);
      await tx.delete(demoMailbox).where(notInArray(demoMailbox.id, newest));
    });
}

/**
 * Discards emails. For a demo on a network without an email server, where a mailbox page would give every visitor
 * access to every account.
 */
export function createDiscardingTransport(logger: Logger): SendMessage {
  return async ({ subject }) =>
    logger.warn({ subject }, 'no email server is configured: an email was not sent');
}

export function readDemoMailbox(db: Queryable) {
  return db.select().from(demoMailbox).orderBy(desc(demoMailbox.sentAt)).limit(MAILBOX_SIZE);
}
