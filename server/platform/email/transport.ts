import { desc, notInArray } from 'drizzle-orm';
import { createTransport } from 'nodemailer';
import { type Clock, SECOND } from '#server/platform/clock.ts';
import type { Database, Queryable } from '#server/platform/database.ts';
import type { Logger } from '#server/platform/logger.ts';
import { demoMailbox } from './email.tables.ts';

/** A mail as it goes out. */
export interface Message {
  to: string;
  subject: string;
  text: string;
}

/** Hands a mail over; throws when it could not be handed over. */
export type SendMessage = (message: Message) => Promise<void>;

const SMTP_TIMEOUT_MS = 15 * SECOND;
const MAILBOX_SIZE = 200;

/** Sends over a mail server: `smtps://user:password@host:465` or `smtp://…`. */
export function smtpTransport(url: string, from: string): SendMessage {
  const transport = createTransport({
    url,
    connectionTimeout: SMTP_TIMEOUT_MS,
    greetingTimeout: SMTP_TIMEOUT_MS,
    socketTimeout: SMTP_TIMEOUT_MS,
    // A mail is what its template wrote, never a file or a page that it names.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return async ({ to, subject, text }) => {
    await transport.sendMail({
      from,
      // As an object, so that it is one address whatever it holds.
      to: { name: '', address: oneLine(to) },
      subject: oneLine(subject),
      text,
      headers: { 'Auto-Submitted': 'auto-generated' },
    });
  };
}

/** What stands in a header must not begin another one. */
const oneLine = (text: string) => text.replace(/[\r\n]+/g, ' ');

/** Keeps mails for the demo's mailbox page instead of sending them. */
export function mailboxTransport(database: Database, clock: Clock): SendMessage {
  return (message) =>
    database.transaction(async (tx) => {
      const { to: recipient, subject, text } = message;
      await tx.insert(demoMailbox).values({ recipient, subject, text, sentAt: clock.now() });
      const kept = tx
        .select({ id: demoMailbox.id })
        .from(demoMailbox)
        .orderBy(desc(demoMailbox.sentAt))
        .limit(MAILBOX_SIZE);
      await tx.delete(demoMailbox).where(notInArray(demoMailbox.id, kept));
    });
}

/** For a demo on the network: its mailbox would open every account to everybody, and it has no mail server. */
export function noTransport(logger: Logger): SendMessage {
  return async ({ subject }) => logger.warn({ subject }, 'no mail server is configured: a mail was not sent');
}

export function readDemoMailbox(db: Queryable) {
  return db.select().from(demoMailbox).orderBy(desc(demoMailbox.sentAt)).limit(MAILBOX_SIZE);
}
