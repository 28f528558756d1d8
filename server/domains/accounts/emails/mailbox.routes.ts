import { readMailbox } from '#contract/accounts/mailbox.ts';
import { getEmailDelivery } from '#server/config/features.ts';
import type { Dependencies } from '#server/dependencies.ts';
import type { Handle } from '#server/http/endpoints.ts';
import { readDemoMailbox } from '#server/platform/email/transport.ts';

/** Lists the demo's emails. They give access to its accounts, so other configurations do not have this endpoint. */
export function mailboxRoutes(
  handle: Handle,
  { config, database }: Pick<Dependencies, 'config' | 'database'>,
): void {
  if (getEmailDelivery(config) !== 'mailbox') return;
  handle(readMailbox, async () => {
    const emails = await readDemoMailbox(database.db);
    const results = emails.map(({ id, recipient, subject, text, sentAt }) => ({
      id,
      recipient,
      subject,
      text,
      sent_at: sentAt.toISOString(),
    }));
    return { count: results.length, results };
  });
}
