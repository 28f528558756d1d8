import type { Message } from '#server/platform/email/transport.ts';
import type { TestApp } from '#tests/support/test-app.ts';

/** The token of a mail's link; a test that finds none fails. */
export function getEmailToken(mail: Message | undefined): string {
  const token = /#token=([\w-]+)$/m.exec(mail?.text ?? '')?.[1];
  if (token === undefined) throw new Error(`there is no token in: ${mail?.text}`);
  return token;
}

/** The mails to one recipient that are due, sent. */
export async function listEmailsTo(test: TestApp, recipient: string): Promise<Message[]> {
  return (await test.deliverEmails()).filter(({ to }) => to === recipient);
}
