import { expect, type Page } from '@playwright/test';
import { readMailbox } from '#contract/accounts/mailbox.ts';
import { paths } from '#contract/paths.ts';
import { call } from './accounts.ts';

/** The demo's mailbox opened, and in it the newest mail to somebody with that subject. */
export async function openMail(page: Page, recipient: string, subject: string) {
  await page.goto(paths.mailbox);
  const mail = page
    .getByRole('article')
    .filter({ hasText: `To ${recipient}` })
    .filter({ has: page.getByRole('heading', { name: subject }) })
    .first();
  await expect(mail).toBeVisible();
  return mail;
}

/** The link with a token in the newest mail to somebody with that subject, without the browser. */
export async function mailedLink(address: string, recipient: string, subject: string): Promise<string> {
  let link: string | undefined;
  await expect(async () => {
    const { results } = await call(address, readMailbox, {});
    const mail = results.find((each) => each.recipient === recipient && each.subject === subject);
    link = /\S+#token=\S+/.exec(mail?.text ?? '')?.[0];
    expect(link, `a link in "${subject}" to ${recipient}`).toBeDefined();
  }).toPass();
  return link as string;
}

export const RESET_SUBJECT = 'Set a new password for Tezi';
export const VERIFY_SUBJECT = 'Verify your email address for Tezi';
