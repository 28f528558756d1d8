import { readMailbox } from '#contract/accounts/mailbox.ts';
import { mailDelivery } from '#server/config/config.ts';
import type { Dependencies } from '#server/dependencies.ts';
import type { Handle } from '#server/http/endpoints.ts';
import { readDemoMailbox } from '#server/platform/email/transport.ts';

/** The demo's mails open every account of it to whoever reads them: elsewhere there is no such call. */
export function mailboxRoutes(
  handle: Handle,
  { config, database }: Pick<Dependencies, 'config' | 'database'>,
): void {
  if (mailDelivery(config) !== 'mailbox') return;
  handle(readMailbox, async () => {
    const mails = await readDemoMailbox(database.db);
    const results = mails.map(({ id, recipient, subject, text, sentAt }) => ({
      id,
      recipient,
      subject,
      text,
      sent_at: sentAt.toISOString(),
    }));
    return { count: results.length, results };
  });
}
