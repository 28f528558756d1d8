import { and, asc, eq, sql } from 'drizzle-orm';
import { type Clock, HOUR, MINUTE, SECOND } from '#server/platform/clock.ts';
import type { Database, Transaction } from '#server/platform/database.ts';
import type { Logger } from '#server/platform/logger.ts';
import { addToDatabaseTime, databaseNow, isDue } from '#server/platform/schedule.ts';
import { demoMailbox, outgoingEmails } from './email.tables.ts';
import type { Message, SendMessage } from './transport.ts';

/** The template and recipient of an email. All other data is read when it is rendered. */
export interface QueuedEmail {
  template: string;
  recipient: string;
}

/** Renders an email when it is about to be sent, tokens included; `null` if it is no longer needed. */
export type EmailTemplate = (tx: Transaction, email: QueuedEmail, now: Date) => Promise<Message | null>;
export type EmailTemplates = Record<string, EmailTemplate>;

export interface Mailer {
  /** Sends queued emails soon. Call it after the commit. */
  wake(): void;
  /** Sends all emails that are due. */
  sendDue(): Promise<void>;
  start(): void;
  close(): Promise<void>;
}

/** A claimed email is not sent by another server for this long; afterwards it counts as not sent. */
const LEASE_MS = 5 * MINUTE;
const FIRST_RETRY_MS = 30 * SECOND;
const LONGEST_RETRY_MS = HOUR;
const MAX_ATTEMPTS = 8;
const POLL_MS = 20 * SECOND;

/** Queues an email in the transaction that causes it: it is sent if and only if that transaction is committed. */
export async function queueEmail(tx: Transaction, email: QueuedEmail, now: Date): Promise<void> {
  await tx.insert(outgoingEmails).values({ ...email, queuedAt: now, nextAttemptAt: databaseNow });
}

/** Creates a mailer, which sends the queued emails of all servers, with retries. */
export function createMailer({
  database,
  clock,
  logger,
  templates,
  send,
}: {
  database: Database;
  clock: Clock;
  logger: Logger;
  templates: EmailTemplates;
  send: SendMessage;
}): Mailer {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let isRunRequested = false;

  async function sendDue(): Promise<void> {
    for (let email = await claim(); email; email = await claim()) await sendOne(email);
  }

  /** Claims the next email that is due, so that no other server sends it too. */
  async function claim() {
    const isNext = isDue(outgoingEmails.nextAttemptAt, databaseNow, LONGEST_RETRY_MS);
    const next = database.db
      .select({ id: outgoingEmails.id })
      .from(outgoingEmails)
      .where(isNext)
      .orderBy(asc(outgoingEmails.nextAttemptAt))
      .limit(1)
      .for('update', { skipLocked: true });
    const [email] = await database.db
      .update(outgoingEmails)
      .set({
        nextAttemptAt: addToDatabaseTime(databaseNow, LEASE_MS),
        attempts: sql`${outgoingEmails.attempts} + 1`,
      })
      .where(and(eq(outgoingEmails.id, sql`(${next})`), isNext))
      .returning();
    return email;
  }

  async function sendOne(email: typeof outgoingEmails.$inferSelect): Promise<void> {
    const { id, template, attempts } = email;
    try {
      const render = templates[template];
      if (!render) throw new Error(`there is no email template "${template}"`);
      const message = await database.transaction((tx) => render(tx, email, clock.now()));
      if (message) await send(message);
      await database.db.delete(outgoingEmails).where(eq(outgoingEmails.id, id));
    } catch (error) {
      const isFinal = attempts >= MAX_ATTEMPTS;
      logger.error({ err: error, template, attempts, isFinal }, 'sending an email failed');
      if (isFinal) await database.db.delete(outgoingEmails).where(eq(outgoingEmails.id, id));
      else await postpone(id, attempts, error);
    }
  }

  async function postpone(id: string, attempts: number, error: unknown): Promise<void> {
    const delayMs = Math.min(FIRST_RETRY_MS * 2 ** (attempts - 1), LONGEST_RETRY_MS);
    await database.db
      .update(outgoingEmails)
      .set({ nextAttemptAt: addToDatabaseTime(databaseNow, delayMs), lastError: String(error).slice(0, 500) })
      .where(eq(outgoingEmails.id, id));
  }

  function wake(): void {
    isRunRequested = true;
    running ??= run();
  }

  async function run(): Promise<void> {
    while (isRunRequested) {
      isRunRequested = false;
      await sendDue().catch((error) => logger.error({ err: error }, 'sending emails failed'));
    }
    running = undefined;
  }

  return {
    wake,
    sendDue,
    start() {
      timer ??= setInterval(wake, POLL_MS);
      wake();
    },
    async close() {
      clearInterval(timer);
      isRunRequested = false;
      await running;
    },
  };
}

/** Deletes all queued emails to a recipient, and those in the demo mailbox. */
export async function removeEmailsTo(tx: Transaction, recipient: string): Promise<void> {
  await tx.delete(outgoingEmails).where(eq(outgoingEmails.recipient, recipient));
  await tx.delete(demoMailbox).where(eq(demoMailbox.recipient, recipient));
}
