import { sql } from 'drizzle-orm';
import { type Check, count, type Finding, formatTime, off, ok } from '#core/server/platform/checks/checks.ts';
import { SECOND } from '#core/server/platform/clock.ts';
import type { Queryable } from '#core/server/platform/database.ts';
import { bulkEmailQueue, emailQueue, isRecipientRejected } from './outbox.ts';
import { createSmtpTransport } from './transport.ts';

/** An email that waits for longer has been tried several times. */
const LATE_MINUTES = 5;
/** So long may the first attempt of one among many take: 10,000 emails over six connections. */
const BULK_LATE_MINUTES = 30;
/** So many recipients are rejected in a row only by a mail server that does not accept emails from this site at all. */
const MANY_REJECTED = 5;

/**
 * Fails if emails wait for too long. Those whose recipient the mail server rejects permanently do not count, because anyone can register
 * with an address that does not exist, unless it rejects several and has accepted no email since.
 */
export const createEmailCheck = (
  db: Queryable,
  { smtp, mode }: { smtp: { url: string; from: string } | null; mode: 'demo' | 'production' },
): Check => ({
  id: 'email',
  title: 'Emails are sent',
  scope: 'shared',
  // The database compares times by its own.
  usesClock: false,
  setup: {
    group: 'Messages',
    purpose: 'Customers confirm their address, reset passwords and receive alerts and receipts by email.',
    settings: ['SMTP_URL', 'MAIL_FROM'],
    isEssential: true,
    ...(smtp === null ? {} : { test: ({ email }) => sendTest(smtp, email) }),
  },
  async run() {
    if (smtp === null && mode === 'production')
      return off(
        'No emails are sent: SMTP_URL is none. Customers cannot confirm their address, reset a password or receive alerts by email.',
        'Set SMTP_URL and MAIL_FROM to your mail server, and restart.',
      );
    const { rows } = await db.execute<{
      waiting: number;
      late: number;
      oldest: number;
      now: number;
      error: MailError | null;
    }>(sql`
      with waiting as (
        select name, created_on, output, data ->> 'recipient' as recipient, ${isRecipientRejected(sql`output`)} as "isRejected"
        from pgboss.job where name in (${emailQueue.name}, ${bulkEmailQueue.name}) and state <= 'active'),
      rejected as (
        select count(distinct recipient) >= ${MANY_REJECTED} as "areMany" from waiting
        where "isRejected" and created_on > coalesce((
          select max(completed_on) from pgboss.job
          where name in (${emailQueue.name}, ${bulkEmailQueue.name}) and state = 'completed'), '-infinity')),
      email as (select waiting.* from waiting, rejected where not "isRejected" or "areMany")
      select count(*)::int as waiting, extract(epoch from min(created_on))::float8 as oldest, extract(epoch from now())::float8 as now,
        count(*) filter (where created_on < now() - case when name = ${emailQueue.name} or output is not null
          then ${LATE_MINUTES}::float8 else ${BULK_LATE_MINUTES} end * interval '1 minute')::int as late,
        (select output -> 'cause' from email where output is not null order by created_on desc limit 1) as error
      from email`);
    const { waiting = 0, late = 0, oldest = 0, now = 0, error = null } = rows[0] ?? {};
    if (waiting === 0) return ok('No email waits.', { waiting, oldest_seconds: 0 });
    const figures = { waiting, oldest_seconds: Math.max(0, now - oldest) };
    const wait = `${count(waiting, 'email waits', 'emails wait')}, the oldest since ${formatTime(new Date(oldest * SECOND))}`;
    if (late === 0) return ok(`${wait}.`, figures);
    return {
      state: 'failing',
      cause: `${wait}: ${error === null ? 'no attempt has ended' : describeMailError(error)}.`,
      action: 'Check the mail server and SMTP_URL. Waiting emails are sent when it works again.',
      figures,
    };
  },
});

async function sendTest({ url, from }: { url: string; from: string }, email: string): Promise<Finding> {
  const text =
    'Emails of your site arrive. If this one is in the spam folder, check the SPF, DKIM and DMARC entries of the domain in MAIL_FROM.';
  try {
    await createSmtpTransport(url, from)({ to: email, subject: 'Test of your mail server', text });
    return ok(`The mail server accepted an email to ${email}. Check that it arrives, and not as spam.`);
  } catch (error) {
    return {
      state: 'failing',
      cause: `No email was sent: ${describeMailError(error as MailError)}.`,
      action: 'Check the mail server, SMTP_URL and MAIL_FROM, restart, and try again.',
    };
  }
}

interface MailError {
  message?: string;
  code?: string;
  responseCode?: number;
}

/** Never repeats what the mail server says, which may contain addresses. */
function describeMailError({ message = '', code, responseCode }: MailError): string {
  const socketCode = /\bE[A-Z]{4,}\b/.exec(message)?.[0];
  if (/certificate has expired/i.test(message)) return 'the certificate of the mail server has expired';
  if (/certificate/i.test(message)) return 'the certificate of the mail server is not valid';
  if (code === 'EAUTH') return `the mail server rejects the sign-in (${responseCode ?? code})`;
  if (code === 'EDNS') return 'the name of the mail server cannot be resolved';
  if (socketCode === 'ECONNREFUSED') return 'the mail server rejects the connection (ECONNREFUSED)';
  if (code === 'ETIMEDOUT') return 'the mail server does not respond in time';
  if (responseCode !== undefined) return `the mail server rejects them (${responseCode})`;
  return `sending fails (${socketCode ?? code ?? 'see the log'})`;
}
