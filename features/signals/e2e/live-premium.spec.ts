import type { Page } from '@playwright/test';
import { getSignalPath, paths } from '#core/contract/paths.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { getCard } from '#tests/e2e/support/admin-helpers.ts';
import { grant } from '#tests/e2e/support/grants.ts';
import { openPage } from '#tests/e2e/support/pages.ts';
import { edit, publish } from '#tests/e2e/support/signals.ts';
import { expectLive, openLive } from './live-pages.ts';

test.use({ role: 'customer' });

/** The server verifies the access of open streams this often. */
const VERIFIED = { timeout: 25_000 };

/** Collects the messages that tabs of this account pass to each other, as another tab would receive them. */
async function collectMessages(page: Page, email: string): Promise<() => Promise<string>> {
  await page.evaluate((account) => {
    const messages: unknown[] = [];
    Object.assign(window, { messages });
    new BroadcastChannel(`tezi:signals 2 customer ${account}`).onmessage = ({ data }) => messages.push(data);
  }, email);
  return () => page.evaluate(() => JSON.stringify((window as unknown as { messages: unknown[] }).messages));
}

test('premium signals appear live, and disappear in every tab when access ends, while free signals stay live', async ({
  page,
  context,
  product,
  user,
}) => {
  const revoke = await grant(product.url, user.email);
  const report = await publish(product.url, { signal_type: 'swing' });
  const signal = await context.newPage();
  await openLive(signal, getSignalPath(report.id));
  const free = await context.newPage();
  await openLive(free);
  const other = await context.newPage();
  await openLive(page, paths.swingSignals);
  await openLive(other, paths.swingSignals);
  const readMessages = await collectMessages(other, user.email);
  const shown = await publish(product.url, { signal_type: 'swing' });
  for (const tab of [page, other]) await expect(getCard(tab, shown.symbol)).toBeVisible();
  expect(await readMessages()).toContain(shown.symbol);

  await edit(product.url, report.id, { stop_loss: '97.00' });
  await expect(signal.getByRole('region', { name: 'Levels' }).getByText('97.00').first()).toBeVisible();

  await revoke();
  const withheld = await publish(product.url, { signal_type: 'swing' });
  for (const tab of [page, other]) {
    await expect(tab.getByRole('heading', { name: 'Swing signals are premium' })).toBeVisible(VERIFIED);
    await expect(getCard(tab, shown.symbol)).toHaveCount(0);
    expect(await tab.content()).not.toContain(withheld.symbol);
  }
  expect(await readMessages()).not.toContain(withheld.symbol);

  await expect(signal.getByRole('heading', { level: 1, name: 'Swing signal' })).toBeVisible(VERIFIED);
  expect(await signal.getByRole('main').innerHTML()).not.toContain(report.symbol);
  await expect(free.getByText("You're viewing free signals only.")).toBeVisible(VERIFIED);
  const added = await publish(product.url);
  await expect(getCard(free, added.symbol)).toBeVisible();
  await expectLive(free);
});

test('signing out in one tab ends premium signals in the others', async ({
  page,
  context,
  product,
  user,
}) => {
  await grant(product.url, user.email);
  const other = await context.newPage();
  await openLive(page, paths.swingSignals);
  await openLive(other);
  const shown = await publish(product.url, { signal_type: 'swing' });
  await expect(getCard(page, shown.symbol)).toBeVisible();
  const readMessages = await collectMessages(other, user.email);

  await other.getByRole('button', { name: 'Account menu' }).click();
  await other.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(new RegExp(`^[^?]*${paths.signUp}`));
  const withheld = await publish(product.url, { signal_type: 'swing' });
  // The visitor's stream is live, so the premium event has been sent by now, or never will be.
  const free = await publish(product.url);
  await expect(getCard(other, free.symbol)).toBeVisible();
  await expectLive(other);
  expect(await readMessages()).not.toContain(withheld.symbol);
  for (const tab of [page, other]) expect(await tab.content()).not.toContain(withheld.symbol);
});

test('a stream without premium signals starts to include them when access is granted', async ({
  page,
  context,
  product,
  user,
}) => {
  await openLive(page);
  await grant(product.url, user.email);
  const other = await context.newPage();
  await openPage(other, paths.swingSignals);
  await expectLive(other);
  const { symbol } = await publish(product.url, { signal_type: 'swing' });
  await expect(getCard(other, symbol)).toBeVisible();
});

test('a subscriber without an acceptance reads the risk statement, accepts it and sees premium signals', async ({
  page,
  product,
  user,
}) => {
  await grant(product.url, user.email);
  await product.query(
    `delete from risk_acceptances using users where users.id = user_id and email = '${user.email}'`,
  );
  const { symbol } = await publish(product.url, { signal_type: 'swing' });
  await openPage(page, paths.intradaySignals);
  await expect(page.getByRole('complementary', { name: 'Risk statement' })).toBeVisible();
  await openPage(page, paths.swingSignals);
  const statement = page.getByRole('region', { name: 'Risk statement' });
  await expect(statement).toContainText('You can lose money');
  await expect(page.getByRole('complementary', { name: 'Risk statement' })).toBeHidden();
  expect(await page.content()).not.toContain(symbol);

  await statement.getByRole('button', { name: 'Accept and show the signals' }).click();
  await expect(getCard(page, symbol)).toBeVisible();
  await expect(statement).toHaveCount(0);
  const shownLater = await publish(product.url, { signal_type: 'swing' });
  await expect(getCard(page, shownLater.symbol)).toBeVisible();
});
