import { eq, type SQL, sql } from 'drizzle-orm';
import { type Clock, HOUR, MINUTE, SECOND } from '#core/server/platform/clock.ts';
import type { Database, Transaction } from '#core/server/platform/database.ts';
import { deleteJobs, enqueue } from '#core/server/platform/jobs/enqueue.ts';
import type { Jobs } from '#core/server/platform/jobs/jobs.ts';
import { defineQueue, ExpectedJobError } from '#core/server/platform/jobs/queue.ts';
import { demoMailbox } from './email.tables.ts';
import { MAX_CONNECTIONS, type Message, type SendMessage } from './transport.ts';

/** The template and recipient of an email. All other data is read when it is rendered. */
export interface QueuedEmail {
  template: string;
  recipient: string;
  /** The ID of what the email is about, for templates that need it. */
  subjectId?: string | null;
}

/** Renders an email when it is about to be sent, tokens included; `null` if it is no longer needed. */
export type EmailTemplate = (tx: Transaction, email: QueuedEmail, now: Date) => Promise<Message | null>;
export type EmailTemplates = Record<string, EmailTemplate>;

const emailSettings = {
  timeLimitMs: 5 * MINUTE,
  retries: { maxAttempts: 8, firstDelayMs: 30 * SECOND, longestDelayMs: HOUR },
  // Completed jobs stay for as long as an email may wait: if other emails were accepted in that time, the address is bad, not the mail server.
  keepCompletedMs: 2 * HOUR,
};
export const emailQueue = defineQueue<QueuedEmail>('email', emailSettings);

/** Emails to many customers, which must not delay those that someone waits for, such as of a password reset. */
export const bulkEmailQueue = defineQueue<QueuedEmail>('bulk-email', emailSettings);

/**
 * So many are sent at the same time: a mail server that is far away takes some tenths of a second for each. One connection is left for the emails that
 * someone waits for.
 */
const BULK_CONCURRENCY = MAX_CONNECTIONS - 1;

/** Queues an email in the transaction that causes it: it is sent if and only if that transaction is committed. */
export function queueEmail(tx: Transaction, email: QueuedEmail): Promise<void> {
  return enqueue(tx, emailQueue, email);
}

/** Sends the queued emails of all servers. */
export function handleEmails(
  jobs: Jobs,
  {
    database,
    clock,
    templates,
    send,
  }: { database: Database; clock: Clock; templates: EmailTemplates; send: SendMessage },
): void {
  const handle = async (email: QueuedEmail) => {
    const { template } = email;
    const render = templates[template];
    if (!render) throw new Error(`there is no email template "${template}"`);
    try {
      const message = await database.transaction((tx) => render(tx, email, clock.now()));
      if (!message) return;
      await send(message);
      await message.onSent?.();
    } catch (error) {
      const isRecipient = (error as { command?: unknown } | null)?.command === 'RCPT TO';
      const JobError = isRecipient ? ExpectedJobError : Error;
      throw new JobError(`sending the email "${template}" failed`, { cause: error });
    }
  };
  jobs.handle(emailQueue, handle);
  jobs.handle(bulkEmailQueue, handle, { concurrency: BULK_CONCURRENCY });
}

/** Selects whether the mail server permanently rejected the recipient, in the output of a job. */
export const isRecipientRejected = (output: SQL): SQL<boolean> => sql<boolean>`
  (coalesce(${output} #>> '{cause,command}', '') = 'RCPT TO' and (${output} #>> '{cause,responseCode}')::int >= 500)`;

/** Deletes all queued emails to a recipient, and those in the demo mailbox. */
export async function removeEmailsTo(tx: Transaction, recipient: string): Promise<void> {
  await deleteJobs(tx, emailQueue, { recipient });
  await deleteJobs(tx, bulkEmailQueue, { recipient });
  await tx.delete(demoMailbox).where(eq(demoMailbox.recipient, recipient));
}
