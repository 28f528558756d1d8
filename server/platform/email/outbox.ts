import { and, asc, eq, sql } from 'drizzle-orm';
import { type Clock, HOUR, MINUTE, SECOND } from '#server/platform/clock.ts';
import type { Database, Transaction } from '#server/platform/database.ts';
import type { Logger } from '#server/platform/logger.ts';
import { afterOnDatabase, databaseNow, isDue } from '#server/platform/schedule.ts';
import { demoMailbox, outgoingMails } from './email.tables.ts';
import type { Message, SendMessage } from './transport.ts';

/** A mail to be written: by which template and to whom. All else is looked up when it is written. */
export interface QueuedMail {
  template: string;
  recipient: string;
}

/** Writes a mail when it is about to be sent, tokens included; `null` when there is nothing to send after all. */
export type MailTemplate = (tx: Transaction, mail: QueuedMail, now: Date) => Promise<Message | null>;
export type MailTemplates = Record<string, MailTemplate>;

export interface Mailer {
  /** Says that a mail was queued and committed; it is sent soon. */
  wake(): void;
  /** Sends everything that is due. */
  sendDue(): Promise<void>;
  start(): void;
  close(): Promise<void>;
}

/** While a mail is being sent no other server takes it; after that long it counts as not sent. */
const LEASE_MS = 5 * MINUTE;
const FIRST_RETRY_MS = 30 * SECOND;
const LONGEST_RETRY_MS = HOUR;
const MAX_ATTEMPTS = 8;
const POLL_MS = 20 * SECOND;

/** Queues a mail in the transaction that is the reason for it: sent if and only if that is committed. */
export async function queueMail(tx: Transaction, mail: QueuedMail, now: Date): Promise<void> {
  await tx.insert(outgoingMails).values({ ...mail, queuedAt: now, nextAttemptAt: databaseNow });
}

/** Sends queued mails, of whichever server, with retries. */
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
  templates: MailTemplates;
  send: SendMessage;
}): Mailer {
  let timer: NodeJS.Timeout | undefined;
  let underWay: Promise<void> | undefined;
  let isWanted = false;

  async function sendDue(): Promise<void> {
    for (let mail = await claim(); mail; mail = await claim()) await sendOne(mail);
  }

  /** The next mail that is due, taken so that no other server sends it too. */
  async function claim() {
    const isNext = isDue(outgoingMails.nextAttemptAt, databaseNow, LONGEST_RETRY_MS);
    const next = database.db
      .select({ id: outgoingMails.id })
      .from(outgoingMails)
      .where(isNext)
      .orderBy(asc(outgoingMails.nextAttemptAt))
      .limit(1)
      .for('update', { skipLocked: true });
    const [mail] = await database.db
      .update(outgoingMails)
      .set({
        nextAttemptAt: afterOnDatabase(databaseNow, LEASE_MS),
        attempts: sql`${outgoingMails.attempts} + 1`,
      })
      .where(and(eq(outgoingMails.id, sql`(${next})`), isNext))
      .returning();
    return mail;
  }

  async function sendOne(mail: typeof outgoingMails.$inferSelect): Promise<void> {
    const { id, template, attempts } = mail;
    try {
      const write = templates[template];
      if (!write) throw new Error(`there is no mail template "${template}"`);
      const message = await database.transaction((tx) => write(tx, mail, clock.now()));
      if (message) await send(message);
      await database.db.delete(outgoingMails).where(eq(outgoingMails.id, id));
    } catch (error) {
      const isGivenUp = attempts >= MAX_ATTEMPTS;
      logger.error({ err: error, template, attempts, isGivenUp }, 'a mail could not be sent');
      if (isGivenUp) await database.db.delete(outgoingMails).where(eq(outgoingMails.id, id));
      else await postpone(id, attempts, error);
    }
  }

  async function postpone(id: string, attempts: number, error: unknown): Promise<void> {
    const delayMs = Math.min(FIRST_RETRY_MS * 2 ** (attempts - 1), LONGEST_RETRY_MS);
    await database.db
      .update(outgoingMails)
      .set({ nextAttemptAt: afterOnDatabase(databaseNow, delayMs), lastError: String(error).slice(0, 500) })
      .where(eq(outgoingMails.id, id));
  }

  function wake(): void {
    isWanted = true;
    underWay ??= run();
  }

  async function run(): Promise<void> {
    while (isWanted) {
      isWanted = false;
      await sendDue().catch((error) => logger.error({ err: error }, 'mails could not be sent'));
    }
    underWay = undefined;
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
      isWanted = false;
      await underWay;
    },
  };
}

/** Removes every mail to an address that is waiting, and what the demo's mailbox holds for it. */
export async function removeMailsTo(tx: Transaction, recipient: string): Promise<void> {
  await tx.delete(outgoingMails).where(eq(outgoingMails.recipient, recipient));
  await tx.delete(demoMailbox).where(eq(demoMailbox.recipient, recipient));
}
