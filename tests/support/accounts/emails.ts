import type { Message } from '#server/platform/email/transport.ts';
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
