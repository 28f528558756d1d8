import type { QueuedEmail } from '#core/server/platform/email/outbox.ts';
import type { Message } from '#core/server/platform/email/transport.ts';
import type { TestApp } from '#tests/support/test-app.ts';

/** Returns the token of the link in an email; throws if there is none. */
export function getEmailToken(email: Message | undefined): string {
  const token = /#token=([\w-]+)$/m.exec(email?.text ?? '')?.[1];
  if (token === undefined) throw new Error(`no token in: ${email?.text}`);
  return token;
}

/** Sends all due emails and returns those to one recipient. */
export async function listEmailsTo(test: TestApp, recipient: string): Promise<Message[]> {
  return (await test.deliverEmails()).filter(({ to }) => to === recipient);
}

/** Lists the emails that wait to be sent, by recipient. */
export async function listQueuedEmails({ database }: TestApp): Promise<QueuedEmail[]> {
  const { rows } = await database.pool.query<{ data: QueuedEmail }>(
    "select data from pgboss.job where name = 'email' and state = 'created' order by data->>'recipient'",
  );
  return rows.map(({ data }) => data);
}
