import { expect, type Page } from '@playwright/test';
import { paths } from '#core/contract/paths.ts';
import { readMailbox } from '#features/accounts/contract/mailbox.ts';
import { call } from './accounts.ts';

/** Opens the demo's mailbox and returns the newest email to a recipient with a subject. */
export async function openEmail(page: Page, recipient: string, subject: string) {
  await page.goto(paths.mailbox);
  const email = page
    .getByRole('article')
    .filter({ hasText: `To ${recipient}` })
    .filter({ has: page.getByRole('heading', { name: subject }) })
    .first();
  await expect(email).toBeVisible();
  return email;
}

/** Waits for an email to a recipient with a subject and returns the newest one's link with a token, through the API. */
export async function waitForEmailLink(baseUrl: string, recipient: string, subject: string): Promise<string> {
  let link: string | undefined;
  await expect(async () => {
    const { results } = await call(baseUrl, readMailbox, {});
    const email = results.find((each) => each.recipient === recipient && each.subject === subject);
    link = /\S+#token=\S+/.exec(email?.text ?? '')?.[0];
    expect(link, `a link in "${subject}" to ${recipient}`).toBeDefined();
  }).toPass();
  return link as string;
}

export const RESET_SUBJECT = 'Set a new password for Tezi';
export const VERIFY_SUBJECT = 'Verify your email address for Tezi';
